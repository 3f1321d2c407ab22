#!/usr/bin/env python3
"""Builds the judge of draft answers as one ONNX graph (see ../bert_graph.py): a claim beside what was told in, a score out.

Inputs:  input_ids, attention_mask, token_type_ids: int64 [batch, tokens]; tokens <= 512; a type is 1 in what was told.
Output:  scores float32 [batch, 1]: the logarithm of the odds of a contradiction.
Needs:   numpy, onnx, safetensors.  Usage: build_judge.py WEIGHTS.safetensors OUT.onnx [--f32]
Beside it must lie calibration.npz, made with the weights by train_judge.py.
"""
import argparse
import pathlib
import sys
import numpy as np
import onnx
from safetensors.numpy import load_file

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from bert_graph import BertGraph  # noqa: E402

args = argparse.ArgumentParser()
args.add_argument("weights")
args.add_argument("out")
args.add_argument("--f32", action="store_true")
args = args.parse_args()
weights = load_file(args.weights)
layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
graph = BertGraph(weights, np.load(HERE / "calibration.npz"), layers, args.f32)
graph.scores(graph.encoder(with_types=True), ("contradicts",))
inputs = ("input_ids", "attention_mask", "token_type_ids")
onnx.save(graph.model("answer-judge", inputs, "scores", 1, "build_judge.py"), args.out)
