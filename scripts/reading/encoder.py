"""The bundled embedder's transformer as a function that can be trained, rounded as it will be rounded when it is used.

Weights come from model/model.onnx: the word vectors (4 bits, never trained here) and the layers (8 bits, made whole again).
"""
import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import numpy_helper

WIDTH, HEADS, LAYERS = 384, 12, 12
HEAD_WIDTH = WIDTH // HEADS


def load(path):
    """Word vectors [vocabulary, 384] in half precision, and the trainable rest."""
    stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}
    packed = stored["word_q"]
    nibbles = np.empty((packed.shape[0], WIDTH), np.float32)
    nibbles[:, 0::2] = packed & 15
    nibbles[:, 1::2] = packed >> 4
    words = ((nibbles - 8).reshape(len(packed), -1, 32) * stored["word_s"][..., None]).reshape(len(packed), WIDTH)
    layers = []
    for number in range(LAYERS):
        name, layer = f"l{number}.", {}
        for matrix in ("qkv", "ao", "fi", "fo"):
            scale = stored[name + matrix + "_scale"].astype(np.float32)
            layer[matrix] = stored[name + matrix + "_quantized"].astype(np.float32) * scale
            layer[matrix + "_b"] = stored[name + matrix + "_b"]
        for norm in ("aln", "oln"):
            layer[norm + "w"], layer[norm + "b"] = stored[name + norm + "w"], stored[name + norm + "b"]
        layers.append(layer)
    rest = {name: jnp.asarray(stored[name]) for name in ("pos", "elnw", "elnb")}
    rest["layers"] = {name: jnp.asarray(np.stack([layer[name] for layer in layers])) for name in layers[0]}
    return words.astype(np.float16), rest


def straight_through(value, rounded):
    """The rounded value forwards, the gradient of the exact one backwards (Bengio et al. 2013)."""
    return value + jax.lax.stop_gradient(rounded - value)


def round_activations(x):
    """As DynamicQuantizeLinear rounds those of one text: 8 bits between the least and the greatest of them."""
    low = jnp.minimum(x.min((1, 2), keepdims=True), 0)
    high = jnp.maximum(x.max((1, 2), keepdims=True), 0)
    scale = (high - low) / 255 + 1e-9
    zero = jnp.round(-low / scale)
    return straight_through(x, (jnp.clip(jnp.round(x / scale) + zero, 0, 255) - zero) * scale)


def round_weights(w):
    """7 bits a column, so that no processor's 8-bit sums saturate."""
    scale = jnp.abs(w).max(0, keepdims=True) / 63.5 + 1e-12
    return straight_through(w, jnp.round(w / scale) * scale)


def matrix_product(x, w):
    return round_activations(x) @ round_weights(w)


def normalise(x, weight, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-12) * weight + bias


def drop(x, key, rate):
    if key is None:
        return x
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def encode(rest, vectors, mask, key=None, rate=0.1):
    """Word vectors [texts, tokens, 384] to the first token's and the mean vector of each text. With a key: with dropout."""
    texts, tokens, _ = vectors.shape
    start = normalise(vectors + rest["pos"][:tokens], rest["elnw"], rest["elnb"])
    hidden = (1 - mask)[:, None, None, :] * -1e4

    def layer(x, numbered):
        number, w = numbered
        keys = (None, None) if key is None else jax.random.split(jax.random.fold_in(key, number))
        joined = matrix_product(x, w["qkv"]) + w["qkv_b"]
        q, k, v = [part.reshape(texts, tokens, HEADS, HEAD_WIDTH).transpose(0, 2, 1, 3) for part in jnp.split(joined, 3, -1)]
        attention = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(HEAD_WIDTH) + hidden, -1)
        heard = (attention @ v).transpose(0, 2, 1, 3).reshape(texts, tokens, WIDTH)
        x = normalise(x + drop(matrix_product(heard, w["ao"]) + w["ao_b"], keys[0], rate), w["alnw"], w["alnb"])
        inner = jax.nn.gelu(matrix_product(x, w["fi"]) + w["fi_b"], approximate=False)
        return normalise(x + drop(matrix_product(inner, w["fo"]) + w["fo_b"], keys[1], rate), w["olnw"], w["olnb"]), None

    end, _ = jax.lax.scan(layer, start, (jnp.arange(rest["layers"]["qkv"].shape[0]), rest["layers"]))
    weights = mask[..., None]
    return end[:, 0], (end * weights).sum(1) / weights.sum(1)
