#!/usr/bin/env python3
"""Reads the weights out of a built classifier or judge, so that it can be taught further (train_classifier.py --from).

They are what the int8 of the file stands for, in float32, by Hugging Face's names. The divisors of the contexts
stay where build_pair_model.py put them, in values and output, which cancel each other.
Needs:   numpy, onnx, safetensors.  Usage: read_weights.py MODEL.onnx OUT.safetensors
"""
import sys
import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

inits = {each.name: numpy_helper.to_array(each) for each in onnx.load(sys.argv[1]).graph.initializer}
weights = {}


def dense(name, weight, bias):
    weights[name + ".weight"] = np.ascontiguousarray(weight.T, dtype=np.float32)
    weights[name + ".bias"] = bias


def norm(name, site):
    weights[name + ".weight"], weights[name + ".bias"] = inits[site + ".g"], inits[site + (".b" if site == "emb" else ".be")]


def matmul(out, site=None):
    """[inputs, outputs]; site: whose divisors were moved into it."""
    w = inits[out + ".w"] * inits[out + ".s"]
    return w if site is None else w * inits[site + ".inv"][:, None]


weights["embeddings.word_embeddings.weight"] = inits["word"] * inits["word_scale"]
weights["embeddings.position_embeddings.weight"] = inits["position"]
weights["embeddings.token_type_embeddings.weight"] = inits["types"]
norm("embeddings.LayerNorm", "emb")
site = "emb_ln"
for at in range(sum(name.endswith(".qkv.w") for name in inits)):
    name, n = f"encoder.layer.{at}", f"l{at}"
    biases = np.split(inits[n + ".qkv.b"], 3)
    for kind, part, bias in zip(("query", "key", "value"), np.split(matmul(n + ".qkv", site), 3, axis=1), biases):
        dense(f"{name}.attention.self.{kind}", part, bias)
    dense(f"{name}.attention.output.dense", matmul(n + ".ao"), inits[n + ".ln1.bias"])
    norm(f"{name}.attention.output.LayerNorm", n + ".ln1")
    dense(f"{name}.intermediate.dense", matmul(n + ".up", n + ".ln1"), inits[n + ".up.b"])
    dense(f"{name}.output.dense", matmul(n + ".down", n + ".gelu"), inits[n + ".ln2.bias"])
    norm(f"{name}.output.LayerNorm", n + ".ln2")
    site = n + ".ln2"
for head in sorted(name.split(".")[0] for name in inits if name.endswith(".units.w")):
    dense(head + ".hidden", matmul(head + ".units"), inits[head + ".hidden.bias"])
    weights[head + ".out.weight"] = np.ascontiguousarray(inits[head + ".out.weight"].T)
    weights[head + ".out.bias"] = inits[head + ".out.bias"]
save_file(weights, sys.argv[2])
