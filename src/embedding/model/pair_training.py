"""What the training of classifier/ and judge/ share: the tokens of texts, batches of examples, pooling and calibration.

src/embedding/pair-tokens.ts cuts texts the same way.
"""
import functools
import pathlib
import random
import numpy as np
import torch
from tokenizers import Tokenizer

CLS, SEP = 101, 102
tokenizer = Tokenizer.from_file(str(pathlib.Path(__file__).parent / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()


def cut(ids, most):
    head = most * 2 // 3
    return ids if len(ids) <= most else ids[:head] + ids[len(ids) - (most - head) :]


@functools.cache
def tokens(text):
    return tokenizer.encode(text, add_special_tokens=False).ids


def batches(examples, size, device="cpu"):
    """Of texts of like lengths, in an order drawn by chance. size: tokens of a batch."""
    by_length = sorted(examples, key=lambda each: len(each["ids"]) + random.random() * 12)
    made, batch = [], []
    for each in by_length:
        if batch and len(each["ids"]) * (len(batch) + 1) > size:
            made.append(batch)
            batch = []
        batch.append(each)
    made.append(batch)
    random.shuffle(made)
    for batch in made:
        longest = max(len(each["ids"]) for each in batch)
        padded = lambda values: torch.tensor([list(row) + [0] * (longest - len(row)) for row in values]).to(device)
        ids, types = padded(each["ids"] for each in batch), padded(each["types"] for each in batch)
        yield ids, padded([1] * len(each["ids"]) for each in batch), types, batch


def pooled(states, mask):
    """The state of [CLS] beside the mean of all: [batch, 768]."""
    weight = mask[..., None].to(states.dtype)
    return torch.cat([states[:, 0], (states * weight).sum(1) / weight.sum(1)], -1)


def calibrate(model, examples, device="cpu"):
    """The greatest magnitude of each channel at each site, over some hundred texts."""
    most = {}

    def seen(site, values):
        found = values.abs().amax((0, 1)).cpu().numpy()
        most[site] = np.maximum(most[site], found) if site in most else found

    model.eval()
    with torch.no_grad():
        for each in random.sample(examples, min(600, len(examples))):
            ids, types = (torch.tensor([each[part]], device=device) for part in ("ids", "types"))
            model(ids, torch.ones_like(ids), types, seen=seen)
    return most
