"""What the methods made from the document stand on: a call for JSON, for text, for lines, and pages of a list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
)
from typing import Any, TypeAlias, cast
from urllib.parse import quote

Fields: TypeAlias = Mapping[str, object] | None
SyncContent: TypeAlias = bytes | str | Iterable[bytes]
AsyncContent: TypeAlias = bytes | str | AsyncIterable[bytes]


def segment(value: str) -> str:
    """One segment of a path. Throws ValueError for what would be another path: "", "." and ".."."""
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} is no id or name")
    return quote(value, safe="")


class SyncApiBase(ABC):
    @abstractmethod
    def _call(
        self, method: str, path: str, *, query: Fields = None, body: Fields = None, content: Any = None
    ) -> Any: ...

    @abstractmethod
    def _text(self, method: str, path: str) -> str: ...

    @abstractmethod
    def _lines(self, method: str, path: str, *, query: Fields = None) -> Iterator[bytes]: ...

    def _pages(self, page_at: Callable[[str | None], Any], field: str) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = cast("dict[str, Any]", page_at(cursor))
            yield from page[field]
            cursor = page["next_cursor"]
            if cursor is None:
                return


class AsyncApiBase(ABC):
    @abstractmethod
    async def _call(
        self, method: str, path: str, *, query: Fields = None, body: Fields = None, content: Any = None
    ) -> Any: ...

    @abstractmethod
    async def _text(self, method: str, path: str) -> str: ...

    @abstractmethod
    def _lines(self, method: str, path: str, *, query: Fields = None) -> AsyncIterator[bytes]: ...

    async def _pages(self, page_at: Callable[[str | None], Awaitable[Any]], field: str) -> AsyncIterator[Any]:
        cursor: str | None = None
        while True:
            page = cast("dict[str, Any]", await page_at(cursor))
            for item in page[field]:
                yield item
            cursor = page["next_cursor"]
            if cursor is None:
                return
