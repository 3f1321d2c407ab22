#!/usr/bin/env python3
"""Builds the classifier of messages or the judge of answers as one ONNX graph (see bert_graph.py): two sides of texts in, scores out.

Inputs:  input_ids, attention_mask, token_type_ids: int64 [batch, tokens]; tokens <= 512; a type is 1 in the second side.
Output:  scores float32 [batch, scores of all heads], before softmax. Of weights with the heads "intents" and "relations" 12 and
         6, as classifier/train_classifier.py lists them; with "contradicts" the logarithm of the odds of a contradiction.
Needs:   numpy, onnx, safetensors.  Usage: build_pair_model.py WEIGHTS.safetensors CALIBRATION.npz OUT.onnx [--f32]
CALIBRATION.npz was made with the weights by train_classifier.py or train_judge.py.
"""
import argparse
import numpy as np
import onnx
from bert_graph import BertGraph
from safetensors.numpy import load_file

HEADS = ("intents", "relations", "contradicts")

args = argparse.ArgumentParser()
args.add_argument("weights")
args.add_argument("calibration")
args.add_argument("out")
args.add_argument("--f32", action="store_true")
args = args.parse_args()
weights = load_file(args.weights)
layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
heads = [head for head in HEADS if f"{head}.out.bias" in weights]
graph = BertGraph(weights, np.load(args.calibration), layers, args.f32)
graph.scores(graph.encoder(with_types=True), heads)
width = sum(len(weights[f"{head}.out.bias"]) for head in heads)
inputs = ("input_ids", "attention_mask", "token_type_ids")
onnx.save(graph.model("-".join(heads), inputs, "scores", width, "build_pair_model.py"), args.out)
