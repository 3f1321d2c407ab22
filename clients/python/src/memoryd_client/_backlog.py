"""Turns that wait to be recorded: in which order, until when, and what becomes of those that cannot be."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ._calls import back_off
from .errors import LostRecord, MemorydError, ServiceError

log = logging.getLogger("memoryd_client")

WAITING_MOST = 1_000
"""Turns that wait at once; of more the oldest is given up."""
TOKEN_LIFE_S = 24 * 3600.0
_BACK_OFF_FIRST_S = 1.0
_BACK_OFF_MOST_S = 300.0


@dataclass
class Waiting:
    turn_token: str
    answer: str
    correction: bool | None
    user: str | None
    core: str | None
    error: MemorydError
    """Why the last attempt failed."""
    end: float = field(default_factory=lambda: time.monotonic() + TOKEN_LIFE_S)
    due: float = 0.0
    tries: int = 0

    def lost(self) -> LostRecord:
        return LostRecord(self.turn_token, self.answer, self.user, self.core, self.error)


class Backlog:
    """Knows no thread and no clock but the monotonic one; who uses it sends what is due."""

    def __init__(self, tell: Callable[[LostRecord], None] | None) -> None:
        self._tell = tell
        self.waiting: list[Waiting] = []

    def put(self, entry: Waiting, error: MemorydError) -> None:
        """After a failed attempt: waits for the next, or is told as lost."""
        entry.error = error
        now = time.monotonic()
        asked = error.retry_after_s if isinstance(error, ServiceError) else None
        wait = max(asked or 0.0, back_off(entry.tries, _BACK_OFF_FIRST_S, _BACK_OFF_MOST_S))
        if not error.is_passing or now + wait > entry.end:
            self.give_up(entry)
            return
        entry.tries += 1
        entry.due = now + wait
        self.waiting.append(entry)
        if len(self.waiting) > WAITING_MOST:
            self.give_up(self.waiting.pop(0))

    def next_in_s(self) -> float | None:
        """Seconds until one is due; None where none waits."""
        if not self.waiting:
            return None
        return max(0.0, min(entry.due for entry in self.waiting) - time.monotonic())

    def take_due(self) -> Waiting | None:
        now = time.monotonic()
        for at, entry in enumerate(self.waiting):
            if entry.due <= now:
                return self.waiting.pop(at)
        return None

    def take_all(self) -> list[Waiting]:
        all, self.waiting = self.waiting, []
        return all

    def give_up_all(self) -> None:
        for entry in self.take_all():
            self.give_up(entry)

    def give_up(self, entry: Waiting) -> None:
        lost = entry.lost()
        log.warning("a turn was not recorded: %s", lost.error)
        tell(self._tell, lost)


def tell(callback: Callable[[LostRecord], None] | None, lost: LostRecord) -> None:
    """A callback that fails must not break the reply that it is told about."""
    try:
        if callback is not None:
            callback(lost)
    except Exception:
        log.exception("on_record_failed failed")
