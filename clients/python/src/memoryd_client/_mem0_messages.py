"""mem0's messages as what memoryd keeps: an input and its answer, or one message alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Said:
    input: str
    answer: str | None = None
    role: str | None = None
    actor: str | None = None
    is_single: bool = False
    """Whether it is one message that was to be stored as it is."""

    def fields(self) -> dict[str, str]:
        named = {"role": self.role, "actor_id": self.actor}
        return {name: each for name, each in named.items() if each is not None}


def said_in(messages: str | Mapping[str, Any] | Sequence[Mapping[str, Any]], *, pair: bool) -> list[Said]:
    """`pair`: what the user said and the answer to it are one. Throws ValueError where it is none of mem0's forms."""
    given: list[Mapping[str, Any]]
    if isinstance(messages, str):
        given = [{"role": "user", "content": messages}]
    elif isinstance(messages, Mapping):
        given = [messages]
    elif isinstance(messages, Sequence) and all(isinstance(each, Mapping) for each in messages):
        given = [each for each in messages if isinstance(each, Mapping)]
    else:
        raise ValueError("messages must be str, dict, or list[dict]")
    told = [each for each in given if each.get("role") not in (None, "system") and _text(each)]
    return list(_paired(told)) if pair else [_single(each) for each in told]


def _single(message: Mapping[str, Any]) -> Said:
    return Said(_text(message), role=str(message["role"]), actor=message.get("name"), is_single=True)


def _paired(messages: Sequence[Mapping[str, Any]]) -> Iterator[Said]:
    """Messages of one side in a row belong together; an answer to nothing stands for itself."""
    asked: list[str] = []
    answered: list[str] = []
    for message in messages:
        is_user = message["role"] == "user"
        if is_user and answered:
            yield _turn(asked, answered)
            asked, answered = [], []
        (asked if is_user else answered).append(_text(message))
    if asked or answered:
        yield _turn(asked, answered)


def _turn(asked: list[str], answered: list[str]) -> Said:
    if not asked:
        return Said("\n".join(answered), role="assistant")
    return Said("\n".join(asked), "\n".join(answered) or None)


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, Sequence) else []
    return "\n".join(part["text"] for part in parts if isinstance(part, Mapping) and "text" in part).strip()
