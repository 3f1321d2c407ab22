"""Values of a store as memory items: what is said in them is the text, and the rest comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

from langgraph.store.base import Item

from .models import MemoryDetail, MemoryItem

STORE = {"store": "langgraph"}
"""The mark of items that are a store's."""
_LEVELS_MOST = 11
"""Of 16 fields of metadata five are for other things."""
_METADATA_BYTES_MOST = 2_000
"""A little less than the service takes; what needs more is text."""


def place(namespace: tuple[str, ...], key: str | None = None) -> dict[str, str | float | bool]:
    """The fields that everything at or below a namespace has; with a key those of one item."""
    fields: dict[str, str | float | bool] = {**STORE}
    fields.update({f"level{depth}": label for depth, label in enumerate(namespace)})
    return fields if key is None else {**fields, "levels": len(namespace), "key": key}


def as_memory(
    namespace: tuple[str, ...], key: str, value: Mapping[str, Any], text_field: str, *, is_change: bool
) -> tuple[str, dict[str, str | float | bool]]:
    """The text and the metadata of an item. Throws ValueError where a namespace is deeper than metadata is wide."""
    if len(namespace) > _LEVELS_MOST:
        raise ValueError(f"a namespace has at most {_LEVELS_MOST} levels here, not {len(namespace)}")
    fields = place(namespace, key)
    if is_change:
        fields["updated_at"] = datetime.now(timezone.utc).isoformat()
    text = value.get(text_field)
    if isinstance(text, str) and text.strip():
        rest = {name: each for name, each in value.items() if name != text_field}
        with_rest = {**fields, "rest": json.dumps(rest, ensure_ascii=False)}
        if len(json.dumps(with_rest).encode()) <= _METADATA_BYTES_MOST:
            return text, with_rest
    return json.dumps(dict(value), ensure_ascii=False), fields


def value_of(item: MemoryItem | MemoryDetail, text_field: str) -> dict[str, Any]:
    rest = item["metadata"].get("rest")
    if rest is None:
        return dict(json.loads(item["text"]))
    return {text_field: item["text"], **json.loads(str(rest))}


def namespace_of(item: MemoryItem | MemoryDetail) -> tuple[str, ...]:
    fields = item["metadata"]
    return tuple(str(fields[f"level{depth}"]) for depth in range(int(float(fields["levels"]))))


def as_item(item: MemoryItem | MemoryDetail, text_field: str) -> Item:
    created_at = datetime.fromisoformat(item["created_at"].replace("Z", "+00:00"))
    changed = item["metadata"].get("updated_at")
    return Item(
        value=value_of(item, text_field),
        key=str(item["metadata"]["key"]),
        namespace=namespace_of(item),
        created_at=created_at,
        # The clock here may be behind the service's.
        updated_at=created_at if changed is None else max(created_at, datetime.fromisoformat(str(changed))),
    )


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """As the store's filters mean it: equal, or each of `$eq $ne $gt $gte $lt $lte`."""
    return all(_matches(value.get(name), each) for name, each in (wanted or {}).items())


def _matches(found: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping) or not any(str(name).startswith("$") for name in wanted):
        return bool(found == wanted)
    return all(_compares(found, str(operator), operand) for operator, operand in wanted.items())


def _compares(found: Any, operator: str, operand: Any) -> bool:
    if operator in ("$eq", "$ne"):
        return bool((found == operand) == (operator == "$eq"))
    if operator not in ("$gt", "$gte", "$lt", "$lte"):
        raise ValueError(f"no such operator of a filter: {operator}")
    if found is None:
        return False
    least, equal = found > operand, found == operand
    return bool({"$gt": least, "$gte": least or equal, "$lt": not least and not equal, "$lte": not least}[operator])
