"""mem0's interface on memoryd: its signatures, the shapes of its answers, and what is told where it cannot be kept."""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service import Service

from memoryd_client.mem0 import AsyncMemory, Memory

TALK: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "I live in Lisbon."},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": [{"type": "text", "text": "I play the cello."}]},
]


@pytest.fixture
def memory(service: Service) -> Iterator[Memory]:
    with Memory.from_config({"memoryd": {"url": service.url, "key": service.key}, "llm": {}}) as made:
        yield made


def test_an_import_is_all_that_changes(service: Service, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMORYD_API_KEY", raising=False)
    for make in (Memory, AsyncMemory, lambda: Memory.from_config({"llm": {}})):
        with pytest.raises(ValueError, match="MEMORYD_API_KEY"):
            make()
    monkeypatch.setenv("MEMORYD_API_KEY", service.key)
    monkeypatch.setenv("MEMORYD_URL", service.url)
    for make in (Memory, lambda: Memory(object()), lambda: Memory.from_config({"vector_store": {}})):
        with make() as memory:
            memory.add("I live in Lisbon.", user_id=user)
    with Memory() as memory:
        assert words(memory.get_all(**of(user))) == ["I live in Lisbon."] * 3


def words(answer: dict[str, list[dict[str, Any]]]) -> list[str]:
    return [each["memory"] for each in answer["results"]]


def of(user: str, **more: Any) -> dict[str, Any]:
    return {"filters": {"user_id": user, **more}}


def test_what_was_said_is_added_found_changed_and_erased(memory: Memory, user: str) -> None:
    added = memory.add(TALK, user_id=user, metadata={"topic": "life", "stars": 5})
    assert words(added) == ["I live in Lisbon.\nNoted.", "I play the cello."]
    assert added["results"][0].keys() == {"id", "memory", "event"} and added["results"][0]["event"] == "ADD"
    first = added["results"][0]["id"]
    found = memory.search("Where do I live?", **of(user))["results"][0]
    assert found["id"] == first and 0.25 < found["score"] <= 1 and found["user_id"] == user
    assert found["metadata"] == {"topic": "life", "stars": 5}
    known = {"id", "memory", "hash", "metadata", "score", "created_at", "updated_at", "user_id"}
    assert found.keys() == known
    assert memory.update(first, text="I live in Porto.", metadata={"stars": 6, "user_id": "x"}) == {
        "message": "Memory updated successfully!"
    }
    changed = memory.get(first)
    assert changed is not None and changed["memory"] == "I live in Porto."
    assert changed["metadata"] == {"topic": "life", "stars": 6} and changed["updated_at"] > changed["created_at"]
    assert [each["new_memory"] for each in memory.history(first)] == ["I live in Porto."]
    assert memory.delete(first) == {"message": "Memory deleted successfully!"}
    assert (memory.get(first), memory.history(first)) == (None, [])
    with pytest.raises(ValueError):
        memory.delete(first)
    with pytest.raises(ValueError):
        memory.update(first, "x")
    assert words(memory.get_all(**of(user))) == ["I play the cello."]
    assert memory.delete_all(user_id=user) == {"message": "Memories deleted successfully!"}
    assert memory.get_all(**of(user)) == {"results": []}


def test_users_agents_and_runs_are_told_apart(memory: Memory, user: str) -> None:
    memory.add("I like tea.", user_id=user, agent_id="a1", run_id="r1")
    memory.add("I like coffee.", user_id=user, agent_id="a2", run_id="r2")
    memory.add("I like milk.", user_id=f"{user}-other")
    memory.add("Nobody's.", agent_id=user)
    assert words(memory.get_all(**of(user))) == ["I like coffee.", "I like tea."]
    one = memory.get_all(**of(user, agent_id="a1"))["results"][0]
    assert (one["memory"], one["agent_id"], one["run_id"]) == ("I like tea.", "a1", "r1")
    assert words(memory.search("What do I like?", **of(user, run_id="r2"))) == ["I like coffee."]
    assert words(memory.get_all(filters={"agent_id": user})) == ["Nobody's."]
    memory.delete_all(user_id=user, run_id="r1")
    assert words(memory.get_all(**of(user))) == ["I like coffee."]
    memory.delete_all(agent_id=user)
    assert memory.get_all(filters={"agent_id": user}) == {"results": []}


def test_each_message_is_kept_as_it_is_where_nothing_is_to_be_inferred(memory: Memory, user: str) -> None:
    added = memory.add(
        [{"role": "user", "content": "Hi.", "name": "Ada"}, {"role": "assistant", "content": "Hello."}],
        user_id=user,
        infer=False,
    )
    assert [(each["memory"], each["role"], each["actor_id"]) for each in added["results"]] == [
        ("Hi.", "user", "Ada"),
        ("Hello.", "assistant", None),
    ]
    kept = memory.get(added["results"][0]["id"])
    assert kept is not None and (kept["role"], kept["actor_id"], kept["metadata"]) == ("user", "Ada", None)


def test_filters_hold_as_mem0_means_them(memory: Memory, user: str) -> None:
    for stars in range(1, 5):
        memory.add(
            f"Tea number {stars}.", user_id=user, metadata={"stars": stars, "kind": "Green" if stars > 2 else "x"}
        )

    def stars_of(**wanted: Any) -> list[int]:
        found = memory.get_all(**of(user, **wanted))["results"]
        assert sorted(words(memory.search("Which tea?", threshold=0.0, **of(user, **wanted)))) == sorted(
            each["memory"] for each in found
        )
        return sorted(each["metadata"]["stars"] for each in found)

    assert stars_of(stars=2) == [2]
    assert stars_of(stars={"gt": 1, "lte": 3}) == [2, 3]
    assert stars_of(stars={"in": [1, 4]}) == [1, 4]
    assert stars_of(kind={"icontains": "green"}) == [3, 4]
    assert stars_of(OR=[{"stars": 1}, {"kind": "Green"}], NOT=[{"stars": 4}]) == [1, 3]
    assert stars_of(kind="*", AND=[{"stars": {"ne": 1}}, {"stars": {"nin": [2]}}]) == [3, 4]
    assert len(memory.get_all(top_k=2, **of(user))["results"]) == 2
    with pytest.raises(ValueError):
        stars_of(stars={"near": 1})


def test_what_has_expired_is_shown_only_where_it_is_asked_for(memory: Memory, user: str) -> None:
    id = memory.add("I am in Rome.", user_id=user, expiration_date="2020-01-01")["results"][0]["id"]
    assert words(memory.get_all(**of(user))) == [] == words(memory.search("Where am I?", **of(user)))
    shown = memory.get_all(show_expired=True, **of(user))["results"]
    assert [each["expiration_date"] for each in shown] == ["2020-01-01"]
    memory.update(id, expiration_date=None)
    assert words(memory.search("Where am I?", **of(user))) == ["I am in Rome."]


def test_what_cannot_be_kept_is_refused_in_words(memory: Memory, user: str) -> None:
    refused: list[tuple[type[Exception], Any]] = [
        (ValueError, lambda: memory.add("x")),
        (ValueError, lambda: memory.add("x", user_id=" ")),
        (ValueError, lambda: memory.add("x", user_id=user, timestamp=1)),
        (ValueError, lambda: memory.add("x", user_id=user, metadata={"deep": {"er": 1}})),
        (ValueError, lambda: memory.add("x", user_id=user, expiration_date="soon")),
        (ValueError, lambda: memory.add(7, user_id=user)),  # type: ignore[arg-type]
        (NotImplementedError, lambda: memory.add("x", user_id=user, memory_type="procedural_memory")),
        (ValueError, lambda: memory.search("x", user_id=user)),
        (ValueError, lambda: memory.search("x", filters={})),
        (ValueError, lambda: memory.search("x", threshold=2, **of(user))),
        (ValueError, lambda: memory.search("x", reference_date="2020-01-01", **of(user))),
        (NotImplementedError, lambda: memory.search("x", explain=True, **of(user))),
        (ValueError, lambda: memory.get_all(user_id=user)),
        (ValueError, lambda: memory.get_all(top_k=0, **of(user))),
        (TypeError, lambda: memory.get_all(limit=5, **of(user))),
        (ValueError, lambda: memory.update("mem_none@x")),
        (ValueError, lambda: memory.delete_all()),
        (NotImplementedError, memory.reset),
        (NotImplementedError, lambda: memory.chat("x")),
        (TypeError, lambda: Memory.from_config({"memoryd": {"uri": "x"}})),
    ]
    for kind, call in refused:
        with pytest.raises(kind):
            call()
    assert memory.get_all(**of(user)) == {"results": []}


async def test_the_asynchronous_memory_does_the_same(service: Service, user: str) -> None:
    async with AsyncMemory.from_config({"memoryd": {"url": service.url, "key": service.key}}) as memory:
        id = (await memory.add("I live in Lisbon.", user_id=user))["results"][0]["id"]
        assert words(await memory.search("Where do I live?", **of(user))) == ["I live in Lisbon."]
        await memory.update(id, "I live in Porto.")
        assert words(await memory.get_all(**of(user))) == ["I live in Porto."]
        assert len(await memory.history(id)) == 1
        await memory.delete(id)
        assert await memory.get(id) is None
        await memory.delete_all(user_id=user)
        for refused in (memory.reset(), memory.chat("x")):
            with pytest.raises(NotImplementedError):
                await refused


def mem0_signatures(name: str) -> dict[str, list[str]]:
    """Read from the pinned package's own source, which nothing here runs."""
    folder = Path(os.environ.get("MEM0_SOURCE", "/opt/memoryd-client-python/mem0-source"))
    if not folder.exists() and os.environ.get("TEST_NO_SKIP") != "1":
        pytest.skip(f"mem0's source is not at {folder}")
    tree = ast.parse((folder / "mem0/memory/main.py").read_text())
    whole = next(each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == name)
    methods = [each for each in whole.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return {
        each.name: [argument.arg for argument in (*each.args.args, *each.args.kwonlyargs)][1:]
        for each in methods
        if not each.name.startswith("_") and each.name not in ("project", "entity_store")
    }


def test_every_method_of_mem0_is_there_with_its_parameters_in_their_order() -> None:
    theirs = mem0_signatures("Memory")
    assert len(theirs) == 12
    for method, parameters in theirs.items():
        own = inspect.signature(getattr(Memory, method)).parameters
        named = [each for each, one in own.items() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        assert [each for each in named if each != "self"] == parameters, method


def test_every_method_of_mem0s_asynchronous_memory_is_there_and_awaited_as_there() -> None:
    for method in mem0_signatures("AsyncMemory"):
        is_awaited = inspect.iscoroutinefunction(getattr(AsyncMemory, method))
        assert is_awaited == (method not in ("close", "from_config")), method
