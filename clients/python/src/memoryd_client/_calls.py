"""One call to the service: how it is sent, what its answer means, and when it may be sent again."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from .errors import ConnectionFailed, MemorydError, ServiceError, TimedOut, UnexpectedAnswer

RETRY_AFTER_MOST_S = 30.0
"""A service that asks for a longer pause is told about instead."""
CONNECT_MOST_S = 10.0
_BACK_OFF_FIRST_S = 0.25
_BACK_OFF_MOST_S = 8.0
_REPEATABLE = frozenset({"POST /record", "POST /verify", "POST /recall"})
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)


def checked_url(url: str) -> str:
    """Throws ValueError where it is no address of a service."""
    parts = urlsplit(url)
    _ = parts.port  # Throws where it is no number.
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"the URL must be like http://127.0.0.1:8787, not {url!r}")
    if parts.username or parts.password:
        raise ValueError("the URL must hold no password: the key goes in `key`")
    return url.rstrip("/")


def brain_headers(key: str, user: str | None, core: str | None) -> dict[str, str]:
    """Throws ValueError where a header could not hold it."""
    headers = {"X-API-Key": key.strip(), "X-Memory-User": user, "X-Memory-Core": core}
    if not headers["X-API-Key"]:
        raise ValueError("the client needs a key: that of the first start lies in memoryd-data/admin.key")
    for name, value in headers.items():
        if value is not None and (value == "" or any(not "!" <= each <= "~" for each in value)):
            raise ValueError(f"{name} must be visible ASCII characters, without spaces")
    return {name: value for name, value in headers.items() if value is not None}


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    content: Any = None
    timeout_s: float | None = None
    request_id: str = field(default_factory=lambda: uuid4().hex)

    @property
    def is_repeatable(self) -> bool:
        """Whether a second one changes nothing, so that it may be sent again when it is not known if it arrived."""
        return self.method in ("GET", "PUT", "DELETE") or f"{self.method} {self.path}" in _REPEATABLE

    def sent(self, headers: Mapping[str, str]) -> dict[str, Any]:
        """Arguments of httpx. Null equals absent, so what is None is left out."""
        given: dict[str, Any] = {"headers": {**headers, "X-Request-Id": self.request_id}}
        params = {name: _in_query(value) for name, value in self.query.items() if value is not None}
        if params:
            given["params"] = params
        if self.body is not None:
            body = {name: value for name, value in self.body.items() if value is not None}
            given["content"] = json.dumps(body, allow_nan=False).encode()
            given["headers"]["Content-Type"] = "application/json"
        elif self.content is not None:
            given["content"] = self.content
            given["headers"]["Content-Type"] = "application/x-ndjson"
        limit = self.timeout_s
        given["timeout"] = httpx.Timeout(limit, connect=CONNECT_MOST_S if limit is None else min(limit, CONNECT_MOST_S))
        return given

    def failed(self, error: Exception) -> MemorydError:
        """What an error of the transport means."""
        was_sent = not isinstance(error, _NOT_SENT)
        said = str(error) or type(error).__name__
        what = f"{self.method} {self.path}"
        if isinstance(error, httpx.TimeoutException):
            return TimedOut(f"{what} got no answer in time: {said}", was_sent=was_sent, request_id=self.request_id)
        if "SSL" in said and ("WRONG_VERSION" in said or "record layer" in said):
            said += "; does the service speak plain http:// there?"
        elif isinstance(error, httpx.RemoteProtocolError):
            said += "; the answer was cut off, or the service speaks https:// there"
        return ConnectionFailed(f"{what} failed: {said}", was_sent=was_sent, request_id=self.request_id)


def _in_query(value: object) -> str:
    if isinstance(value, Mapping):
        return json.dumps(dict(value), allow_nan=False)
    return str(value).lower() if isinstance(value, bool) else str(value)


def checked(response: httpx.Response, call: Call) -> None:
    """Throws where the answer is an error, or not memoryd's. The body must be read, or the answer must be good."""
    request_id = response.headers.get("x-request-id")
    what = f"{call.method} {response.request.url}"
    is_health = call.path in ("/readyz", "/healthz") and response.status_code == 503
    if (response.is_success or is_health) and request_id is not None:
        return
    if response.has_redirect_location:
        to = response.headers["location"]
        raise _unexpected(response, f"{what} is redirected to {to}: give the client the address that answers")
    error = _error_body(response)
    if response.is_success or request_id is None or error is None:
        media = response.headers.get("content-type", "no content type").split(";")[0]
        by = f" by {response.headers['server']}" if "server" in response.headers else ""
        said = f"{what} was answered{by} with {response.status_code} and {media}, not as memoryd answers"
        raise _unexpected(response, f"{said}: is the URL right, and what stands in between?")
    if error["code"] == "route_not_found":
        raise _unexpected(response, f"this memoryd knows no {what}: it is older than the client, or the URL is wrong")
    raise ServiceError(
        error["message"],
        status=response.status_code,
        code=error["code"],
        request_id=request_id,
        details=error.get("details"),
        retry_after_s=_retry_after(response),
    )


def json_of(response: httpx.Response, call: Call) -> Any:
    checked(response, call)
    try:
        return response.json()
    except ValueError:
        raise _unexpected(response, f"{call.method} {call.path} was answered with what is no JSON") from None


def _unexpected(response: httpx.Response, message: str) -> UnexpectedAnswer:
    return UnexpectedAnswer(message, status=response.status_code, request_id=response.headers.get("x-request-id"))


def _error_body(response: httpx.Response) -> dict[str, Any] | None:
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) and {"code", "message"} <= body.keys() else None


def _retry_after(response: httpx.Response) -> float | None:
    value = response.headers.get("retry-after", "")
    return float(value) if value.isascii() and value.isdigit() else None


class Lines:
    """Whole lines out of pieces. Throws where the last one lacks its end: the answer broke off."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._rest = b""

    def take(self, piece: bytes) -> list[bytes]:
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return [line + b"\n" for line in lines]

    def end(self) -> None:
        if self._rest:
            what = f"{self._call.method} {self._call.path}"
            raise ConnectionFailed(f"{what} broke off in a line", was_sent=True, request_id=self._call.request_id)


class Attempts:
    """Of one call: whether it is sent again. None begins later than `within_s` after the first."""

    def __init__(self, call: Call, *, retries: int, within_s: float) -> None:
        self._call = call
        self._left = retries
        self._made = 0
        self._end = time.monotonic() + within_s

    def wait_s(self, error: MemorydError) -> float | None:
        """Seconds to wait before the next attempt; None: the error stands."""
        waited = self._pause(error)
        if self._left == 0 or waited is None or time.monotonic() + waited > self._end:
            return None
        self._left -= 1
        self._made += 1
        return waited

    def _pause(self, error: MemorydError) -> float | None:
        if self._call.content is not None and not isinstance(self._call.content, (bytes, str)):
            return None
        asked = error.retry_after_s if isinstance(error, ServiceError) else None
        if asked is not None and isinstance(error, ServiceError) and error.status in (429, 503):
            return asked + random.uniform(0, 0.1 * asked) if asked <= RETRY_AFTER_MOST_S else None
        unseen = isinstance(error, ConnectionFailed) and not error.was_sent
        if not unseen and not (self._call.is_repeatable and error.is_passing):
            return None
        return back_off(self._made, _BACK_OFF_FIRST_S, _BACK_OFF_MOST_S)


def back_off(made: int, first_s: float, most_s: float) -> float:
    """Between half and whole of a time that doubles with each attempt."""
    return random.uniform(0.5, 1.0) * min(most_s, first_s * 2.0 ** min(made, 30))
