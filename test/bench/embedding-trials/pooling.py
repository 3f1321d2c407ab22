#!/usr/bin/env python3
"""Ways to make one embedding of MiniLM's token states, which cost nothing at run time, measured side by side.

Needs:   numpy, torch, safetensors, tokenizers.
Usage:   pooling.py MODEL_DIR DATA
MODEL_DIR holds the original model.safetensors; DATA is what measure.py reads. Two cores take some four minutes.
"""
import sys
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from measure import report, unit

MODEL = Path(__file__).parents[3] / "src/embedding/model"
sys.path.insert(0, str(MODEL / "classifier"))
from bert_torch import load_bert  # noqa: E402

CLS, SEP, LONGEST = 101, 102, 256
EDGE_WEIGHT = 0.05
TOKENS_OF_BATCH = 8000
TEXTS_FOR_MEAN = 2500
MESSAGES = (("intents", (1,)), ("chats", (1,)), ("changes", (1, 2)), ("repeats", (1, 2)), ("said", (0, 1)), ("talk", (0,)), ("lives", (2, 3)))

tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()


def ids_of(text):
    return tokenizer.encode(text, add_special_tokens=False).ids[: LONGEST - 2]


def own_texts():
    """The messages that taught the classifier, and the sentences that taught the head for intents."""
    texts = [line.split("\t")[1] for file in MODEL.glob("sentences/*.tsv") for line in file.read_text().splitlines()]
    for kind, fields in MESSAGES:
        for file in MODEL.glob(f"classifier/*-{kind}.tsv"):
            rows = [line.split("\t") for line in file.read_text().splitlines() if line != ""]
            texts += [row[field] for row in rows for field in fields if field < len(row)]
    return sorted({text for text in texts if text.strip() != ""})


def rareness(texts, power):
    """[words]: 0.05 + (idf / greatest idf) ** power of each token among the texts."""
    counts = np.zeros(tokenizer.get_vocab_size())
    for text in texts:
        counts[list(set(ids_of(text)))] += 1
    idf = np.log((len(texts) + 1) / (counts + 1))
    weights = (EDGE_WEIGHT + (idf / idf.max()) ** power).astype(np.float32)
    weights[[CLS, SEP]] = EDGE_WEIGHT
    return weights


class States:
    """The states after the third and the sixth layer, of each text once."""

    def __init__(self, model_dir):
        self.model, self.known = load_bert(f"{model_dir}/model.safetensors").eval(), {}

    def of(self, texts):
        new = sorted({text for text in texts if text not in self.known}, key=len)
        batch, longest = [], 0
        for text in [*new, None]:
            ids = None if text is None else [CLS, *ids_of(text), SEP]
            if batch and (ids is None or max(longest, len(ids)) * (len(batch) + 1) > TOKENS_OF_BATCH):
                self.read(batch, longest)
                batch, longest = [], 0
            if ids is not None:
                batch.append((text, ids))
                longest = max(longest, len(ids))
        return [self.known[text] for text in texts]

    def read(self, batch, longest):
        padded = torch.tensor([ids + [0] * (longest - len(ids)) for _, ids in batch])
        mask = torch.tensor([[1] * len(ids) + [0] * (longest - len(ids)) for _, ids in batch])
        layers = []
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            # What each layer gives is told at the site "ln2".
            self.model(padded, mask, torch.zeros_like(padded), seen=lambda site, values: layers.append(values) if site.endswith("ln2") else None)
        third, sixth = (layers[at].float().numpy().astype(np.float16) for at in (2, 5))
        for row, (text, ids) in enumerate(batch):
            self.known[text] = (np.array(ids), third[row, : len(ids)], sixth[row, : len(ids)])


def pooled(states, texts, weights, third_part):
    """[texts, 384], not of length 1, and the count of tokens of each."""
    rows = np.zeros((len(texts), 384), np.float32)
    found = states.of(texts)
    for row, (ids, third, sixth) in enumerate(found):
        of_tokens = weights[ids][:, None]
        rows[row] = ((sixth.astype(np.float32) + third_part * third.astype(np.float32)) * of_tokens).sum(0) / of_tokens.sum()
    return rows, np.array([len(ids) - 2 for ids, _, _ in found])


if __name__ == "__main__":
    model_dir, data = sys.argv[1:]
    states, own = States(model_dir), own_texts()
    alike, rare = np.ones(tokenizer.get_vocab_size(), np.float32), rareness(own, 0.5)

    def variant(weights, third_part=0.0, mean=0.0):
        def encode(texts):
            rows, tokens = pooled(states, texts, weights, third_part)
            return unit(rows - mean), tokens

        return encode

    report("each token alike (as shipped)", variant(alike), data)
    report("rare tokens more, idf ** .5", variant(rare), data)
    report("rare tokens more, idf ** .75", variant(rareness(own, 0.75)), data)
    report("each alike, half the third layer", variant(alike, 0.5), data)
    report("rare more, half the third layer", variant(rare, 0.5), data)
    report("rare more, all of the third layer", variant(rare, 1.0), data)
    mean = pooled(states, own[:: max(1, len(own) // TEXTS_FOR_MEAN)], rare, 0.5)[0].mean(0)
    report("rare more, half the third, mean off", variant(rare, 0.5, mean), data)
