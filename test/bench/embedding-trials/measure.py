"""What measures an embedding, in one process: LoCoMo by cosine, STS-B, and clusters of CLINC150. None of it teaches anything.

An encoder is a function of texts to rows of length 1, [texts, 384], and a table of token counts, [texts]. As the service
does it, a packet is the embedding of its first turn and, by the share of tokens that the second has of the first, at most
1, of its second; five packets count as found for a question. Texts are cut at 256 tokens instead of being read in windows.
"""
import csv
import json
import random
import re
from pathlib import Path

import numpy as np

PACKETS_SHOWN = 5
PURITY_LEAST = 0.93
THRESHOLDS = np.arange(0.4, 0.99, 0.01)


def unit(rows):
    return rows / np.maximum(1e-9, np.linalg.norm(rows, axis=-1, keepdims=True))


def read_locomo(file, with_prefix):
    """Of each conversation its packets (first text, second text, turns) and its questions (text, category, evidence)."""
    conversations = []
    for sample in json.loads(Path(file).read_text()):
        said = sample["conversation"]
        packets = []
        sessions = sorted(int(key.split("_")[1]) for key in said if re.fullmatch(r"session_\d+", key))
        for number in sessions:
            date, turns = said[f"session_{number}_date_time"], said[f"session_{number}"]
            for at in range(0, len(turns), 2):
                pair = turns[at : at + 2]
                texts = [text_of(turn, date if with_prefix else None) for turn in pair] + ["(no reply)"]
                packets.append((*texts[:2], {turn_id(turn["dia_id"]) for turn in pair}))
        known = set().union(*(turns for _, _, turns in packets))
        questions = [(each["question"], each["category"], evidence_of(each) & known) for each in sample["qa"]]
        conversations.append((packets, [each for each in questions if each[2]]))
    return conversations


def text_of(turn, date):
    text = turn["text"] if date is None else f'({date}) {turn["speaker"]} said, "{turn["text"]}"'
    return text + (f' [shares {turn["blip_caption"]}]' if turn.get("blip_caption") else "")


def turn_id(text):
    return tuple(int(number) for number in re.findall(r"\d+", text)[:2])


def evidence_of(question):
    return {(int(a), int(b)) for each in question["evidence"] for a, b in re.findall(r"D(\d+):(\d+)", each)}


def recall_locomo(encode, conversations):
    """The share of the evidence among the packets shown, over all questions."""
    texts = [text for packets, questions in conversations for text in texts_in(packets, questions)]
    rows, tokens = encode(texts)
    shares, at = [], 0
    for packets, questions in conversations:
        count = len(packets)
        first, second = slice(at, at + count), slice(at + count, at + 2 * count)
        asked = rows[at + 2 * count : at + 2 * count + len(questions)]
        weight = np.minimum(1, tokens[second] / np.maximum(1, tokens[first]))[:, None]
        scores = asked @ unit(rows[first] + weight * rows[second]).T
        for row, (_, _, evidence) in zip(scores, questions):
            shown = set().union(*(packets[best][2] for best in np.argsort(-row)[:PACKETS_SHOWN]))
            shares.append(len(evidence & shown) / len(evidence))
        at += 2 * count + len(questions)
    return float(np.mean(shares))


def texts_in(packets, questions):
    return [packet[0] for packet in packets] + [packet[1] for packet in packets] + [question[0] for question in questions]


def ranks(values):
    order = np.argsort(values, kind="stable")
    placed = np.empty(len(values))
    placed[order] = np.arange(len(values))
    groups = np.unique(values, return_inverse=True)[1]
    return np.bincount(groups, placed)[groups] / np.bincount(groups)[groups]


def correlate_sts(encode, file):
    """Spearman's correlation of the cosine with what people said."""
    rows = list(csv.reader(Path(file).open()))
    first, second = (encode([row[column] for row in rows])[0] for column in (0, 1))
    return float(np.corrcoef(ranks((first * second).sum(1)), ranks(np.array([float(row[2]) for row in rows])))[0, 1])


def cluster_clinc(encode, file, mixes=8, seed=1):
    """Greedy online clustering of mixes: (F1 of pairs, purity of clusters of two and more, threshold), the best F1 of a purity
    of .93 or more."""
    data, draw = json.loads(Path(file).read_text()), random.Random(seed)
    by_intent = {}
    for text, intent in data["test"] + data["val"]:
        by_intent.setdefault(intent, []).append(text)
    outside = [text for text, _ in data["oos_test"]]
    counts = np.zeros((len(THRESHOLDS), 5))  # pairs right, wrong and missed; items of the clusters' intents, items kept
    for _ in range(mixes):
        items = [(text, intent) for intent in draw.sample(sorted(by_intent), 60) for text in draw.sample(by_intent[intent], draw.randint(1, 6))]
        items += [(text, text) for text in draw.sample(outside, 80)]
        draw.shuffle(items)
        rows, _ = encode([text for text, _ in items])
        labels = np.unique([intent for _, intent in items], return_inverse=True)[1]
        for at, threshold in enumerate(THRESHOLDS):
            counts[at] += count_clusters(cluster(rows, threshold), labels)
    scores = [(2 * a / (2 * a + b + c), d / max(1, e), float(t)) for (a, b, c, d, e), t in zip(counts, THRESHOLDS)]
    return max((score for score in scores if score[1] >= PURITY_LEAST), default=(0.0, 0.0, 0.0))


def cluster(rows, threshold):
    sums, places = [], []
    for row in rows:
        near = unit(np.array(sums)) @ row if sums else np.zeros(0)
        best = int(np.argmax(near)) if sums else -1
        if best == -1 or near[best] < threshold:
            best = len(sums)
            sums.append(np.zeros_like(row))
        sums[best] = sums[best] + row
        places.append(best)
    return np.array(places)


def count_clusters(places, labels):
    together, alike = (each[:, None] == each[None] for each in (places, labels))
    pairs = np.triu(np.ones_like(together), 1)
    kept = [labels[places == place] for place in np.unique(places) if (places == place).sum() > 1]
    return [
        (pairs & together & alike).sum(),
        (pairs & together & ~alike).sum(),
        (pairs & ~together & alike).sum(),
        sum(np.bincount(each).max() for each in kept),
        sum(len(each) for each in kept),
    ]


def report(name, encode, data):
    """data: the folder with locomo10.json, stsb-en-test.csv and data_full.json."""
    data = Path(data)
    with_prefix, alone = (recall_locomo(encode, read_locomo(data / "locomo10.json", each)) for each in (True, False))
    f1, purity, threshold = cluster_clinc(encode, data / "data_full.json")
    sts = correlate_sts(encode, data / "stsb-en-test.csv")
    print(f"{name:34} LoCoMo {with_prefix:.4f} {alone:.4f}  STS-B {sts:.4f}  clusters F1 {f1:.3f} purity {purity:.3f} at {threshold:.2f}", flush=True)
