"""How long a turn waits to be recorded, and how many may wait."""

from __future__ import annotations

import time

from memoryd_client import ConnectionFailed, LostRecord, ServiceError
from memoryd_client._backlog import WAITING_MOST, Backlog, Waiting

NOBODY = ConnectionFailed("nobody is there", was_sent=False)


def waiting(token: str) -> Waiting:
    return Waiting(token, "Noted.", None, "ada", None, NOBODY)


def refused(status: int, retry_after_s: float | None = None) -> ServiceError:
    return ServiceError("no", status=status, code="refused", retry_after_s=retry_after_s)


def test_of_more_than_may_wait_the_oldest_is_given_up() -> None:
    lost: list[LostRecord] = []
    backlog = Backlog(lost.append)
    for number in range(WAITING_MOST + 2):
        backlog.put(waiting(f"t{number}"), NOBODY)
    assert [each.turn_token for each in lost] == ["t0", "t1"]
    assert len(backlog.waiting) == WAITING_MOST


def test_a_pause_grows_and_is_never_shorter_than_the_service_asks() -> None:
    backlog = Backlog(None)
    entry = waiting("t")
    pauses = []
    for _ in range(12):
        backlog.put(entry, NOBODY)
        pauses.append(backlog.next_in_s() or 0.0)
        assert backlog.take_due() is None
        backlog.take_all()
    for early, late in zip(pauses, pauses[2:], strict=False):
        assert late > early * 0.9 or late > 149
    assert pauses[0] <= 1.0 and 149 < pauses[-1] <= 300
    backlog.put(entry, refused(503, retry_after_s=4_000))
    assert (backlog.next_in_s() or 0.0) > 3_990


def test_what_no_waiting_will_mend_and_what_has_waited_too_long_is_given_up() -> None:
    lost: list[LostRecord] = []
    backlog = Backlog(lost.append)
    for status in (400, 401, 404, 409, 410):
        backlog.put(waiting(str(status)), refused(status))
    old = waiting("old")
    old.end = time.monotonic()
    backlog.put(old, NOBODY)
    for status in (429, 500, 503):
        backlog.put(waiting(str(status)), refused(status))
    assert [each.turn_token for each in lost] == ["400", "401", "404", "409", "410", "old"]
    assert [each.turn_token for each in backlog.waiting] == ["429", "500", "503"]
