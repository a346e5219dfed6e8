"""Trains the reader of pairs and writes model/reader/model.onnx.

    pip install jax optax numpy onnx onnxruntime tokenizers
    python scripts/reading/train.py --tasks relation,worth --weights first.pkl
    python scripts/reading/train.py --epochs 1 --rate 7e-5 --start first.pkl --weights second.pkl
    python scripts/reading/train.py --epochs 1 --rate 4e-5 --start second.pkl --new plain.jsonl,passing.jsonl --rows 9000 --weights third.pkl
    python scripts/reading/mean.py second.pkl=0.3 third.pkl=0.7

Options: [--epochs 2] [--rate 9e-5] [--seed 1] [--start weights.pkl] [--tasks relation,worth,answer] [--new file.jsonl,… --rows 9000]

The bundled embedder's layers learn three things at once from two texts read together: how the later stands to the earlier
(beside, update, same), whether a clause is worth keeping after what was said before it, and whether a text answers a question.
The domains of held-out.txt are never learned from: the figures are of those. The file that ships came from these runs, the first two of about 40 minutes on two
processor cores; the first saw neither asked-*.jsonl nor clauses-s.jsonl, and part of pairs-m.jsonl. The third adds what the second had
unlearned, tastes and facts said out of the blue, without taking 40 minutes again. None saw clauses-t.jsonl.
"""
import argparse
import os
import pickle
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tokenizers import Tokenizer

from corpus import TASKS, read_corpus, split_by_domain, with_new
from encoder import drop, encode, load
from export import write_model
from figures import print_figures

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST_TOKENS = 60
BATCH = 32
# Texts of about one length go together, so that little is computed for nothing.
LENGTHS = (16, 24, 32, 48, 64, 96, 128)
POOLED_BATCHES = 24
START, END, PADDING = 0, 2, 1
READINGS = 5
WEIGHT_DECAY = 0.01
HEAD_RATE = 10


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--rate", type=float, default=9e-5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="")
    parser.add_argument("--tasks", default="relation,worth,answer")
    parser.add_argument("--new", default="")
    parser.add_argument("--rows", type=int, default=9000)
    parser.add_argument("--weights", default="reader-weights.pkl")
    parser.add_argument("--folder", default=os.path.join(ROOT, "model", "reader"))
    return parser.parse_args()


def tokenised(rows):
    tokenizer = Tokenizer.from_file(os.path.join(ROOT, "model", "tokenizer.json"))
    read = lambda text: tokenizer.encode(text, add_special_tokens=False).ids if text else []
    return [[START] + read(row.first)[-MOST_TOKENS:] + [END, END] + read(row.second)[:MOST_TOKENS] + [END] for row in rows]


def batches(indices, ids, rng):
    """Every index once, in batches of texts of about one length."""
    indices, made = rng.permutation(indices), []
    for at in range(0, len(indices), BATCH * POOLED_BATCHES):
        pooled = sorted(indices[at : at + BATCH * POOLED_BATCHES], key=lambda each: len(ids[each]))
        made += [pooled[start : start + BATCH] for start in range(0, len(pooled) - BATCH + 1, BATCH)]
    return [made[at] for at in rng.permutation(len(made))]


def padded(chosen, ids, words):
    length = next(each for each in LENGTHS if each >= max(len(ids[at]) for at in chosen))
    tokens, mask = np.full((len(chosen), length), PADDING), np.zeros((len(chosen), length), np.float32)
    for row, at in enumerate(chosen):
        tokens[row, : len(ids[at])], mask[row, : len(ids[at])] = ids[at], 1
    return words[tokens].astype(np.float32), mask


def readings(weights, vectors, mask, key=None):
    first, mean = encode(weights["encoder"], vectors, mask, key)
    both = jnp.concatenate([first, mean], -1)
    if key is not None:
        both = drop(both, jax.random.fold_in(key, 99), 0.1)
    return both @ weights["head"]["w"] + weights["head"]["b"]


def loss(weights, vectors, mask, key, task, label):
    z = readings(weights, vectors, mask, key)
    relation = -jnp.take_along_axis(jax.nn.log_softmax(z[:, :3]), jnp.clip(label, 0, 2)[:, None], 1)[:, 0]
    worth, answer = (jax.nn.softplus(z[:, at]) - label * z[:, at] for at in (3, 4))
    return jnp.where(task == 0, relation, jnp.where(task == 1, worth, answer)).mean()


def train(rows, ids, words, weights, chosen):
    rng, key = np.random.default_rng(chosen.seed), jax.random.PRNGKey(chosen.seed)
    known, held = split_by_domain(rows)
    if chosen.new:
        known = with_new(rows, known, chosen.new.split(","), chosen.rows, rng)
    steps = int(len(known) // BATCH * chosen.epochs)
    rate = optax.warmup_cosine_decay_schedule(0, chosen.rate, max(1, steps // 12), steps, chosen.rate / 50)
    optimiser = optax.multi_transform(
        {
            "encoder": optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, weight_decay=WEIGHT_DECAY)),
            "head": optax.adamw(lambda step: rate(step) * HEAD_RATE),
        },
        {"encoder": "encoder", "head": "head"},
    )

    @jax.jit
    def step(weights, state, vectors, mask, key, task, label):
        value, slope = jax.value_and_grad(loss)(weights, vectors, mask, key, task, label)
        change, state = optimiser.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    state, done, mean, began = optimiser.init(weights), 0, 0.0, time.time()
    print(f"{len(known)} rows to learn from, {len(held)} held out, {steps} steps", flush=True)
    while done < steps:
        for batch in batches(known, ids, rng)[: steps - done]:
            key, own = jax.random.split(key)
            task = jnp.asarray([TASKS[rows[at].task] for at in batch])
            label = jnp.asarray([rows[at].label for at in batch])
            weights, state, value = step(weights, state, *padded(batch, ids, words), own, task, label)
            done, mean = done + 1, mean * 0.98 + float(value) * 0.02
            if done % 50 == 0:
                print(f"{done}/{steps}  loss {mean / (1 - 0.98**done):.4f}  {done * BATCH / (time.time() - began):.0f} rows/s", flush=True)
    return weights, held


def main():
    chosen = options()
    rows = read_corpus(chosen.tasks.split(","))
    ids = tokenised(rows)
    words, rest = load(os.path.join(ROOT, "model", "model.onnx"))
    drawn = np.random.default_rng(chosen.seed)
    head = {"w": jnp.asarray(drawn.normal(0, 0.02, (768, READINGS)), jnp.float32), "b": jnp.zeros(READINGS)}
    weights = {"encoder": rest, "head": head}
    if chosen.start:
        with open(chosen.start, "rb") as file:
            weights = jax.tree_util.tree_map(jnp.asarray, pickle.load(file))
    weights, held = train(rows, ids, words, weights, chosen)
    plain = jax.tree_util.tree_map(np.asarray, weights)
    with open(chosen.weights, "wb") as file:
        pickle.dump(plain, file)
    target = chosen.folder
    write_model(plain, os.path.join(ROOT, "model", "model.onnx"), target)
    print_figures(rows, ids, held, os.path.join(target, "model.onnx"))


if __name__ == "__main__":
    main()
