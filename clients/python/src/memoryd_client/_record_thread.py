"""Records in the background on a thread, which runs only while something waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ._backlog import Backlog, Waiting
from .errors import LostRecord, MemorydError


class RecordThread:
    def __init__(self, send: Callable[[Waiting], None], tell: Callable[[LostRecord], None] | None) -> None:
        """`send` throws MemorydError where it fails."""
        self._send = send
        self._backlog = Backlog(tell)
        self._changed = threading.Condition(threading.RLock())
        self._thread: threading.Thread | None = None
        self._sending = 0
        self._is_closed = False

    def put(self, entry: Waiting, error: MemorydError) -> None:
        with self._changed:
            self._backlog.put(entry, error)
            self._settle()

    def flush(self, timeout_s: float) -> bool:
        """One attempt for each that waits, now, as far as the time goes."""
        end = time.monotonic() + timeout_s
        with self._changed:
            due = self._backlog.take_all()
            self._sending += len(due)
        for entry in due:
            if time.monotonic() < end:
                self._attempt(entry)
            else:
                self._put_back(entry)
        with self._changed:
            self._changed.wait_for(lambda: self._sending == 0, max(0.0, end - time.monotonic()))
            return self._sending == 0 and not self._backlog.waiting

    def close(self, timeout_s: float) -> None:
        self.flush(timeout_s)
        with self._changed:
            self._is_closed = True
            self._settle()

    def _settle(self) -> None:
        """With the lock: a thread where something waits; nothing waits any more once it is closed."""
        if self._is_closed:
            self._backlog.give_up_all()
        if self._backlog.waiting and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="memoryd-record", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                wait = self._backlog.next_in_s()
                if wait is None:
                    self._thread = None
                    return
                self._changed.wait(wait)
                entry = self._backlog.take_due()
                self._sending += 0 if entry is None else 1
            if entry is not None:
                self._attempt(entry)

    def _attempt(self, entry: Waiting) -> None:
        try:
            self._send(entry)
        except MemorydError as error:
            with self._changed:
                self._backlog.put(entry, error)
                self._sending -= 1
                self._settle()
        else:
            with self._changed:
                self._sending -= 1
                self._settle()

    def _put_back(self, entry: Waiting) -> None:
        with self._changed:
            self._backlog.waiting.append(entry)
            self._sending -= 1
            self._settle()
