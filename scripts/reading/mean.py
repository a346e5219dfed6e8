"""Writes model/reader/model.onnx from a mean of trained weights, and its figures.

    python scripts/reading/mean.py second.pkl=0.3 third.pkl=0.7

A mean of the weights before and after a short run keeps what either knows (Wortsman et al., "Robust fine-tuning of zero-shot models", CVPR 2022).
"""
import os
import pickle
import sys

import jax
import numpy as np

from corpus import TASKS, read_corpus, split_by_domain
from export import write_model
from figures import print_figures
from train import ROOT, tokenised


def mean_of(parts):
    shares = [share for share, _ in parts]
    add = lambda *arrays: sum(share * np.asarray(array, np.float32) for share, array in zip(shares, arrays)).astype(arrays[0].dtype)
    return jax.tree_util.tree_map(add, *(weights for _, weights in parts))


def main():
    parts = []
    for given in sys.argv[1:]:
        path, share = given.rsplit("=", 1)
        with open(path, "rb") as file:
            parts.append((float(share), pickle.load(file)))
    folder = os.path.join(ROOT, "model", "reader")
    write_model(mean_of(parts), os.path.join(ROOT, "model", "model.onnx"), folder)
    rows = read_corpus(list(TASKS))
    print_figures(rows, tokenised(rows), split_by_domain(rows)[1], os.path.join(folder, "model.onnx"))


if __name__ == "__main__":
    main()
