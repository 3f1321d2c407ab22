"""What can go wrong, told apart: the service refused, nobody answered in time, or something else answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_PASSING_STATUSES = frozenset({402, 408, 429})


class MemorydError(Exception):
    """Base of all errors of this package. `request_id` is the one that the service has in its log."""

    def __init__(self, message: str, *, request_id: str | None = None) -> None:
        super().__init__(message if request_id is None else f"{message} (request {request_id})")
        self.message = message
        self.request_id = request_id

    @property
    def is_passing(self) -> bool:
        """Whether the same call may do later, without anybody changing the program."""
        return False


class ServiceError(MemorydError):
    """The service refused: `status` and `code` as docs/api.md lists them, `details` where it gave any."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: str | None = None,
        details: Mapping[str, object] | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}", request_id=request_id)
        self.status = status
        self.code = code
        self.details = dict(details or {})
        self.retry_after_s = retry_after_s
        """Seconds after which the service asks to be called again; None where it does not."""

    @property
    def is_passing(self) -> bool:
        return self.status in _PASSING_STATUSES or self.status >= 500


class ConnectionFailed(MemorydError):
    """No whole answer came. `was_sent` is False where the service has certainly not seen the request."""

    def __init__(self, message: str, *, was_sent: bool, request_id: str | None = None) -> None:
        super().__init__(message, request_id=request_id)
        self.was_sent = was_sent

    @property
    def is_passing(self) -> bool:
        return True


class TimedOut(ConnectionFailed):
    """No whole answer came within the time limit."""


class UnexpectedAnswer(MemorydError):
    """What answered does not answer as memoryd does: a proxy, another program, or an older memoryd."""

    def __init__(self, message: str, *, status: int, request_id: str | None = None) -> None:
        super().__init__(message, request_id=request_id)
        self.status = status

    @property
    def is_passing(self) -> bool:
        return self.status in _PASSING_STATUSES or self.status >= 500


@dataclass(frozen=True)
class LostRecord:
    """A turn that could not be recorded: what `on_record_failed` is told. Its repr shows no text of the turn."""

    turn_token: str
    answer: str
    user: str | None
    core: str | None
    error: MemorydError

    def __repr__(self) -> str:
        return f"LostRecord(user={self.user!r}, core={self.core!r}, error={self.error!r})"
