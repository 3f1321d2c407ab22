"""What the client says when something else answers than a healthy memoryd, and when it tries again."""

from __future__ import annotations

import pytest
from service import json_answer, something_else

from memoryd_client import (
    ConnectionFailed,
    MemoryClient,
    MemorydError,
    ServiceError,
    TimedOut,
    UnexpectedAnswer,
)

KEY = "mk_live_any"
HTML = (
    b"HTTP/1.1 %s\r\nserver: nginx\r\ncontent-type: text/html\r\ncontent-length: 6\r\nconnection: close\r\n\r\n<html>"
)
OVERLOADED = json_answer(
    "503 Service Unavailable", '{"message":"full","code":"overloaded","request_id":"r1"}', "retry-after: 0"
)
TURN = json_answer(
    "200 OK",
    '{"messages":[],"coherence":null,"sources":[],"allowed":true,"reason":null,"turn_token":"t"}',
)


def failure(answer: bytes, method: str = "list_memory", *given: str) -> MemorydError:
    with something_else(answer) as (url, _), MemoryClient(url, KEY, retries=0) as client:
        with pytest.raises(MemorydError) as failed:
            getattr(client, method)(*given)
        return failed.value


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (HTML % b"200 OK", UnexpectedAnswer, "by nginx with 200 and text/html, not as memoryd answers"),
        (HTML % b"502 Bad Gateway", UnexpectedAnswer, "with 502 and text/html"),
        (json_answer("200 OK", "{"), UnexpectedAnswer, "what is no JSON"),
        (
            b"HTTP/1.1 301 Moved\r\nlocation: https://memory.example/memory\r\ncontent-length: 0\r\n\r\n",
            UnexpectedAnswer,
            "redirected to https://memory.example/memory",
        ),
        (
            json_answer("404 Not Found", '{"message":"no","code":"route_not_found","request_id":"r1"}'),
            UnexpectedAnswer,
            "older than the client, or the URL is wrong",
        ),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{", ConnectionFailed, "the answer was cut off"),
        (b"", ConnectionFailed, "speaks https:// there"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", ConnectionFailed, "GET /memory failed"),
    ],
)
def test_an_error_says_which_it_is(answer: bytes, kind: type[MemorydError], said: str) -> None:
    error = failure(answer)
    assert type(error) is kind
    assert said in str(error)
    assert KEY not in str(error)


def test_nobody_there_and_nobody_that_answers_are_told_apart() -> None:
    with (
        MemoryClient("http://127.0.0.1:1", KEY, retries=0) as client,
        pytest.raises(ConnectionFailed) as refused,
    ):
        client.list_memory()
    assert refused.value.was_sent is False
    # A listener that never accepts: the connection stands, and nothing comes.
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with MemoryClient(url, KEY, timeout_s=0.05) as client, pytest.raises(TimedOut) as late:
            client.prepare("Hello?")
    assert late.value.was_sent is True and late.value.request_id is not None


def test_a_stream_that_breaks_off_is_an_error() -> None:
    broken = b"HTTP/1.1 200 OK\r\nx-request-id: r1\r\nconnection: close\r\n\r\n{}\n{"
    with something_else(broken) as (url, _), MemoryClient(url, KEY) as client:
        lines = client.export_memory()
        assert next(lines) == b"{}\n"
        with pytest.raises(ConnectionFailed):
            next(lines)


def test_a_503_with_retry_after_is_sent_again_whatever_it_was() -> None:
    with something_else(OVERLOADED, then=TURN) as (url, seen), MemoryClient(url, KEY) as client:
        assert client.prepare("Hello.")["turn_token"] == "t"
    assert [each.split(b"\r\n")[0] for each in seen] == [b"POST /prepare HTTP/1.1"] * 2
    ids = [line for each in seen for line in each.split(b"\r\n") if line.lower().startswith(b"x-request-id")]
    assert len(ids) == 2 and len(set(ids)) == 1


def test_a_longer_pause_than_the_time_limit_is_told_instead() -> None:
    body = '{"message":"the month is used up","code":"quota_exceeded","request_id":"r1"}'
    error = failure(json_answer("429 Too Many Requests", body, "retry-after: 86400"), "prepare", "Hello.")
    assert isinstance(error, ServiceError)
    assert (error.status, error.code, error.retry_after_s, error.is_passing) == (429, "quota_exceeded", 86400.0, True)


@pytest.mark.parametrize(("call", "times"), [("record", 2), ("prepare", 1), ("add_lesson", 1), ("forget", 2)])
def test_what_may_have_arrived_is_sent_again_only_where_that_changes_nothing(call: str, times: int) -> None:
    given = {"record": ["token", "Noted."]}.get(call, ["text"])
    good = json_answer("200 OK", '{"ok":true}')
    with something_else(b"", then=good) as (url, seen), MemoryClient(url, KEY) as client:
        if times == 1:
            with pytest.raises(ConnectionFailed):
                getattr(client, call)(*given)
        else:
            assert getattr(client, call)(*given) == {"ok": True}
    assert len(seen) == times


def test_an_import_that_is_read_piece_by_piece_is_sent_once() -> None:
    with something_else(OVERLOADED) as (url, seen), MemoryClient(url, KEY) as client:
        with pytest.raises(ServiceError):
            client.import_memory(iter([b"{}\n"]))
    assert len(seen) == 1


def test_a_callback_that_fails_breaks_no_reply() -> None:
    def failing(_: object) -> None:
        raise RuntimeError("no")

    with MemoryClient("http://127.0.0.1:1", KEY, on_unavailable=failing, on_record_failed=failing) as client:
        assert client.prepare_or_none("Hello.") is None
        assert client.verify_or_none("Hello.") is None
        client.record_soon("token", "Noted.")
