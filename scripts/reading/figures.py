"""How well the written model reads what it was not trained on."""
import numpy as np
import onnxruntime

THRESHOLDS = (0.3, 0.5, 0.7, 0.9)


def area(truth, scores):
    """Area under the curve: how often a true one is scored above a false one."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    true, false = truth.sum(), (~truth).sum()
    return (ranks[truth].sum() - true * (true + 1) / 2) / max(1, true * false)


def print_line(name, truth, scores):
    if truth.all() or not truth.any():
        return
    at = lambda threshold: (truth[scores >= threshold].mean() if (scores >= threshold).any() else 1, (scores[truth] >= threshold).mean())
    shown = "  ".join(f"{threshold}: P {p:.3f} R {r:.3f}" for threshold in THRESHOLDS for p, r in [at(threshold)])
    print(f"{name:20} n {len(truth):5}  auc {area(truth, scores):.4f}  {shown}")


def print_figures(rows, ids, held, path):
    session = onnxruntime.InferenceSession(path)
    read = lambda tokens: session.run(None, {"input_ids": [tokens], "attention_mask": [[1] * len(tokens)]})[0][0]
    z = np.array([read(ids[at]) for at in held])
    relation = np.exp(z[:, :3] - z[:, :3].max(1, keepdims=True))
    relation /= relation.sum(1, keepdims=True)
    single = 1 / (1 + np.exp(-z[:, 3:]))
    label = np.array([rows[at].label for at in held])
    for lang in ("all", "zh", "en"):
        chosen = np.array([lang in ("all", rows[at].lang) for at in held])
        of = lambda task: chosen & np.array([rows[at].task == task for at in held])
        print_line(f"update, {lang}", label[of("relation")] == 1, relation[of("relation"), 1])
        print_line(f"same, {lang}", label[of("relation")] == 2, relation[of("relation"), 2])
        print_line(f"worth, {lang}", label[of("worth")] == 1, single[of("worth"), 0])
        print_line(f"answer, {lang}", label[of("answer")] == 1, single[of("answer"), 1])
