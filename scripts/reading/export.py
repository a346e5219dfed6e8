"""Writes a trained reader as an int8 ONNX graph: input_ids, attention_mask -> `reading` [texts, 5], log-odds."""
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

WIDTH, HEADS, HEAD_WIDTH = 384, 12, 32


class Graph:
    def __init__(self, kept):
        self.nodes, self.values = [], list(kept)

    def value(self, name, array):
        self.values.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, operation, inputs, outputs=None, domain="", **attributes):
        outputs = outputs or [f"{operation}_{len(self.nodes)}"]
        name = f"n{len(self.nodes)}_{operation}"
        self.nodes.append(helper.make_node(operation, inputs, outputs, name=name, domain=domain, **attributes))
        return outputs[0]

    def matrix(self, x, name, weight, bias):
        self.value(name, np.ascontiguousarray(weight, np.float32))
        return self.node("Add", [self.node("MatMul", [x, name]), self.value(name + "_b", bias)])

    def norm(self, x, name, weight, bias):
        inputs = [x, self.value(name + "w", weight), self.value(name + "b", bias)]
        return self.node("LayerNormalization", inputs, axis=-1, epsilon=1e-12)


def constants(g):
    whole = {"i0": [0], "i1": [1], "i2": [2], "ax1": [1], "ax2": [2], "ax12": [1, 2], "first": 0}
    whole |= {"split": [0, 0, HEADS, HEAD_WIDTH], "joined": [0, 0, WIDTH], "thirds": [WIDTH] * 3}
    for name, numbers in whole.items():
        g.value(name, np.array(numbers, np.int64))
    for name, number in (("one", 1), ("far", -10000), ("narrow", 1 / np.sqrt(HEAD_WIDTH))):
        g.value(name, np.array(number, np.float32))


def layer(g, x, hidden, number, weights):
    own = lambda name: weights[name][number]
    prefix = f"l{number}."
    joined = g.matrix(x, prefix + "qkv", own("qkv"), own("qkv_b"))
    parts = [f"{prefix}{each}" for each in "qkv"]
    g.nodes.append(helper.make_node("Split", [joined, "thirds"], parts, axis=2, name=prefix + "parts"))
    q, k, v = [g.node("Reshape", [part, "split"]) for part in parts]
    q, v = g.node("Transpose", [q], perm=[0, 2, 1, 3]), g.node("Transpose", [v], perm=[0, 2, 1, 3])
    k = g.node("Transpose", [k], perm=[0, 2, 3, 1])
    scores = g.node("Add", [g.node("Mul", [g.node("MatMul", [q, k]), "narrow"]), hidden])
    heard = g.node("MatMul", [g.node("Softmax", [scores], axis=-1), v])
    heard = g.node("Reshape", [g.node("Transpose", [heard], perm=[0, 2, 1, 3]), "joined"])
    told = g.node("Add", [x, g.matrix(heard, prefix + "ao", own("ao"), own("ao_b"))])
    x = g.norm(told, prefix + "aln", own("alnw"), own("alnb"))
    inner = g.node("Gelu", [g.matrix(x, prefix + "fi", own("fi"), own("fi_b"))], domain="com.microsoft")
    return g.norm(g.node("Add", [x, g.matrix(inner, prefix + "fo", own("fo"), own("fo_b"))]), prefix + "oln", own("olnw"), own("olnb"))


def build(weights, kept):
    g, encoder, head = Graph(kept), weights["encoder"], weights["head"]
    constants(g)
    words = ["word_q", "input_ids", "word_s"]
    x = g.node("GatherBlockQuantized", words, domain="com.microsoft", bits=4, block_size=32, gather_axis=0, quantize_axis=1)
    length = g.node("Slice", [g.node("Shape", ["input_ids"]), "i1", "i2"])
    x = g.node("Add", [x, g.node("Slice", [g.value("pos", encoder["pos"]), "i0", length, "i0"])])
    x = g.norm(x, "eln", encoder["elnw"], encoder["elnb"])
    mask = g.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    hidden = g.node("Mul", [g.node("Sub", ["one", g.node("Unsqueeze", [mask, "ax12"])]), "far"])
    for number in range(encoder["layers"]["qkv"].shape[0]):
        x = layer(g, x, hidden, number, encoder["layers"])
    counted = g.node("Unsqueeze", [mask, "ax2"])
    total = g.node("ReduceSum", [g.node("Mul", [x, counted]), "ax1"], keepdims=0)
    mean = g.node("Div", [total, g.node("ReduceSum", [counted, "ax1"], keepdims=0)])
    both = g.node("Concat", [g.node("Gather", [x, "first"], axis=1), mean], axis=-1)
    g.node("Gemm", [both, g.value("head_w", head["w"]), g.value("head_b", head["b"])], ["reading"])
    info = helper.make_tensor_value_info
    inputs = [info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("input_ids", "attention_mask")]
    outputs = [info("reading", TensorProto.FLOAT, ["texts", head["b"].shape[0]])]
    graph = helper.make_graph(g.nodes, "keepsake-reader", inputs, outputs, g.values)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=versions, ir_version=8, producer_name="keepsake-reader")


def write_model(weights, embedder, folder):
    """The word vectors are the embedder's as they are; the matrices become int8, as they were while they learned."""
    os.makedirs(folder, exist_ok=True)
    kept = [each for each in onnx.load(embedder).graph.initializer if each.name in ("word_q", "word_s")]
    path = os.path.join(folder, "model.onnx")
    whole = path + ".fp32"
    onnx.save(build(weights, kept), whole)
    quantize_dynamic(
        whole,
        path,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul"],
        extra_options={"MatMulConstBOnly": True, "DefaultTensorType": TensorProto.FLOAT},
    )
    os.remove(whole)
