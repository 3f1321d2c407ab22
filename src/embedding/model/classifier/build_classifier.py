#!/usr/bin/env python3
"""Builds the classifier of messages as one ONNX graph (see ../bert_graph.py): a pair of texts in, scores out.

Inputs:  input_ids, attention_mask, token_type_ids: int64 [batch, tokens]; tokens <= 512; a type is 1 in the second text.
Output:  scores float32 [batch, 18]: of 12 intents and 6 relations, as train_classifier.py lists them, before softmax.
Needs:   numpy, onnx, safetensors.  Usage: build_classifier.py WEIGHTS.safetensors OUT.onnx [--f32]
Beside it must lie calibration.npz, made with the weights by train_classifier.py.
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
graph.scores(graph.encoder(with_types=True), ("intents", "relations"))
inputs = ("input_ids", "attention_mask", "token_type_ids")
onnx.save(graph.model("message-classifier", inputs, "scores", 18, "build_classifier.py"), args.out)
