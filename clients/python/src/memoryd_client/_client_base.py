"""What both kinds of client know: where the service is, with which key, and whose brain is meant."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Literal

from typing_extensions import Self, TypedDict

from ._api_base import Fields
from ._backlog import Waiting
from ._calls import Call, brain_headers, checked_url
from ._turn_texts import storable
from ._unavailable import OnUnavailable, UnavailableNotes
from .errors import MemorydError

DEFAULT_URL = "http://127.0.0.1:8787"


class PrepareOptions(TypedDict, total=False):
    """What `prepare` takes beside the input."""

    model: str | None
    constitution: str | None
    session: str | None
    occurred_at: str | None
    history: int | None
    metadata: Mapping[str, str | float | bool] | None
    explain: bool | None
    dry_run: bool | None
    mode: Literal["cosine", "hybrid"] | None


class ClientBase:
    user: str | None
    core: str | None

    def __init__(
        self,
        url: str,
        key: str,
        user: str | None,
        core: str | None,
        timeout_s: float,
        record_timeout_s: float,
        retries: int,
        on_unavailable: OnUnavailable | None,
    ) -> None:
        self._url = checked_url(url)
        self._headers = brain_headers(key, user, core)
        self._key, self.user, self.core = key, user, core
        self._timeout_s, self._record_timeout_s, self._retries = timeout_s, record_timeout_s, retries
        self._notes = UnavailableNotes(on_unavailable)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._url!r}, user={self.user!r}, core={self.core!r})"

    def for_user(self, user: str | None) -> Self:
        """The same connections for another end user; None: the shared brain of the core."""
        return self._at(user, self.core)

    def for_core(self, core: str | None) -> Self:
        """The same connections for another core; None: the default one."""
        return self._at(self.user, core)

    def _at(self, user: str | None, core: str | None) -> Self:
        other = copy.copy(self)
        other._headers = brain_headers(self._key, user, core)
        other.user, other.core = user, core
        return other

    def _new_call(self, method: str, path: str, query: Fields, body: Fields = None, content: object = None) -> Call:
        # An import is read whole before it is answered, however long that takes.
        timeout_s = self._timeout_s if content is None else None
        return Call(method, path, query or {}, body, content, timeout_s=timeout_s)

    def _waiting(self, turn_token: str, answer: str, correction: bool | None) -> Waiting | None:
        """None where there is nothing to record."""
        text = storable(answer)
        not_sent = MemorydError("not sent yet")
        return Waiting(turn_token, text, correction, self.user, self.core, not_sent) if text else None

    def _record_call(self, entry: Waiting) -> tuple[Call, dict[str, str]]:
        body = {"turn_token": entry.turn_token, "answer": entry.answer, "correction": entry.correction}
        call = Call("POST", "/record", body=body, timeout_s=self._record_timeout_s)
        return call, brain_headers(self._key, entry.user, entry.core)
