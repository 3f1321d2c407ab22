"""Who is told that a turn goes on without memory."""

from __future__ import annotations

import logging
from collections.abc import Callable

from .errors import MemorydError

OnUnavailable = Callable[[MemorydError], None]
log = logging.getLogger("memoryd_client")


class UnavailableNotes:
    def __init__(self, callback: OnUnavailable | None) -> None:
        self._callback = callback

    def tell(self, error: MemorydError) -> None:
        """Throws the error where it would come again until somebody changes the program."""
        if not error.is_passing:
            raise error
        log.warning("a turn goes on without memory: %s", error)
        try:
            if self._callback is not None:
                self._callback(error)
        except Exception:
            log.exception("on_unavailable failed")
