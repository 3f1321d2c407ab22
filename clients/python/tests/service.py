"""Starts the compiled executable, and stands in for what is not memoryd."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]
EXECUTABLE = Path(os.environ.get("MEMORYD_EXECUTABLE", REPOSITORY / "dist" / "memoryd"))
_HANGS_S = 120.0


class Service:
    """One data directory, and the process that serves it, which may die and come again at the same port."""

    def __init__(self, folder: Path, model: str | None = None) -> None:
        self._folder = folder
        self._model = model
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def key(self) -> str:
        return (self._folder / "memoryd-data" / "admin.key").read_text().strip()

    def start(self) -> None:
        command = [str(EXECUTABLE), "serve", "--port", str(self.port), "--log-level", "warn"]
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "MEMORYD_EMBEDDING_WORKERS": "1"}
        if self._model is not None:
            environment["MEMORYD_MODEL_DIR"] = self._model
        self._process = subprocess.Popen(command, cwd=self._folder, env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"memoryd listening on http://127\.0\.0\.1:(\d+)", line)
        assert found, f"the executable said {line!r}"
        self.port = int(found.group(1))

    def kill(self) -> None:
        """As kill -9 does."""
        if self._process is None:
            return
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._process = None

    def revive(self) -> None:
        """Starts it where it was killed."""
        if self._process is None:
            self.start()


def until(what: str, is_so: Callable[[], bool]) -> None:
    """Looks again and again; only a hang reaches the end of it."""
    end = time.monotonic() + _HANGS_S
    while not is_so():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.01)


@contextmanager
def something_else(answer: bytes, *, then: bytes = b"") -> Iterator[tuple[str, list[bytes]]]:
    """A program that answers every connection with these bytes and hangs up; the requests that it was sent.

    `then` is what it answers from the second connection on.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    seen: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                seen.append(_request(connection))
                connection.sendall(answer if len(seen) == 1 or not then else then)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", seen
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def _request(connection: socket.socket) -> bytes:
    data = b""
    while True:
        head, blank, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        if blank and len(body) >= (int(length.group(1)) if length else 0):
            return data
        piece = connection.recv(65_536)
        if not piece:
            return data
        data += piece


def json_answer(status: str, body: str, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "content-type: application/json", f"content-length: {len(body)}"]
    return "\r\n".join([*lines, "x-request-id: r1", "connection: close", *headers, "", body]).encode()
