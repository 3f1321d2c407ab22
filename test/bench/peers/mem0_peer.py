"""mem0 with its vectors in memory and the embedder behind an endpoint: mem0_peer.py ENDPOINT FOLDER."""

import os
import sys
import time
from importlib.metadata import version

endpoint, folder = sys.argv[1:]
# Read when the package is imported.
os.environ["MEM0_TELEMETRY"] = "false"
os.environ["MEM0_DIR"] = folder

from mem0 import Memory  # noqa: E402

from peer_program import serve  # noqa: E402

DIMENSION = 384
USER = "ada"
# Nothing listens there: without inference no language model is ever asked.
NOWHERE = {"api_key": "none", "model": "none", "openai_base_url": "http://127.0.0.1:9/v1"}

memory = Memory.from_config(
    {
        "vector_store": {
            "provider": "qdrant",
            "config": {"collection_name": "memory", "path": ":memory:", "embedding_model_dims": DIMENSION},
        },
        "embedder": {
            "provider": "openai",
            "config": {"api_key": "none", "model": "memoryd", "openai_base_url": endpoint, "embedding_dims": DIMENSION},
        },
        "llm": {"provider": "openai", "config": NOWHERE},
        "history_db_path": os.path.join(folder, "history.db"),
    }
)


def timed(values, call):
    took, results = [], []
    for value in values:
        started = time.perf_counter()
        results.append(call(value))
        took.append((time.perf_counter() - started) * 1000)
    return took, results


def add(texts):
    took, _ = timed(texts, lambda text: memory.add(text, user_id=USER, infer=False))
    return {"ms": took}


def search(questions, limit):
    took, answers = timed(questions, lambda asked: memory.search(asked, top_k=limit, filters={"user_id": USER}))
    return {"ms": took, "texts": [[found["memory"] for found in answer["results"]] for answer in answers]}


serve({"version": version("mem0ai")}, {"add": add, "search": search})
