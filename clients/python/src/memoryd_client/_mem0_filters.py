"""mem0's filters: who is meant, and what the metadata must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

_ENTITIES = ("user_id", "agent_id", "run_id")
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda found, wanted: bool(found == wanted),
    "ne": lambda found, wanted: bool(found != wanted),
    "in": lambda found, wanted: found in wanted,
    "nin": lambda found, wanted: found not in wanted,
    "gt": lambda found, wanted: found is not None and bool(found > wanted),
    "gte": lambda found, wanted: found is not None and bool(found >= wanted),
    "lt": lambda found, wanted: found is not None and bool(found < wanted),
    "lte": lambda found, wanted: found is not None and bool(found <= wanted),
    "contains": lambda found, wanted: str(wanted) in str(found or ""),
    "icontains": lambda found, wanted: str(wanted).lower() in str(found or "").lower(),
}


@dataclass(frozen=True)
class Scope:
    """Whose memory: the user's brain, a session in it, and fields that its items have."""

    user_id: str | None
    agent_id: str | None
    run_id: str | None
    wanted: Mapping[str, Any] = field(default_factory=dict)
    """What else the metadata must be, to be looked at here."""

    def metadata(self) -> dict[str, str | float | bool] | None:
        """What the service is to filter by."""
        fields: dict[str, str | float | bool] = {} if self.agent_id is None else {"agent_id": self.agent_id}
        fields.update({name: each for name, each in self.wanted.items() if _is_plain(name, each)})
        return fields or None

    def is_met(self, metadata: Mapping[str, Any]) -> bool:
        return _is_met(self.wanted, metadata)

    @property
    def is_exact(self) -> bool:
        """Whether the service filters all of it."""
        return all(_is_plain(name, each) for name, each in self.wanted.items())


def scope_of(filters: Mapping[str, Any] | None) -> Scope:
    """Throws ValueError where the filters name nobody."""
    given = dict(filters or {})
    entities = {name: _entity(name, given.pop(name, None)) for name in _ENTITIES}
    if not any(entities.values()):
        raise ValueError(
            "filters must contain at least one of: user_id, agent_id, run_id. Example: filters={'user_id': 'u1'}"
        )
    return Scope(**entities, wanted=given)


def _entity(name: str, value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} must be a string that is not blank: one entity, compared as it is")
    return value.strip()


def _is_plain(name: str, wanted: Any) -> bool:
    return name not in ("AND", "OR", "NOT") and isinstance(wanted, (str, int, float, bool)) and wanted != "*"


def _is_met(wanted: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    return all(_meets(name, each, metadata) for name, each in wanted.items())


def _meets(name: str, wanted: Any, metadata: Mapping[str, Any]) -> bool:
    if name == "AND":
        return all(_is_met(each, metadata) for each in wanted)
    if name == "OR":
        return any(_is_met(each, metadata) for each in wanted)
    if name == "NOT":
        return not any(_is_met(each, metadata) for each in wanted)
    if wanted == "*":
        return name in metadata
    if not isinstance(wanted, Mapping):
        return bool(metadata.get(name) == wanted)
    unknown = wanted.keys() - _OPERATORS.keys()
    if unknown:
        raise ValueError(f"no such operator of a filter: {', '.join(sorted(unknown))}")
    return all(_OPERATORS[operator](metadata.get(name), operand) for operator, operand in wanted.items())
