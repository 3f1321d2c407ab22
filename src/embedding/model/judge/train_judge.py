#!/usr/bin/env python3
"""Trains the judge of draft answers: whether what an answer claims says otherwise than what the user told.

One head over an encoder that begins with the weights of the classifier of messages (../classifier/read_weights.py): of the
state of [CLS] and the mean of all states, a layer of 384 units, and the logarithm of the odds.

DOUBTS.jsonl is made by `bun run list:doubts`: a line a labelled answer of the benchmark, {part, right, question, claim, told}: what
the answer claims, and what the user told that may be about it, in the order of time.

Needs:   numpy, torch, safetensors, tokenizers. An epoch of 19,000 answers takes two cores some 25 minutes.
Usage:   train_judge.py WEIGHTS.safetensors,… DOUBTS.jsonl OUT.safetensors [--hold PART,…] [--whole PART,… --rest 0.3] [--turned 0]
         [--exchanged 0] [--epochs 2] [--rate 7e-5] [--last-rate 1e-6] [--seed 1] [--tokens 4096] [--freeze 4]
WEIGHTS: of several the mean is begun with; one that is named twice counts twice. Beside OUT, calibration.npz and reference.json
are written. --hold: these parts teach nothing, and after each epoch it is printed how many of their wrong
answers are told where so many of the right ones are. --whole: of all other parts each epoch draws the
share --rest. --turned: further examples an epoch, of a right and a wrong answer to one question, where the user has just told
what the wrong one says, so that it is right. --exchanged: further examples an epoch in which words are exchanged for others of
their kind, such as stand in a right and in a wrong answer to one question: in the answer alone, so that it is wrong; in what was
told alone, so that the one is wrong and the other right; and everywhere, so that it is what it was. --rate falls to --last-rate. --freeze: lowest layers that stay as they are.
"""
import argparse
import collections
import difflib
import json
import pathlib
import random
import re
import sys
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "classifier")]
from bert_torch import HIDDEN, load_bert  # noqa: E402
from pair_training import CLS, SEP, batches, calibrate, cut, pooled, tokens  # noqa: E402

# src/embedding/pair-tokens.ts cuts the same way.
QUESTION, CLAIM, TOLD = 30, 60, 56
SMOOTHING = 0.02

options = argparse.ArgumentParser()
options.add_argument("weights")
options.add_argument("doubts")
options.add_argument("out")
options.add_argument("--hold", default="")
options.add_argument("--whole", default="")
options.add_argument("--rest", type=float, default=1.0)
options.add_argument("--turned", type=int, default=0)
options.add_argument("--exchanged", type=int, default=0)
options.add_argument("--epochs", type=int, default=2)
options.add_argument("--rate", type=float, default=7e-5)
options.add_argument("--last-rate", type=float, default=1e-6)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--tokens", type=int, default=4096)
options.add_argument("--freeze", type=int, default=4)
options = options.parse_args()
random.seed(options.seed)
torch.manual_seed(options.seed)


def example(question, claim, told, label):
    first = [CLS, *cut(tokens(question), QUESTION), SEP, *cut(tokens(claim), CLAIM), SEP]
    second = [each for text in told for each in (*cut(tokens(text), TOLD), SEP)]
    return {"ids": first + second, "types": [0] * len(first) + [1] * len(second), "label": label}


def of(rows):
    return [example(row["question"], row["claim"], row["told"], float(not row["right"])) for row in rows]


# What an assistant says of the user, as the user tells it.
OF_THE_USER = (("you're", "I'm"), ("you've", "I've"), ("you'd", "I'd"), ("you'll", "I'll"), ("you are", "I am"), ("you were", "I was"),
               ("yours", "mine"), ("your", "my"), ("you", "I"))
TELLS_NEWS = ("", "", "Actually, ", "Update: ", "By the way, ", "It changed: ", "ok so ", "Turns out: ", "Oh and ", "No wait. ")


def told_by_user(claim):
    for theirs, ours in OF_THE_USER:
        claim = re.sub(rf"\b{theirs}\b", ours, claim, flags=re.IGNORECASE)
    return random.choice(TELLS_NEWS) + claim[:1].upper() + claim[1:]


def turned(rows):
    """Examples in which the wrong answer to a question has become right, and the right one wrong."""
    asked = {}
    for row in rows:
        asked.setdefault((row["part"], row["question"]), []).append(row)
    pairs = [(right, wrong) for each in asked.values() for right in each for wrong in each if right["right"] and not wrong["right"]]
    made = []
    for right, wrong in random.sample(pairs, min(options.turned // 2, len(pairs))):
        kept = random.sample(range(len(right["told"])), min(4, len(right["told"])))
        told = [*(right["told"][at] for at in sorted(kept)), told_by_user(wrong["claim"])]
        made += [example(right["question"], right["claim"], told, 1.0), example(right["question"], wrong["claim"], told, 0.0)]
    return made


WORD = re.compile(r"\w+(?:['’.,:]\w+)*|[£$€]")
# Words of so many answers are of no one kind ("a", "it", "two").
ANSWERS_OF_WORD = 400


def has(text, words):
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def put(text, words, others):
    written = lambda found: others[:1].upper() + others[1:] if found[0][:1].isupper() else others
    return re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", written, text, flags=re.IGNORECASE)


def exchange(text, one, other):
    return put(put(put(text, one, "\0"), other, one), "\0", other)


def kinds_of(rows):
    """Right and wrong answers to one question that differ in one place, with the words that stand there; and for each word others."""
    asked = collections.defaultdict(list)
    for row in rows:
        asked[row["part"], row["question"]].append(row)
    pairs = []
    for right, wrong in ((right, wrong) for each in asked.values() for right in each for wrong in each if right["right"] and not wrong["right"]):
        one, other = WORD.findall(right["claim"]), WORD.findall(wrong["claim"])
        compared = difflib.SequenceMatcher(None, [word.lower() for word in one], [word.lower() for word in other], autojunk=False)
        places = [place[1:] for place in compared.get_opcodes() if place[0] != "equal"]
        if len(places) != 1:
            continue
        ((a, b, c, d),) = places
        words, others = " ".join(one[a:b]), " ".join(other[c:d])
        if 0 < b - a <= 3 and 0 < d - c <= 3 and all(has(" ".join(row["told"]), words) for row in (right, wrong)):
            pairs.append((right, wrong, words, others))
    common = collections.Counter(word.lower() for row in rows for word in set(WORD.findall(row["claim"])))
    kinds = collections.defaultdict(list)
    for _, _, words, others in pairs:
        if max(common[words.lower()], common[others.lower()]) < ANSWERS_OF_WORD:
            kinds[words.lower()].append(others)
            kinds[others.lower()].append(words)
    return pairs, kinds


def known_in(row, kinds):
    """The words of an answer that have others of their kind, where the user has told them and the question has not."""
    words = sorted({word.lower() for word in WORD.findall(row["claim"])})
    return [word for word in words if word in kinds and has(" ".join(row["told"]), word) and not has(row["question"], word)]


def exchanged(pairs, kinds, known):
    made = []
    for right, wrong, words, others in random.sample(pairs, min(options.exchanged // 4, len(pairs))):
        for row in (right, wrong):
            told = [exchange(text, words, others) for text in row["told"]]
            made.append(example(exchange(row["question"], words, others), row["claim"], told, float(row["right"])))
    for row, words in random.sample(known, min(options.exchanged // 4, len(known))):
        word, same = random.choice(words), random.choice(words)
        other, another = random.choice(kinds[word]), random.choice(kinds[same])
        made.append(example(row["question"], put(row["claim"], word, other), row["told"], 1.0))
        told = [exchange(text, same, another) for text in row["told"]]
        made.append(example(exchange(row["question"], same, another), exchange(row["claim"], same, another), told, 0.0))
    return made


class Judge(nn.Module):
    def __init__(self, bert):
        super().__init__()
        self.bert = bert
        self.head = nn.Sequential(nn.Linear(2 * HIDDEN, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, 1))

    def forward(self, ids, mask, types, **seen):
        return self.head(pooled(self.bert(ids, mask, types, **seen), mask))[:, 0]


def train(model, rows, held):
    for part in (model.bert.word, model.bert.position, model.bert.token_type, model.bert.ln, *model.bert.layers[: options.freeze]):
        part.requires_grad_(False)
    taught = [each for each in model.parameters() if each.requires_grad]
    groups = [{"params": [each for each in taught if each.ndim > 1]}, {"params": [each for each in taught if each.ndim <= 1], "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    whole = set(options.whole.split(","))
    pairs, kinds = kinds_of(rows)
    known = [(row, words) for row in rows if row["right"] and (words := known_in(row, kinds))]
    drawn = lambda: of([row for row in rows if row["part"] in whole or random.random() < options.rest]) + turned(rows) + exchanged(pairs, kinds, known)
    steps = options.epochs * len(list(batches(drawn(), options.tokens)))
    step = 0
    for epoch in range(options.epochs):
        losses = []
        for ids, mask, types, batch in batches(drawn(), options.tokens):
            step += 1
            for group in optimizer.param_groups:
                falling = options.last_rate + (options.rate - options.last_rate) * max(0, 1 - step / steps)
                group["lr"] = falling * min(1, step / (0.06 * steps))
            with torch.autocast("cpu", torch.bfloat16):
                scores = model(ids, mask, types)
            labels = torch.tensor([each["label"] for each in batch]) * (1 - 2 * SMOOTHING) + SMOOTHING
            loss = F.binary_cross_entropy_with_logits(scores.float(), labels)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(float(loss.detach()))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}", flush=True)
        if held:
            measure(model, held)


def share(model, row):
    each = example(row["question"], row["claim"], row["told"], 0)
    ids, types = (torch.tensor([each[name]]) for name in ("ids", "types"))
    return float(torch.sigmoid(model(ids, torch.ones_like(ids), types)[0]))


def measure(model, rows):
    model.eval()
    with torch.no_grad():
        told = [(share(model, row), row["right"]) for row in rows]
    model.train()
    rights = sorted((share for share, right in told if right), reverse=True)
    for refused in (0.01, 0.02, 0.05):
        least = rights[int(refused * len(rights))]
        wrong = [share > least for share, right in told if not right]
        print(f"  {refused:.0%} of {len(rights)} right ones refused: {np.mean(wrong):.1%} of {len(wrong)} wrong ones, from {least:.3f}", flush=True)


def reference(model, rows):
    written = []
    with torch.no_grad():
        for row in random.sample(rows, 24):
            doubt = {name: row[name] for name in ("question", "claim", "told")}
            ids = example(*doubt.values(), 0)["ids"]
            written.append({**doubt, "ids": ids, "share": round(share(model, row), 5)})
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def named(model):
    yield from model.bert.named()
    for part, layer in (("hidden", model.head[0]), ("out", model.head[3])):
        yield from ((f"contradicts.{part}.weight", layer.weight), (f"contradicts.{part}.bias", layer.bias))


if __name__ == "__main__":
    lines = [json.loads(line) for line in pathlib.Path(options.doubts).read_text().splitlines()]
    held_parts = options.hold.split(",")
    held = [row for row in lines if row["part"] in held_parts]
    rows = [row for row in lines if row["part"] not in held_parts]
    files = options.weights.split(",")
    given = [load_file(file) for file in files]
    weights = {name: sum(each[name] for each in given) / len(given) for name in given[0]}
    model = Judge(load_bert(files[0]))
    if "contradicts.hidden.weight" in weights:
        with torch.no_grad():
            for name, value in named(model):
                value.copy_(weights[name])
    train(model, rows, held)
    model.eval()
    if held and options.epochs == 0:
        measure(model, held)
    save_file({name: value.detach().clone().contiguous() for name, value in named(model)}, options.out)
    folder = pathlib.Path(options.out).parent
    np.savez_compressed(folder / "calibration.npz", **calibrate(model, of(rows)))
    (folder / "reference.json").write_text(reference(model, rows))
