"""BERT of MiniLM's shape in PyTorch, from the original weights."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file

HIDDEN, HEADS, WORDS, POSITIONS = 384, 12, 30522, 512
PARTS = ("query", "key", "value")


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.up, self.down = nn.Linear(HIDDEN, 4 * HIDDEN), nn.Linear(4 * HIDDEN, HIDDEN)
        self.ln1, self.ln2 = nn.LayerNorm(HIDDEN, eps=1e-12), nn.LayerNorm(HIDDEN, eps=1e-12)

    def forward(self, x, mask, drop, seen):
        batch, tokens, _ = x.shape
        heads = self.qkv(x).view(batch, tokens, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        context = F.scaled_dot_product_attention(*heads, attn_mask=mask).transpose(1, 2).reshape(batch, tokens, HIDDEN)
        seen("ctx", context)
        x = self.ln1(x + F.dropout(self.out(context), drop, self.training))
        seen("ln1", x)
        active = F.gelu(self.up(x))
        seen("gelu", active)
        x = self.ln2(x + F.dropout(self.down(active), drop, self.training))
        seen("ln2", x)
        return x


class Bert(nn.Module):
    """ids, mask and types: int64 [batch, tokens]; gives hidden states [batch, tokens, 384]."""

    def __init__(self, layers):
        super().__init__()
        self.word, self.position = nn.Embedding(WORDS, HIDDEN), nn.Embedding(POSITIONS, HIDDEN)
        self.token_type, self.ln = nn.Embedding(2, HIDDEN), nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))

    def forward(self, ids, mask, types, drop=0.1, seen=lambda site, values: None):
        """seen is called with each activation that is quantized later, and with the name of its site."""
        x = self.word(ids) + self.position.weight[: ids.shape[1]] + self.token_type(types)
        x = F.dropout(self.ln(x), drop, self.training)
        seen("emb_ln", x)
        bias = torch.zeros(mask.shape, dtype=x.dtype, device=x.device).masked_fill(mask == 0, -1e9)[:, None, None, :]
        for at, layer in enumerate(self.layers):
            x = layer(x, bias, drop, lambda site, values, at=at: seen(f"l{at}.{site}", values))
        return x

    def named(self):
        """(Hugging Face's name, a view of the parameter) of each."""
        norm = lambda name, ln: [(f"{name}.weight", ln.weight), (f"{name}.bias", ln.bias)]
        yield "embeddings.word_embeddings.weight", self.word.weight
        yield "embeddings.position_embeddings.weight", self.position.weight
        yield "embeddings.token_type_embeddings.weight", self.token_type.weight
        yield from norm("embeddings.LayerNorm", self.ln)
        for at, layer in enumerate(self.layers):
            name = f"encoder.layer.{at}"
            for part, kind in enumerate(PARTS):
                rows = slice(part * HIDDEN, (part + 1) * HIDDEN)
                yield f"{name}.attention.self.{kind}.weight", layer.qkv.weight[rows]
                yield f"{name}.attention.self.{kind}.bias", layer.qkv.bias[rows]
            yield from norm(f"{name}.attention.output.dense", layer.out)
            yield from norm(f"{name}.attention.output.LayerNorm", layer.ln1)
            yield from norm(f"{name}.intermediate.dense", layer.up)
            yield from norm(f"{name}.output.dense", layer.down)
            yield from norm(f"{name}.output.LayerNorm", layer.ln2)


def load_bert(file):
    """file: weights by Hugging Face's names, as of all-MiniLM-L6-v2 (6 layers) or bge-small-en-v1.5 (12)."""
    weights = {name.removeprefix("bert."): value for name, value in load_file(file).items()}
    bert = Bert(1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer.")))
    with torch.no_grad():
        for name, parameter in bert.named():
            parameter.copy_(weights[name])
    return bert
