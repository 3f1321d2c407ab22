"""The store against the contract of langgraph's BaseStore, and inside a graph."""

from __future__ import annotations

from typing import Any, TypedDict

import pytest
from langgraph.graph import StateGraph
from langgraph.store.base import BaseStore, InvalidNamespaceError, PutOp
from langgraph.store.memory import InMemoryStore

from memoryd_client import MemoryClient, ServiceError
from memoryd_client.langgraph import MemorydStore

VALUES: list[dict[str, Any]] = [
    {"text": "I like green tea.", "kind": "drink", "weight": 3},
    {"text": "", "kind": "none", "weight": 1},
    {"kind": "list", "weight": 2, "of": ["a", {"b": None}], "quotes": '"\n\u2028'},
    {"text": "Ünïcödé 🫖", "long": "x" * 5_000},
    {"text": 7},
    {},
]


def filled(store: BaseStore) -> BaseStore:
    for number, value in enumerate(VALUES):
        store.put(("notes", "tea" if number < 2 else "rest"), f"k{number}", value)
    store.put(("other", "deep", "er"), "k0", {"text": "Elsewhere."})
    return store


@pytest.fixture
def store(client: MemoryClient) -> BaseStore:
    return filled(MemorydStore(client))


def shape(items: Any) -> list[Any]:
    return [(item.namespace, item.key, item.value) for item in items]


def test_values_come_back_as_they_were(store: BaseStore) -> None:
    for number, value in enumerate(VALUES):
        item = store.get(("notes", "tea" if number < 2 else "rest"), f"k{number}")
        assert item is not None and item.value == value
        assert item.created_at.tzinfo is not None and item.updated_at == item.created_at


def test_it_answers_as_the_store_in_memory_does(store: BaseStore) -> None:
    known = filled(InMemoryStore())
    searches: list[dict[str, Any]] = [
        {"namespace_prefix": ("notes",)},
        {"namespace_prefix": ("notes", "tea")},
        {"namespace_prefix": ("notes", "tea"), "filter": {"weight": {"$gte": 2}}},
        {"namespace_prefix": ("notes",), "filter": {"kind": "drink"}},
        {"namespace_prefix": ("note",)},
        {"namespace_prefix": ()},
    ]
    for asked in searches:
        prefix, more = asked.pop("namespace_prefix"), asked
        ours, theirs = store.search(prefix, **more), known.search(prefix, **more)
        assert sorted(map(str, shape(ours))) == sorted(map(str, shape(theirs)))
    lists: list[dict[str, Any]] = [
        {},
        {"prefix": ("notes",)},
        {"prefix": ("*", "deep")},
        {"suffix": ("tea",)},
        {"max_depth": 1},
        {"limit": 1, "offset": 1},
    ]
    for asked in lists:
        assert store.list_namespaces(**asked) == known.list_namespaces(**asked)
    assert store.get(("notes", "tea"), "none") is None


def test_a_put_takes_the_place_of_the_one_before_and_a_delete_erases(store: BaseStore, client: MemoryClient) -> None:
    before = store.get(("notes", "tea"), "k0")
    store.put(("notes", "tea"), "k0", {"text": "I like black tea."})
    after = store.get(("notes", "tea"), "k0")
    assert before is not None and after is not None
    assert (after.value, after.created_at) == ({"text": "I like black tea."}, before.created_at)
    assert after.updated_at > before.updated_at
    store.delete(("notes", "tea"), "k0")
    store.delete(("notes", "tea"), "k0")
    assert store.get(("notes", "tea"), "k0") is None
    assert "black tea" not in str(list(client.iter_memory()))


def test_a_search_is_by_meaning_and_finds_nothing_of_the_conversation(store: BaseStore, client: MemoryClient) -> None:
    client.remember("I drink tea with milk.")
    found = store.search(("notes",), query="What do I like to drink?", limit=1)
    assert shape(found) == [(("notes", "tea"), "k0", VALUES[0])]
    assert found[0].score is not None and 0 < found[0].score < 1
    assert store.search(("other",), query="What do I like to drink?") == []
    assert store.search(("notes",), query="What do I like to drink?", limit=0) == []
    assert store.search(("notes",), query="What do I like to drink?", filter={"weight": 9}) == []
    # And the conversation is shown what the store holds.
    assert "> I like green tea." in client.prepare("Which tea do I like?")["messages"][0]["content"]


def test_what_cannot_be_kept_is_refused(store: BaseStore) -> None:
    with pytest.raises(NotImplementedError):
        store.put(("notes",), "k", {"text": "x"}, ttl=5)
    with pytest.raises(NotImplementedError):
        store.put(("notes",), "k", {"text": "x"}, index=False)
    with pytest.raises(NotImplementedError):
        store.batch([PutOp(("notes",), "k", {"text": "x"}, ttl=5)])
    with pytest.raises(ValueError):
        store.put(tuple(f"l{depth}" for depth in range(12)), "k", {"text": "x"})
    with pytest.raises(InvalidNamespaceError):
        store.put((), "k", {"text": "x"})
    with pytest.raises(ServiceError):
        store.put(("notes",), "k", {"text": "x" * 40_000})
    assert store.get(("notes",), "k") is None


async def test_a_user_of_a_namespace_has_a_brain_of_their_own(client: MemoryClient, user: str) -> None:
    store = MemorydStore(client, user_of=lambda namespace: f"{user}-{namespace[1]}")
    await store.aput(("notes", "ada"), "k", {"text": "I like tea."})
    await store.aput(("notes", "bob"), "k", {"text": "I like coffee."})
    assert shape(await store.asearch(("notes", "ada"))) == [(("notes", "ada"), "k", {"text": "I like tea."})]
    assert client.for_user(f"{user}-bob").get_metrics()["memory_size"] == 1
    assert await store.alist_namespaces(prefix=("notes", "ada")) == [("notes", "ada")]
    with pytest.raises(ValueError):
        await store.asearch(("notes",))


def test_a_graph_reads_and_writes_it(client: MemoryClient) -> None:
    class State(TypedDict):
        said: str

    def note(state: State, *, store: BaseStore) -> State:
        store.put(("notes", "ada"), "last", {"text": state["said"]})
        found = store.search(("notes", "ada"), query=state["said"])
        return {"said": found[0].value["text"]}

    builder = StateGraph(State).add_node(note).set_entry_point("note").set_finish_point("note")
    graph = builder.compile(store=MemorydStore(client))
    assert graph.invoke({"said": "I live in Lisbon."}) == {"said": "I live in Lisbon."}
