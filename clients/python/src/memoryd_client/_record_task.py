"""Records in the background on a task of the running loop, which runs only while something waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ._backlog import Backlog, Waiting
from .errors import LostRecord, MemorydError


class RecordTask:
    def __init__(self, send: Callable[[Waiting], Awaitable[None]], tell: Callable[[LostRecord], None] | None) -> None:
        """`send` throws MemorydError where it fails."""
        self._send = send
        self._backlog = Backlog(tell)
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def attempt(self, entry: Waiting) -> None:
        """Goes on where the caller is cancelled: a reply that is broken off was given all the same."""
        sending = asyncio.get_running_loop().create_task(self._send_or_wait(entry))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)
        await asyncio.shield(sending)

    async def flush(self, timeout_s: float) -> bool:
        """One attempt for each that waits, now, as far as the time goes."""
        for entry in self._backlog.take_all():
            sending = asyncio.get_running_loop().create_task(self._send_or_wait(entry))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)
        pending = [each for each in self._sending if _is_of_this_loop(each)]
        if pending:
            await asyncio.wait(pending, timeout=timeout_s)
        return not self._sending and not self._backlog.waiting

    async def close(self, timeout_s: float) -> None:
        await self.flush(timeout_s)
        self._is_closed = True
        left = [each for each in (self._task, *self._sending) if each is not None and _is_of_this_loop(each)]
        for each in left:
            each.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self._backlog.give_up_all()

    async def _send_or_wait(self, entry: Waiting) -> None:
        try:
            await self._send(entry)
        except MemorydError as error:
            self._backlog.put(entry, error)
            self._settle()
        except asyncio.CancelledError:
            # Whether it arrived is not known, and a second attempt changes nothing.
            self._backlog.waiting.append(entry)
            raise

    def _settle(self) -> None:
        """A task where something waits; nothing waits any more once it is closed."""
        if self._is_closed:
            self._backlog.give_up_all()
        # A task of a loop that has ended does nothing any more.
        is_running = self._task is not None and not self._task.done() and _is_of_this_loop(self._task)
        if self._backlog.waiting and not is_running:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while (wait := self._backlog.next_in_s()) is not None:
            await asyncio.sleep(wait)
            entry = self._backlog.take_due()
            if entry is not None:
                await self.attempt(entry)


def _is_of_this_loop(task: asyncio.Task[None]) -> bool:
    return task.get_loop() is asyncio.get_running_loop()
