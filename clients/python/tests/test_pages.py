"""The blocks of README and quickstarts run as they stand, and print what the pages say."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from service import REPOSITORY, Service

from memoryd_client import MemoryClient

PACKAGE = REPOSITORY / "clients" / "python"
QUICKSTARTS = REPOSITORY / "docs" / "quickstarts"
FIRST_QUOTED = "I live in Lisbon, and I like metric units."
PAGES = {
    PACKAGE / "README.md": f"{FIRST_QUOTED}\nNoted.\nI play the cello. monday\n404 memory_not_found\n"
    f"{FIRST_QUOTED}\nNoted.\n",
    QUICKSTARTS / "python.md": None,
    QUICKSTARTS / "langchain-python.md": f"You said: {FIRST_QUOTED}\n",
    QUICKSTARTS / "langgraph.md": None,
    QUICKSTARTS / "openai-agents-python.md": f"You said: {FIRST_QUOTED}\n",
    QUICKSTARTS / "coming-from-mem0.md": None,
}
"""What each prints; None: what its block of text says."""


def blocks_of(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.M | re.S)


class FakeModel(BaseHTTPRequestHandler):
    """Plays models of OpenAI: says the first line of memory that it is shown, or else "Noted."."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        shown = re.search(r"^> (.*)$", self._instructions(body), re.M)
        text = f"You said: {shown.group(1)}" if shown else "Noted."
        answer = json.dumps(self._chat(text) if "messages" in body else self._response(text)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def _instructions(self, body: dict[str, Any]) -> str:
        systems = [each["content"] for each in body.get("messages", []) if each["role"] in ("system", "developer")]
        return "\n".join([*map(str, systems), body.get("instructions") or ""])

    def _chat(self, text: str) -> dict[str, Any]:
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        return {
            "id": "c1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [choice],
            "usage": usage,
        }

    def _response(self, text: str) -> dict[str, Any]:
        content = {"type": "output_text", "text": text, "annotations": []}
        message = {"id": "m1", "type": "message", "role": "assistant", "status": "completed", "content": [content]}
        more = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
        return {"id": "r1", "object": "response", "created_at": 1, "model": "m", "output": [message], **more}

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def model_url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), FakeModel)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_runs_as_it_stands(
    page: Path,
    service: Service,
    model_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", model_url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    monkeypatch.setenv("MEMORYD_API_KEY", service.key)
    monkeypatch.setenv("MEMORYD_URL", service.url)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "memoryd-data").mkdir()
    (tmp_path / "memoryd-data" / "admin.key").write_text(f"{service.key}\n")
    with MemoryClient(service.url, service.key) as client:
        for user in ("ada", "bob"):
            client.for_user(user).forget_brain()
    program = "\n".join(blocks_of(page, "python")).replace("http://127.0.0.1:8787", service.url)
    exec(compile(program, page.name, "exec"), {"__name__": "__main__"})
    printed = PAGES[page]
    assert capsys.readouterr().out == ("".join(blocks_of(page, "text")) if printed is None else printed)


def test_every_page_installs_what_there_is() -> None:
    extras = re.findall(r"^([\w-]+) = \[\"", (PACKAGE / "pyproject.toml").read_text(), re.M)
    for page in [*PAGES, REPOSITORY / "docs" / "clients-python.md"]:
        asked = re.findall(r"memoryd-client\[([\w-]+)\]", page.read_text())
        assert set(asked) <= set(extras), page


def test_the_readme_names_every_export() -> None:
    import memoryd_client

    readme = (PACKAGE / "README.md").read_text()
    assert [name for name in memoryd_client.__all__ if name not in readme] == []
