"""What mem0's answers look like, and what its arguments may be."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timezone
from typing import Any

from ._client import MemoryClient
from .errors import ServiceError
from .models import MemoryDetail, MemoryItem

_OWN_FIELDS = frozenset({"user_id", "agent_id", "run_id", "actor_id", "role", "expiration_date", "updated_at"})
"""Fields of the metadata that stand beside it in an answer, not in it."""
IMMUTABLE = frozenset({"user_id", "agent_id", "run_id", "actor_id"})


def shown(item: MemoryItem | MemoryDetail, user_id: str | None) -> dict[str, Any]:
    fields = item["metadata"]
    whole: dict[str, Any] = {
        "id": public_id(item["id"], user_id),
        "memory": item["text"],
        "hash": hashlib.md5(item["text"].encode(), usedforsecurity=False).hexdigest(),
        "metadata": {name: each for name, each in fields.items() if name not in _OWN_FIELDS} or None,
        "created_at": item["created_at"],
        "updated_at": fields.get("updated_at", item["created_at"]),
    }
    beside = {name: each for name, each in fields.items() if name in _OWN_FIELDS and name != "updated_at"}
    beside.update(
        {name: each for name, each in (("user_id", user_id), ("run_id", item["session"])) if each is not None}
    )
    return {**whole, **beside}


def public_id(id: str, user_id: str | None) -> str:
    return id if user_id is None else f"{id}@{user_id}"


def one_or_none(client: MemoryClient, id: str) -> MemoryDetail | None:
    try:
        return client.get_memory(id) if id else None
    except ServiceError as error:
        if error.code != "memory_not_found":
            raise
        return None


def first_of(found: Iterator[dict[str, Any]], top_k: int, show_expired: bool) -> list[dict[str, Any]]:
    today = datetime.now(timezone.utc).date().isoformat()
    first: list[dict[str, Any]] = []
    for each in found:
        if show_expired or each.get("expiration_date", today) >= today:
            first.append(each)
        if len(first) == top_k:
            break
    return first


def iso_date(value: Any) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat()
    try:
        return (value if isinstance(value, date) else date.fromisoformat(value)).isoformat()
    except (TypeError, ValueError):
        raise ValueError("expiration_date must be a valid date in YYYY-MM-DD format.") from None


def flat(metadata: Mapping[str, Any], what: str) -> dict[str, Any]:
    for name, each in metadata.items():
        if not isinstance(each, (str, int, float, bool)):
            raise ValueError(f"{what}: metadata {name!r} must be a string, a number or a boolean here")
    return {name: each for name, each in metadata.items() if name not in IMMUTABLE}


def refuse_others(others: Mapping[str, Any], what: str) -> None:
    entities = sorted(others.keys() & {"user_id", "agent_id", "run_id"})
    if entities:
        raise ValueError(f"{what}() takes {', '.join(entities)} in filters={{…}}")
    if others:
        raise TypeError(f"{what}() knows no {', '.join(sorted(others))}")


def check_top_k(top_k: int) -> None:
    if isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 1:
        raise ValueError("top_k must be a positive integer")
