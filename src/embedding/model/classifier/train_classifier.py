#!/usr/bin/env python3
"""Trains the classifier of messages: what a message is for, and how it stands to a rule.

Two heads over one encoder, begun from the weights of bge-small-en-v1.5 (or of another BERT of its width): of the state
of [CLS] and the mean of all states, a layer of 384 units, and the scores. A third head tells the eight intents of ../sentences, to learn from
them too, and is left out afterwards.

  *-intents.tsv   intent, a message
  *-chats.tsv     the same of whole chats, message by message: most of them wish nothing
  *-changes.tsv   relation, a rule, a later message
  *-repeats.tsv   relation, a message, a later one that may wish the same
  *-lives.tsv     whole chats in which wishes change: intent, relations to earlier messages (relation:line, from 1), a message,
                  the rule that it teaches; an empty line between chats. Each wish is held against all later messages
  *-talk.tsv      messages between friends, unlabelled: of oneself, of others, questions or talk, whichever, and no wishes
  *-said.tsv      a rule of *-changes.tsv, and how the user may have said it: it stands for the rule every other time

Rules are held against messages of other chats too, to which they have no relation: what ends or replaces one, against
another one each time.

Needs:   numpy, torch, safetensors, tokenizers. An epoch of all takes two cores some 20 minutes, a graphics processor
         less than one.
Usage:   train_classifier.py MODEL.safetensors OUT.safetensors OUT.npz [--from WEIGHTS.safetensors,…] [--hold PREFIX,…]
         [--epochs 4] [--rate 1e-4] [--seed 1] [--tokens 2400] [--join 0] [--fresh PREFIX,…] [--rest 1] [--freeze 0]
MODEL.safetensors: the original weights. OUT.npz: the channel maxima that build_pair_model.py needs; reference.json is
written too. --from: begins with the mean of trained weights; with --epochs 0 it is only measured and written. --tokens: of
a batch. --join: of the messages the share that gets another, which wishes nothing, before or behind it. --hold: files of
these prefixes teach nothing, and after each epoch it is printed how well they are told.
"""
import argparse
import json
import pathlib
import random
import sys
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from bert_torch import HIDDEN, load_bert

INTENTS = "order manner preference household once correction ends quoted others self question talk".split()
RELATIONS = "replaces ends same adds exception none".split()
OLD_INTENTS = "order preference once correction question self others talk".split()
HEADS = (INTENTS, RELATIONS, OLD_INTENTS)
WEIGHTS = (1.0, 1.0, 0.5)  # of the three losses
INTENTS_BESIDE = ("question", "talk", "self")  # of messages that may stand beside any other
NO_WISH = [INTENTS.index(intent) for intent in ("others", "self", "question", "talk")]
NONE_SHARE = 0.5  # of the pairs of *-lives.tsv without a relation, those that an epoch takes
TALK = -1  # in place of a label
# Tokens of the two texts of a pair; a longer text is cut in its middle. src/embedding/pair-tokens.ts cuts the same way.
LONGEST = ((0, 140), (64, 90), (0, 110))
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from pair_training import CLS, SEP, batches, calibrate, cut, pooled, tokens  # noqa: E402

# Texts of which reference.json keeps the tokens and the shares of the float32 model.
REFERENCES = (
    (0, "", "no more emojis from here on please, i read these out loud to my gran"),
    (0, "", "that means nothing to me, I'm in Leeds. celsius, always"),
    (0, "", "I asked for one and got a phone book"),
    (0, "", "Ich vertrage keine Nüsse, was kann ich auf dem Markt essen?"),
    (0, "", "My youngest is coeliac so everything we cook here has to be gluten free"),
    (0, "", "gracias. ¿y cuánto cuesta el tren a Sevilla?"),
    (0, "", "just this once, answer me like a pirate"),
    (0, "", "no it doesn't, it's half eight now"),
    (0, "", "My boss wants every mail signed with kind regards, what do you think of that?"),
    (0, "", "you can joke again, the funeral is over"),
    (0, "", "so tired today, the baby was up four times"),
    (0, "", "word " * 200),
    (1, "Answer in German.", "My course is over, back to English with you"),
    (1, "Do not suggest fish.", "ok the doctor says fish is fine again"),
    (1, "Keep answers short.", "what's the shortest river in Europe?"),
    (1, "Sign letters with Bex.", "use Rebecca on this one, it's for the bank"),
)

options = argparse.ArgumentParser()
options.add_argument("weights")
options.add_argument("out")
options.add_argument("calibration")
options.add_argument("--from", dest="begin", default="")
options.add_argument("--hold", default="")
options.add_argument("--fresh", default="")
options.add_argument("--rest", type=float, default=1)
options.add_argument("--freeze", type=int, default=0)
options.add_argument("--join", type=float, default=0)
options.add_argument("--tokens", type=int, default=2400)
options.add_argument("--epochs", type=int, default=4)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--rate", type=float, default=1e-4)
options = options.parse_args()
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
random.seed(options.seed)
torch.manual_seed(options.seed)


def example(task, label, first, second):
    first, second = (cut(tokens(text), most) for text, most in zip((first, second), LONGEST[task]))
    ids = [CLS, *first, SEP, *second, SEP]
    types = [0] * (len(first) + 2) + [1] * (len(second) + 1)
    return {"ids": ids, "types": types, "task": task, "label": HEADS[task].index(label)}


def rows(text):
    for line in text.splitlines():
        yield tuple(field.replace("\\n", "\n") for field in line.split("\t"))


def starts(file, prefixes):
    return prefixes != "" and file.name.startswith(tuple(prefixes.split(",")))


class Corpus:
    """What the files teach, of which `belongs(file)`."""

    def __init__(self, belongs):
        read = lambda name: [row for file in sorted(HERE.glob(f"*-{name}.tsv")) if belongs(file) for row in rows(file.read_text())]
        self.intents, self.changes = read("intents") + read("chats"), read("changes") + read("repeats")
        self.lives = []  # relation, ways to say the rule, later message
        self.talk, self.said = [text for (text,) in read("talk")], dict(read("said"))
        for file in sorted(HERE.glob("*-lives.tsv")):
            for chat in file.read_text().strip("\n").split("\n\n") if belongs(file) else ():
                lines = list(rows(chat))
                self.intents.extend((intent, message) for intent, _, message, _ in lines)
                self.lives.extend(pairs_of(lines))

    def all(self):
        yield from (example(0, intent, "", message) for intent, message in self.intents)
        yield from (example(1, *row) for row in self.changes)
        yield from (example(1, relation, ways[1], message) for relation, ways, message in self.lives)

    def of_epoch(self):
        """Of pairs without a relation a part, and of rules now this way to say them, now another."""
        worded = lambda rule: self.said[rule] if rule in self.said and random.random() < 0.5 else rule
        messages = [message for _, message in self.intents]
        beside = [message for intent, message in self.intents if intent in INTENTS_BESIDE]

        def joined(message):
            """Now and then with another before or behind it that changes nothing of what it is for."""
            if random.random() >= options.join:
                return message
            return " ".join(random.sample([message, random.choice(beside)], 2))

        yield from (example(0, intent, "", joined(message)) for intent, message in self.intents)
        yield from ({**example(0, "talk", "", message), "label": TALK} for message in self.talk)
        pairs = [(relation, worded(rule), message) for relation, rule, message in self.changes]
        pairs += [(relation, random.choice(ways), message) for relation, ways, message in self.lives]
        rules = [rule for _, rule, _ in pairs]
        for at, (relation, rule, message) in enumerate(pairs):
            if relation != "none" or at < len(self.changes) or random.random() < NONE_SHARE:
                yield example(1, relation, rule, joined(message))
            if relation in ("replaces", "ends"):
                yield example(1, "none", random.choice(rules), joined(message))
        for _ in range(len(self.changes) // 6):
            yield example(1, "none", random.choice(rules), random.choice(messages))


def pairs_of(lines):
    links = [dict(reversed(link.split(":")) for link in field.split(",") if link != "-") for _, field, _, _ in lines]
    links = [{int(line) - 1: relation for line, relation in each.items()} for each in links]
    wish_of = list(range(len(lines)))  # a wish said again is the one that it repeats
    for line, each in enumerate(links):
        wish_of[line] = next((wish_of[to] for to, relation in each.items() if relation == "same"), line)
    over = set()
    for later, (_, _, message, _) in enumerate(lines):
        relations = {wish_of[to]: relation for to, relation in links[later].items()}
        for wish, (_, _, said, rule) in enumerate(lines[:later]):
            if rule and wish_of[wish] not in over:
                yield relations.get(wish_of[wish], "none"), (rule, said), message
        over |= {wish for wish, relation in relations.items() if relation in ("replaces", "ends")}


def old_sentences():
    found = [row for file in sorted(HERE.parent.glob("sentences/*.tsv")) for row in rows(file.read_text())]
    return [example(2, intent, "", text) for intent, text in found if intent in OLD_INTENTS]


def examples_of_epoch(fresh, rest, old):
    yield from fresh.of_epoch()
    yield from (each for each in rest.of_epoch() if random.random() < options.rest)
    yield from random.sample(old, int(len(old) / 2 * options.rest))


class Classifier(nn.Module):
    def __init__(self, bert):
        super().__init__()
        self.bert = bert
        head = lambda labels: nn.Sequential(nn.Linear(2 * HIDDEN, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, len(labels)))
        self.heads = nn.ModuleList(head(labels) for labels in HEADS)

    def forward(self, ids, mask, types, **seen):
        both = pooled(self.bert(ids, mask, types, **seen), mask)
        return [head(both) for head in self.heads]


def loss_of(scores, batch):
    total = 0
    for task, weight in enumerate(WEIGHTS):
        at = [row for row, each in enumerate(batch) if each["task"] == task]
        if at:
            labels = torch.tensor([batch[row]["label"] for row in at], device=DEVICE)
            of_task = scores[task][at].float()
            losses = F.cross_entropy(of_task, labels.clamp(min=0), label_smoothing=0.05, reduction="none")
            if task == 0:
                no_wish = of_task.logsumexp(-1) - of_task[:, NO_WISH].logsumexp(-1)
                losses = torch.where(labels == TALK, no_wish, losses)
            total = total + weight * losses.sum() / len(batch)
    return total


def recall_at(precision, told):
    """told: (share, whether it is so), of each; the most of those that are so, where so many of those that are told are."""
    told = sorted(told, reverse=True)
    best = right = 0
    for count, (_, is_so) in enumerate(told, 1):
        right += is_so
        if right >= precision * count:
            best = right
    return best / max(1, sum(is_so for _, is_so in told))


def average_precision(told):
    told = sorted(told, reverse=True)
    right, precisions = 0, []
    for count, (_, is_so) in enumerate(told, 1):
        right += is_so
        if is_so:
            precisions.append(right / count)
    return sum(precisions) / max(1, len(precisions))


def measure(model, held):
    model.eval()
    shares = {0: [], 1: []}
    with torch.no_grad():
        for ids, mask, types, batch in batches(held, 2 * options.tokens, DEVICE):
            scores = [torch.softmax(part.float(), -1).tolist() for part in model(ids, mask, types)]
            for row, each in enumerate(batch):
                shares[each["task"]].append((scores[each["task"]][row], each["label"]))
    model.train()
    for task, groups in ((0, (("for good", {0, 1, 2, 3}), ("ends", {6}))), (1, (("replaces or ends", {0, 1}), ("same", {2}), ("adds", {3})))):
        if not shares[task]:
            continue
        right = sum(max(range(len(each)), key=each.__getitem__) == label for each, label in shares[task])
        print(f"  {('intents', 'relations')[task]}: accuracy {right / len(shares[task]):.3f}", end="")
        for name, group in groups:
            told = [(sum(each[k] for k in group), label in group) for each, label in shares[task]]
            print(f"; {name}: {average_precision(told):.3f}, recall", "/".join(f"{recall_at(p, told):.2f}" for p in (0.98, 0.95, 0.9)), end="")
        print(" at precision .98/.95/.90", flush=True)


def train(model, learned, held):
    """learned: gives the examples of an epoch."""
    model.bert.word.weight.requires_grad_(False)
    if options.freeze > 0:
        bert = model.bert
        for part in (bert.position, bert.token_type, bert.ln, *bert.layers[: options.freeze]):
            part.requires_grad_(False)
    decayed = [each for each in model.parameters() if each.requires_grad and each.ndim > 1]
    others = [each for each in model.parameters() if each.requires_grad and each.ndim <= 1]
    groups = [{"params": decayed}, {"params": others, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=DEVICE == "cuda")
    steps = options.epochs * len(list(batches(list(learned()), options.tokens, DEVICE)))
    step = 0
    for epoch in range(options.epochs):
        losses = []
        for ids, mask, types, batch in batches(list(learned()), options.tokens, DEVICE):
            step += 1
            rate = options.rate * min(1, step / (0.08 * steps)) * max(0.02, 1 - step / steps)
            for group in optimizer.param_groups:
                group["lr"] = rate
            with torch.autocast(DEVICE, torch.bfloat16):
                scores = model(ids, mask, types)
            loss = loss_of(scores, batch)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.detach())
        print(f"epoch {epoch + 1}: loss {float(torch.stack(losses).mean()):.3f}", flush=True)
        if held:
            measure(model, held)


def reference(model):
    rows = []
    with torch.no_grad():
        for task, first, second in REFERENCES:
            each = example(task, HEADS[task][0], first, second)
            ids, types = (torch.tensor([each[part]], device=DEVICE) for part in ("ids", "types"))
            scores = model(ids, torch.ones_like(ids), types)[task][0]
            shares = [round(share, 5) for share in torch.softmax(scores, -1).tolist()]
            head = ("intents", "relations")[task]
            rows.append({"head": head, "first": first, "second": second, "ids": each["ids"], "shares": shares})
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def named(model):
    yield from model.bert.named()
    for name, head in zip(("intents", "relations"), model.heads):
        for part, layer in (("hidden", head[0]), ("out", head[3])):
            yield from ((f"{name}.{part}.weight", layer.weight), (f"{name}.{part}.bias", layer.bias))


def named_weights(model):
    return {name: value.detach().cpu().clone().contiguous() for name, value in named(model)}


def mean_of(models):
    return {name: sum(each[name] for each in models) / len(models) for name in models[0]}


def take_weights(model, weights):
    with torch.no_grad():
        for name, value in named(model):
            value.copy_(weights[name])


if __name__ == "__main__":
    held = list(Corpus(lambda file: starts(file, options.hold)).all())
    fresh = Corpus(lambda file: starts(file, options.fresh) and not starts(file, options.hold))
    rest = Corpus(lambda file: not starts(file, options.fresh) and not starts(file, options.hold))
    old = old_sentences()
    for name, corpus in (("fresh", fresh), ("rest", rest)):
        print(f"{name}: {len(corpus.intents)} messages, {len(corpus.changes)} + {len(corpus.lives)} pairs", flush=True)
    model = Classifier(load_bert(options.weights)).to(DEVICE)
    if options.begin:
        take_weights(model, mean_of([load_file(file) for file in options.begin.split(",")]))
    train(model, lambda: examples_of_epoch(fresh, rest, old), held)
    if held and options.epochs == 0:
        measure(model, held)
    save_file(named_weights(model), options.out)
    np.savez_compressed(options.calibration, **calibrate(model, [*fresh.all(), *rest.all()], DEVICE))
    (HERE / "reference.json").write_text(reference(model))
