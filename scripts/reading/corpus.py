"""Rows for training, from the sentences of our own writing in scripts/relating, scripts/worth and scripts/reading."""
import glob
import json
import os
from typing import NamedTuple

import numpy as np

SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KINDS = {"beside": 0, "update": 1, "same": 2}
TASKS = {"relation": 0, "worth": 1, "answer": 2}
# In a store nearly everything stands beside: so many of what does are taken of each statement or question.
BESIDE_OF_A_STORE = 4
OTHERS_OF_AN_ANSWERED, OTHERS_OF_AN_UNANSWERED = 3, 5


class Row(NamedTuple):
    """Of `source`, the file's name, nothing is learned: it tells new rows from old ones."""

    task: str
    first: str
    second: str
    label: int
    domain: str
    lang: str
    source: str = ""


def after(before, text):
    return f"{before} … {text}" if before else text


def rows_of(entry, number):
    """Rows of one line, whatever its form. `number` makes the draw of what stands beside the same every time."""
    shared = (entry["domain"], entry["lang"])
    drawn = np.random.default_rng(number)
    if "kind" in entry and "first" in entry:
        yield Row("relation", entry["first"], after(entry.get("before"), entry["second"]), KINDS[entry["kind"]], *shared)
    elif "said" in entry:
        for said in entry["said"]:
            changed, again = set(said["update"]), set(said["same"])
            beside = [at for at in range(len(entry["memories"])) if at not in changed | again]
            few = set(drawn.permutation(beside)[:BESIDE_OF_A_STORE].tolist())
            for at, memory in enumerate(entry["memories"]):
                if at in changed | again | few:
                    label = KINDS["update"] if at in changed else KINDS["same"] if at in again else KINDS["beside"]
                    yield Row("relation", memory, after(said.get("before"), said["text"]), label, *shared)
    elif "questions" in entry:
        for asked in entry["questions"]:
            answers = set(asked["answers"])
            others = [at for at in range(len(entry["memories"])) if at not in answers | set(asked.get("helps", []))]
            most = OTHERS_OF_AN_ANSWERED if answers else OTHERS_OF_AN_UNANSWERED
            for at in answers | set(drawn.permutation(others)[:most].tolist()):
                yield Row("answer", asked["q"], entry["memories"][at], int(at in answers), *shared)
    elif "clauses" in entry:
        at = 0
        for clause in entry["clauses"]:
            at = max(at, entry["turn"].find(clause["text"], at))
            said = after(entry["before"], entry["turn"][:at])
            yield Row("worth", said, clause["text"], int(clause["worth"]), *shared)
    elif "worth" in entry:
        yield Row("worth", "", entry["text"], int(entry["worth"]), *shared)


def read_corpus(tasks):
    rows = []
    for folder in ("relating", "worth", "reading"):
        for path in sorted(glob.glob(os.path.join(SCRIPTS, folder, "*.jsonl"))):
            with open(path, encoding="utf8") as lines:
                for number, line in enumerate(lines):
                    if line.strip():
                        made = rows_of(json.loads(line), number)
                        rows += [row._replace(source=os.path.basename(path)) for row in made if row.task in tasks]
    return rows


def split_by_domain(rows):
    """Indices for training and for measuring: the domains that held-out.txt names, about one in eight, are never learned from."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "held-out.txt"), encoding="utf8") as names:
        held = set(names.read().split("\n"))
    return ([at for at, row in enumerate(rows) if row.domain not in held], [at for at, row in enumerate(rows) if row.domain in held])


def with_new(rows, known, sources, most, rng):
    """Of what may be learned from all of the new files, twice, and of the others as many as make up `most`: nothing is unlearned."""
    new = [at for at in known if rows[at].source in sources]
    old = rng.permutation([at for at in known if rows[at].source not in sources])[: max(0, most - 2 * len(new))]
    return new + new + old.tolist()
