"""Memory as a store of langgraph: `builder.compile(store=MemorydStore(client))`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeAlias

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from ._client import MemoryClient
from ._stored_values import STORE, as_item, as_memory, matches, namespace_of, place
from .errors import ServiceError
from .models import MemoryItem

_PAGE = 1000
"""The most that one list or one recall holds."""

UserOf: TypeAlias = Callable[[tuple[str, ...]], str | None]
"""Whose brain a namespace is in, such as `lambda namespace: namespace[1]`."""


class MemorydStore(BaseStore):
    """Items are memories: `search` finds them by meaning, and so does every brief of that user.

    What is kept: namespaces of up to 11 levels, keys, values of JSON up to 32,768 characters, filters;
    lists are newest first. What is not, and throws NotImplementedError: `ttl`, and `index`, because every memory is
    found by its whole text. A search with a query gives what is near it in meaning, not all of the namespace in an
    order, and looks through the nearest 1,000.
    """

    supports_ttl = False

    def __init__(self, client: MemoryClient, *, user_of: UserOf | None = None, text_field: str = "text") -> None:
        """`user_of`: absent, all namespaces are in the client's one brain, and are no walls between users.

        `text_field`: where a value has a string under this name, that is the text that memory quotes; otherwise it
        is the whole value as JSON.
        """
        self._client = client
        self._user_of = user_of
        self._text_field = text_field

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """One after the other, in their order."""
        return [self._done(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`, off the event loop."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _done(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, PutOp):
            self._put(op)
            return None
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise NotImplementedError(f"the store knows no {type(op).__name__}")

    def _at(self, namespace: tuple[str, ...]) -> MemoryClient:
        """Throws ValueError where the namespace does not say whose it is."""
        if self._user_of is None:
            return self._client
        try:
            return self._client.for_user(self._user_of(namespace))
        except IndexError:
            raise ValueError(f"{namespace} names no user: one search is of one user's brain") from None

    def _found(self, namespace: tuple[str, ...], key: str) -> list[MemoryItem]:
        """The newest first: of two that were put at the same time the newer one holds."""
        return self._at(namespace).list_memory(metadata=place(namespace, key), limit=_PAGE)["items"]

    def _get(self, op: GetOp) -> Item | None:
        found = self._found(op.namespace, op.key)
        return as_item(found[0], self._text_field) if found else None

    def _put(self, op: PutOp) -> None:
        if op.ttl is not None:
            raise NotImplementedError("memoryd keeps no item for a time of its own: leave out `ttl`")
        if op.index is not None and op.value is not None:
            raise NotImplementedError("every memory is found by its whole text: leave out `index`")
        client = self._at(op.namespace)
        found = self._found(op.namespace, op.key)
        if op.value is not None:
            text, metadata = as_memory(op.namespace, op.key, op.value, self._text_field, is_change=len(found) > 0)
            if found:
                client.change_memory(found.pop(0)["id"], input=text, metadata=metadata)
            else:
                client.remember(text, metadata=metadata)
        for each in found:
            _forget(client, each["id"])

    def _search(self, op: SearchOp) -> list[SearchItem]:
        if op.limit <= 0:
            return []
        found = self._nearest(op) if op.query else self._all(op.namespace_prefix)
        wanted = (
            SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)
            for item, score in found
            if matches(item.value, op.filter)
        )
        return list(islice(wanted, op.offset, op.offset + op.limit))

    def _all(self, prefix: tuple[str, ...]) -> Iterator[tuple[Item, float | None]]:
        for each in self._at(prefix).iter_memory(metadata=place(prefix), limit=_PAGE):
            yield as_item(each, self._text_field), None

    def _nearest(self, op: SearchOp) -> Iterator[tuple[Item, float | None]]:
        client = self._at(op.namespace_prefix)
        limit = _PAGE if op.filter else min(_PAGE, op.offset + op.limit)
        sources = client.recall(op.query or "", limit=limit, metadata=place(op.namespace_prefix))["sources"]
        for source in sources:
            item = _one(client, source["id"])
            if item is not None:
                yield as_item(item, self._text_field), source["score"]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        conditions = op.match_conditions or ()
        prefix = next((_plain(each.path) for each in conditions if each.match_type == "prefix"), ())
        items = self._at(prefix).iter_memory(metadata=place(prefix) if prefix else {**STORE}, limit=_PAGE)
        every = {namespace_of(item) for item in items}
        some = {each for each in every if all(_fits(each, condition) for condition in conditions)}
        cut = sorted({each[: op.max_depth] for each in some})
        return cut[op.offset : op.offset + op.limit]


def _one(client: MemoryClient, id: str) -> Any:
    """None where it was forgotten since."""
    try:
        return client.get_memory(id)
    except ServiceError as error:
        if error.code != "memory_not_found":
            raise
        return None


def _forget(client: MemoryClient, id: str) -> None:
    try:
        client.forget(id)
    except ServiceError as error:
        if error.code != "memory_not_found":
            raise


def _plain(path: tuple[str, ...]) -> tuple[str, ...]:
    """Up to the first level that may be anything."""
    return path[: path.index("*")] if "*" in path else path


def _fits(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
