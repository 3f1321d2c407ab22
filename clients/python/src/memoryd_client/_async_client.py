"""The client for programs on asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import httpx
from typing_extensions import Self, Unpack

from ._api_base import Fields
from ._async_api import AsyncApi
from ._backlog import Waiting
from ._calls import Attempts, Call, Lines, checked, json_of
from ._client_base import DEFAULT_URL, ClientBase, PrepareOptions
from ._record_task import RecordTask
from ._turn_texts import INPUT_CHARS_MOST, storable
from ._unavailable import OnUnavailable
from .errors import LostRecord, MemorydError
from .models import Turn, VerifyResult


class AsyncMemoryClient(ClientBase, AsyncApi):
    """As MemoryClient, every call awaited; for one event loop."""

    def __init__(
        self,
        url: str = DEFAULT_URL,
        key: str = "",
        *,
        user: str | None = None,
        core: str | None = None,
        timeout_s: float = 60.0,
        record_timeout_s: float = 5.0,
        retries: int = 2,
        on_unavailable: OnUnavailable | None = None,
        on_record_failed: Callable[[LostRecord], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """`timeout_s`: how long the service may be silent; `record_timeout_s`: how long `record_soon` holds up a reply.

        `http_client`: one of your own, with its proxies and certificates; `close` leaves it open.
        """
        super().__init__(url, key, user, core, timeout_s, record_timeout_s, retries, on_unavailable)
        self._is_own = http_client is None
        self._http = http_client or httpx.AsyncClient()
        self._recorder = RecordTask(self._send_waiting, on_record_failed)

    async def prepare_or_none(self, input: str, **more: Unpack[PrepareOptions]) -> Turn | None:
        """As `prepare`, but None where the service cannot be had: answer without memory then.

        `on_unavailable` is told. A mistake of the caller's (400, 401, 403, 404) is thrown all the same.
        """
        text = storable(input, INPUT_CHARS_MOST)
        try:
            return await self.prepare(text, **more) if text else None
        except MemorydError as error:
            self._notes.tell(error)
            return None

    async def verify_or_none(self, answer: str, *, turn_token: str | None = None) -> VerifyResult | None:
        """As `verify`, but None where the service cannot be had: the answer may ship then."""
        text = storable(answer)
        try:
            return await self.verify(text, turn_token=turn_token) if text else None
        except MemorydError as error:
            self._notes.tell(error)
            return None

    async def record_soon(self, turn_token: str, answer: str, *, correction: bool | None = None) -> None:
        """Records, and throws nothing: what fails is repeated in the background while its token lives (24 hours).

        The first attempt is made here, so that a `prepare` that follows sees the turn. What cannot be recorded is
        told to `on_record_failed`.
        """
        entry = self._waiting(turn_token, answer, correction)
        if entry is not None:
            await self._recorder.attempt(entry)

    async def flush(self, timeout_s: float = 5.0) -> bool:
        """Sends what waits to be recorded, now. False: some of it waits still."""
        return await self._recorder.flush(timeout_s)

    async def close(self, timeout_s: float = 5.0) -> None:
        """Flushes, tells `on_record_failed` of what could not be recorded, and closes the connections."""
        await self._recorder.close(timeout_s)
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _send_waiting(self, entry: Waiting) -> None:
        call, headers = self._record_call(entry)
        try:
            json_of(await self._once(call, headers), call)
        except MemorydError:
            raise
        except Exception as error:
            # Of the caller's own `http_client`: a reply that was given must not fail by it.
            raise call.failed(error) from error

    async def _call(
        self, method: str, path: str, *, query: Fields = None, body: Fields = None, content: Any = None
    ) -> Any:
        call = self._new_call(method, path, query, body, content)
        return json_of(await self._repeated(call), call)

    async def _text(self, method: str, path: str) -> str:
        return (await self._repeated(self._new_call(method, path, None))).text

    async def _repeated(self, call: Call) -> httpx.Response:
        """The first good answer."""
        attempts = Attempts(call, retries=self._retries, within_s=self._timeout_s)
        while True:
            try:
                response = await self._once(call, self._headers)
                checked(response, call)
                return response
            except MemorydError as error:
                waited = attempts.wait_s(error)
                if waited is None:
                    raise
            await asyncio.sleep(waited)

    async def _once(self, call: Call, headers: Mapping[str, str]) -> httpx.Response:
        try:
            return await self._http.request(
                call.method, self._url + call.path, follow_redirects=False, **call.sent(headers)
            )
        except (httpx.HTTPError, httpx.StreamError, RuntimeError) as error:
            raise call.failed(error) from error

    async def _lines(self, method: str, path: str, *, query: Fields = None) -> AsyncIterator[bytes]:
        call = self._new_call(method, path, query)
        lines = Lines(call)
        sent = call.sent(self._headers)
        try:
            async with self._http.stream(method, self._url + path, follow_redirects=False, **sent) as response:
                if not response.is_success:
                    await response.aread()
                checked(response, call)
                async for piece in response.aiter_bytes():
                    for line in lines.take(piece):
                        yield line
        except (httpx.HTTPError, httpx.StreamError, RuntimeError) as error:
            raise call.failed(error) from error
        lines.end()
