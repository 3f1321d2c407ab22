"""A BERT encoder of MiniLM's shape as ONNX nodes, for build_model.py and build_pair_model.py.

Weights are symmetric int8 with one scale per output column; activations are quantized per tensor at run time, after
outlier channels are moved into the weights (SmoothQuant, arXiv 2211.10438, with channel maxima that were measured).
The word embedding table is int8 with one scale per row.
"""
import numpy as np
from onnx import TensorProto as T, helper as h, numpy_helper as nh

HIDDEN, HEADS = 384, 12
SMOOTH_ALPHA = 0.85  # share of an outlier that moves into the weights; the best mean cosine to float32 of 0.4 .. 0.95
MS = "com.microsoft"


def quantize(w, axis):
    """Symmetric int8 with one scale per column (axis 0) or per row (axis 1)."""
    scale = np.abs(w).max(axis, keepdims=True) / 127.0
    scale[scale == 0] = 1
    return np.clip(np.rint(w / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


class BertGraph:
    """weights: Hugging Face's names without "bert."; channel_max: by site, [channels]; f32: nothing is quantized."""

    def __init__(self, weights, channel_max, layers, f32=False):
        self.weights, self.channel_max, self.layers, self.f32 = weights, channel_max, layers, f32
        self.nodes, self.inits, self.known = [], [], set()

    def init(self, name, array):
        if name not in self.known:
            self.known.add(name)
            self.inits.append(nh.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, op, ins, out, domain="", **attrs):
        outs = [out] if isinstance(out, str) else out
        self.nodes.append(h.make_node(op, ins, outs, name=outs[0], domain=domain, **attrs))
        return outs[0]

    def smoothing(self, site, w):
        """One divisor per input channel of w [K, N]."""
        x_max = np.maximum(self.channel_max[site], 1e-3)
        w_max = np.maximum(np.abs(w).max(1), 1e-5)
        return (x_max**SMOOTH_ALPHA / w_max ** (1 - SMOOTH_ALPHA)).astype(np.float32)

    def smooth(self, x, site, w):
        if self.f32:
            return x, w
        s = self.smoothing(site, w)
        return self.node("Mul", [x, self.init(site + ".inv", 1 / s)], site + ".smooth"), w * s[:, None]

    def matmul(self, x, w, out):
        if self.f32:
            return self.node("MatMul", [x, self.init(out + ".w", w)], out)
        q, s = quantize(w, 0)
        ins = [x, self.init(out + ".w", q), self.init(out + ".s", s[0]), self.init(out + ".zp", np.zeros(s[0].shape, np.int8))]
        return self.node("DynamicQuantizeMatMul", ins, out, MS)

    def add_norm(self, x, skip, prefix, bias, out):
        g, b = self.weights[prefix + ".weight"], self.weights[prefix + ".bias"]
        ins = [x, skip, self.init(out + ".g", g), self.init(out + ".be", b), self.init(out + ".bias", bias)]
        return self.node("SkipLayerNormalization", ins, out, MS, epsilon=1e-12)

    def attention(self, x, layer, n, site):
        wqkv = np.concatenate([layer(f"attention.self.{k}.weight").T for k in ("query", "key", "value")], 1)
        bqkv = np.concatenate([layer(f"attention.self.{k}.bias") for k in ("query", "key", "value")])
        w_out = layer("attention.output.dense.weight").T
        if self.f32:
            ins = [x, self.init(n + ".qkv.w", wqkv), self.init(n + ".qkv.b", bqkv), "mask32"]
            return self.matmul(self.node("Attention", ins, n + ".ctx", MS, num_heads=HEADS), w_out, n + ".ao")
        x, wqkv = self.smooth(x, site, wqkv)
        s = self.smoothing(n + ".ctx", w_out)  # the context is linear in the values, so its divisor folds into them
        wqkv[:, 2 * HIDDEN :] /= s
        bqkv[2 * HIDDEN :] /= s
        q, scale = quantize(wqkv, 0)
        self.node("DynamicQuantizeLinear", [x], [n + ".xq", n + ".xs", n + ".xz"])
        ins = [n + ".xq", self.init(n + ".qkv.w", q), self.init(n + ".qkv.b", bqkv), n + ".xs"]
        ins += [self.init(n + ".qkv.s", scale[0]), "mask32", n + ".xz", self.init(n + ".qkv.zp", np.zeros(scale[0].shape, np.int8))]
        return self.matmul(self.node("QAttention", ins, n + ".ctx", MS, num_heads=HEADS), w_out * s[:, None], n + ".ao")

    def encoder(self, with_types=False):
        """From input_ids and attention_mask, with token_type_ids too where asked for, to hidden states [batch, tokens, 384].
        Without them every token is of type 0, whose row is folded into the positions."""
        init, node, weights = self.init, self.node, self.weights
        word = weights["embeddings.word_embeddings.weight"]
        position = weights["embeddings.position_embeddings.weight"]
        types = weights["embeddings.token_type_embeddings.weight"]
        if self.f32:
            rows = node("Gather", [init("word", word), "input_ids"], "word_rows")
        else:
            q, s = quantize(word, 1)
            rows = node("Cast", [node("Gather", [init("word", q), "input_ids"], "word_q")], "word_f", to=T.FLOAT)
            rows = node("Mul", [rows, node("Gather", [init("word_scale", s), "input_ids"], "word_s")], "word_rows")
        ends = [init("one_i", np.array([1])), init("two_i", np.array([2]))]
        tokens = node("Slice", [node("Shape", ["input_ids"], "shape"), *ends], "tokens")
        position = init("position", position if with_types else position + types[0])
        position = node("Slice", [position, init("zero_i", np.array([0])), tokens, init("axis0", np.array([0]))], "position_rows")
        x = node("Add", [rows, position], "embedded")
        if with_types:
            x = node("Add", [x, node("Gather", [init("types", types), "token_type_ids"], "type_rows")], "embedded_types")
        norm = [init("emb.g", weights["embeddings.LayerNorm.weight"]), init("emb.b", weights["embeddings.LayerNorm.bias"])]
        x = node("LayerNormalization", [x, *norm], "emb_ln", epsilon=1e-12, axis=-1)
        node("Cast", ["attention_mask"], "mask32", to=T.INT32)
        site = "emb_ln"
        for i in range(self.layers):
            x = self.layer(x, i, site)
            site = f"l{i}.ln2"
        return x

    def layer(self, x, i, site):
        p, n = f"encoder.layer.{i}.", f"l{i}"
        layer = lambda k: self.weights[p + k]
        norm = p + "attention.output.LayerNorm"
        x = self.add_norm(self.attention(x, layer, n, site), x, norm, layer("attention.output.dense.bias"), n + ".ln1")
        up_in, w_up = self.smooth(x, n + ".ln1", layer("intermediate.dense.weight").T)
        up = self.matmul(up_in, w_up, n + ".up")
        # The tanh form of GELU: faster in WebAssembly, and its error is far below that of int8.
        act = self.node("BiasGelu" if self.f32 else "FastGelu", [up, self.init(n + ".up.b", layer("intermediate.dense.bias"))], n + ".gelu", MS)
        down_in, w_down = self.smooth(act, n + ".gelu", layer("output.dense.weight").T)
        return self.add_norm(self.matmul(down_in, w_down, n + ".down"), x, p + "output.LayerNorm", layer("output.dense.bias"), n + ".ln2")

    def mean(self, x):
        """Over the tokens of the attention mask: [batch, 384]."""
        init, node = self.init, self.node
        mask = node("Cast", ["attention_mask"], "mask_f", to=T.FLOAT)
        masked = node("Mul", [x, node("Unsqueeze", [mask, init("axis_last", np.array([-1]))], "mask3")], "masked")
        total = node("ReduceSum", [masked, init("axis1", np.array([1]))], "total", keepdims=0)
        count = node("ReduceSum", [mask, init("axis1", np.array([1]))], "count_raw", keepdims=1)
        count = node("Max", [count, init("one_f", np.array([1], np.float32))], "count")
        return node("Div", [total, count], "mean")

    def scores(self, states, heads):
        """Of the state of [CLS] and the mean of all, by a layer of units and one of scores for each head, side by side."""
        init, node, weights = self.init, self.node, self.weights
        mean = self.mean(states)
        first = node("Gather", [states, init("zero_i", np.array([0]))], "first_states", axis=1)
        first = node("Squeeze", [first, init("axis1", np.array([1]))], "first_state")
        pooled = node("Concat", [first, mean], "pooled", axis=-1)

        def head(name):
            part = lambda layer, kind: init(f"{name}.{layer}.{kind}", weights[f"{name}.{layer}.{kind}"].T)
            hidden = self.matmul(pooled, weights[f"{name}.hidden.weight"].T, f"{name}.units")
            hidden = node("FastGelu", [hidden, part("hidden", "bias")], f"{name}.gelu", MS)
            return node("Add", [node("MatMul", [hidden, part("out", "weight")], f"{name}.sums"), part("out", "bias")], name)

        return node("Concat", [head(name) for name in heads], "scores", axis=-1)

    def model(self, name, inputs, output, width, producer):
        graph = h.make_graph(
            self.nodes,
            name,
            [h.make_tensor_value_info(n, T.INT64, ["batch", "tokens"]) for n in inputs],
            [h.make_tensor_value_info(output, T.FLOAT, ["batch", width])],
            self.inits,
        )
        opsets = [h.make_opsetid("", 17), h.make_opsetid(MS, 1)]
        model = h.make_model(graph, opset_imports=opsets, producer_name=producer)
        model.ir_version = 8
        return model
