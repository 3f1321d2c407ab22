"""How much a turn with the middleware costs beside the same turn with plain HTTP calls, for the program that makes it.

python tools/compare_middleware.py [TURNS]      # starts ../../dist/memoryd; its processor time is not counted
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from service import Service

from memoryd_client import MemoryClient
from memoryd_client.langchain import MemoryMiddleware

ROUNDS = 5


def noted() -> Iterator[AIMessage]:
    while True:
        yield AIMessage("Noted.")


def with_middleware(service: Service, user: str) -> Callable[[str], Any]:
    client = MemoryClient(service.url, service.key, user=user)
    agent = create_agent(GenericFakeChatModel(messages=noted()), middleware=[MemoryMiddleware(client)])
    return lambda said: agent.invoke({"messages": [{"role": "user", "content": said}]})


def with_plain_calls(service: Service, user: str) -> Callable[[str], Any]:
    http = httpx.Client(base_url=service.url, headers={"X-API-Key": service.key, "X-Memory-User": user})
    agent = create_agent(GenericFakeChatModel(messages=noted()))

    def turn(said: str) -> None:
        prepared = http.post("/prepare", json={"input": said}).json()
        answer = agent.invoke({"messages": prepared["messages"]})["messages"][-1].text
        http.post("/record", json={"turn_token": prepared["turn_token"], "answer": answer}).raise_for_status()

    return turn


def cost(turn: Callable[[str], Any], turns: int, about: str) -> tuple[float, float]:
    """Milliseconds of processor and of time for a turn."""
    cpu, wall = time.process_time(), time.perf_counter()
    for number in range(turns):
        # A text of its own each time: the service keeps what it has embedded lately.
        turn(f"Note {number} of {about}: the tea was good.")
    return (time.process_time() - cpu) / turns * 1000, (time.perf_counter() - wall) / turns * 1000


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder))
        ways = {"plain calls": with_plain_calls, "middleware": with_middleware}
        spent: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for number in range(ROUNDS):
            for name, way in ways.items():
                spent[name].append(cost(way(service, f"{name.split()[0]}-{number}"), turns, f"{name}, {number}"))
        service.kill()
    best = {name: [min(each) for each in zip(*rounds, strict=True)] for name, rounds in spent.items()}
    for name, (cpu_ms, wall_ms) in best.items():
        print(f"{name}: {cpu_ms:.1f} ms of processor, {wall_ms:.1f} ms a turn")
    ratios = [ours / theirs for ours, theirs in zip(best["middleware"], best["plain calls"], strict=True)]
    print(f"middleware to plain calls: {ratios[0]:.2f} of processor, {ratios[1]:.2f} of time")


if __name__ == "__main__":
    main()
