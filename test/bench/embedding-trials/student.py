#!/usr/bin/env python3
"""MiniLM taught further: questions near the turns that answer them, by what multilingual-e5-small makes of the others, and kept
near itself on everything else.

The loss is the sum of the cross entropy of a question's turn among the turns of its batch and some of its conversation's
(cosines over 0.05); half the divergence from the teacher's similarities to the same turns; and 50 times the mean square
by which the cosines of other texts differ from those of the weights that it began with. AdamW, the word embeddings fixed.

Needs:   numpy, torch, safetensors, tokenizers, onnxruntime.
Usage:   student.py MODEL_DIR TEACHER_DIR DIALOGUES DATA [--steps 600] [--minutes 40] [--rate 3e-5] [--seed 1] [--save FILE]
MODEL_DIR holds the original model.safetensors, TEACHER_DIR multilingual-e5-small as a model folder, DIALOGUES files of
conversations, gzip, a JSON list of utterances a line (self-dialogue.jsonl.gz, taskmaster-4.jsonl.gz); DATA: see measure.py.
texts/: chats.jsonl (two people, and questions about them), brains-*.jsonl (turns, and questions that need some of them),
questions-*.tsv (a statement, two questions that it answers, one that looks alike), purposes.tsv (a rule, a request that it is for).
"""
import argparse
import copy
import gzip
import json
import random
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from measure import report, unit
from pooling import CLS, SEP, ids_of, load_bert

TEXTS = Path(__file__).parent / "texts"
TOKENS_MAX, TEACHER_TOKENS_MAX = 90, 200
PAIRS_OF_BATCH, KEPT_OF_BATCH = 40, 40
TEACHER_BASELINE = 0.75

options = argparse.ArgumentParser()
for name in ("model_dir", "teacher_dir", "dialogues", "data"):
    options.add_argument(name)
options.add_argument("--steps", type=int, default=600)
options.add_argument("--minutes", type=float, default=40)
options.add_argument("--rate", type=float, default=3e-5)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--save", default="")


def read_texts(dialogues, draw):
    """Conversations, and pairs (question, what answers it, what looks alike or None)."""
    conversations, pairs = [], []
    for file, count in (("self-dialogue", 500), ("taskmaster-4", 30)):
        lines = [json.loads(line) for line in gzip.open(f"{dialogues}/{file}.jsonl.gz")]
        conversations += draw.sample(lines, min(count, len(lines)))
    for chat in rows_of("chats"):
        for written in (lambda turn: turn["text"], lambda turn: f'({turn["date"]}) {turn["speaker"]} said, "{turn["text"]}"'):
            turns = [written(turn) for turn in chat["turns"]]
            conversations.append(turns)
            pairs += [(each["q"], turns[at], None) for each in chat["questions"] for at in each["by"]]
    for brain in (row for file in sorted(TEXTS.glob("brains-*.jsonl")) for row in rows_of(file.stem)):
        turns = [turn["input"] for turn in brain["turns"]]
        conversations.append(turns + [turn["answer"] for turn in brain["turns"]])
        pairs += [(case["input"], turns[max(case["by"])], None) for case in brain["cases"] if 0 < len(case["by"]) < 3]
    for file in sorted(TEXTS.glob("questions-*.tsv")):
        rows = [row for row in (line.split("\t") for line in file.read_text().splitlines()) if len(row) == 4]
        conversations += [[text for row in rows[at : at + 6] for text in (row[0], row[3])] for at in range(0, len(rows), 6)]
        pairs += [(question, row[0], row[3]) for row in rows for question in row[1:3]]
    rules = [row for row in (line.split("\t") for line in (TEXTS / "purposes.tsv").read_text().splitlines()) if len(row) == 3]
    conversations += [[row[0] for row in rules[at : at + 10]] for at in range(0, len(rules), 10)]
    pairs += [(row[1], row[0], None) for row in rules]
    conversations = [list(dict.fromkeys(text for text in each if text.strip() != "")) for each in conversations]
    return [each for each in conversations if each], [pair for pair in pairs if all(text != "" for text in pair)]


def rows_of(name):
    return [json.loads(line) for line in (TEXTS / f"{name}.jsonl").read_text().splitlines()]


class Teacher:
    """A model folder that makes a difference between questions and passages; each text is embedded once, when it is needed."""

    def __init__(self, folder):
        spec = json.loads(Path(folder, "model.json").read_text())
        self.prefixes = (spec["passage_prefix"], spec["query_prefix"])
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(TEACHER_TOKENS_MAX)
        self.session, self.known = onnxruntime.InferenceSession(f"{folder}/model.onnx"), {}

    def of(self, texts, asks=False):
        for text in texts:
            if (asks, text) not in self.known:
                ids = np.array([self.tokenizer.encode(self.prefixes[asks] + text).ids])
                [[row]] = self.session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})
                self.known[asks, text] = row
        return torch.tensor(np.array([self.known[asks, text] for text in texts]))


def embed(model, texts, drop=0.0):
    ids = [[CLS, *ids_of(text)[:TOKENS_MAX], SEP] for text in texts]
    longest = max(len(each) for each in ids)
    padded = torch.tensor([each + [0] * (longest - len(each)) for each in ids])
    mask = torch.tensor([[1] * len(each) + [0] * (longest - len(each)) for each in ids])
    with torch.autocast("cpu", torch.bfloat16):
        states = model(padded, mask, torch.zeros_like(padded), drop)
    weight = mask[..., None].float()
    return F.normalize((states.float() * weight).sum(1) / weight.sum(1), dim=-1)


def train(student, teacher, conversations, pairs, given, draw):
    base = copy.deepcopy(student).eval()
    student.word.weight.requires_grad_(False)
    optimizer = torch.optim.AdamW([each for each in student.parameters() if each.requires_grad], lr=given.rate, weight_decay=0.01)
    place = {text: each for each in conversations for text in each}
    student.train()
    started = time.time()
    for step in range(given.steps):
        spent = max(step / given.steps, (time.time() - started) / (given.minutes * 60))
        if spent >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = given.rate * min(1, (step + 1) / (0.06 * given.steps)) * max(0.02, 1 - spent)
        batch = draw.sample(pairs, PAIRS_OF_BATCH)
        others = [alike for _, _, alike in batch if alike] + [draw.choice(place[answer]) for _, answer, _ in batch if answer in place]
        pool = list(dict.fromkeys([answer for _, answer, _ in batch] + others))
        asked = [question for question, _, _ in batch]
        cosines = embed(student, asked, 0.1) @ embed(student, pool, 0.1).T
        right = torch.tensor([pool.index(answer) for _, answer, _ in batch])
        taught = (teacher.of(asked, asks=True) @ teacher.of(pool).T - TEACHER_BASELINE) / (1 - TEACHER_BASELINE)
        kept = list(dict.fromkeys(draw.choice(draw.choice(conversations)) for _ in range(KEPT_OF_BATCH)))
        now, then = embed(student, kept, 0.1), embed(base, kept).detach()
        loss = F.cross_entropy(cosines / 0.05, right)
        loss = loss + 0.5 * F.kl_div(F.log_softmax(cosines / 0.1, -1), F.softmax(taught / 0.2, -1), reduction="batchmean")
        loss = loss + 50 * ((now @ now.T - then @ then.T) ** 2).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if step % 50 == 49:
            print(f"step {step + 1}, {time.time() - started:.0f} s, loss {float(loss.detach()):.3f}", flush=True)


if __name__ == "__main__":
    given = options.parse_args()
    draw = random.Random(given.seed)
    torch.manual_seed(given.seed)
    conversations, pairs = read_texts(given.dialogues, draw)
    print(f"{len(conversations)} conversations, {len(pairs)} pairs", flush=True)
    student = load_bert(f"{given.model_dir}/model.safetensors")
    train(student, Teacher(given.teacher_dir), conversations, pairs, given, draw)
    student.eval()
    if given.save != "":
        torch.save(student.state_dict(), given.save)

    def encode(texts):
        with torch.no_grad():
            rows = [embed(student, [text]).numpy()[0] for text in texts]
        return unit(np.array(rows)), np.array([len(ids_of(text)) for text in texts])

    report("student", encode, given.data)
