"""The client against the service: every kind of call, pages, streams, brains, and what record_soon promises."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from service import Service, until

from memoryd_client import (
    AsyncMemoryClient,
    LostRecord,
    MemoryClient,
    MemorydError,
    ServiceError,
)


def a_turn(client: MemoryClient, said: str, answer: str = "Noted.") -> None:
    token = client.prepare(said)["turn_token"]
    assert token is not None
    assert client.record(token, answer) == {"ok": True}


def test_a_turn_is_remembered_and_recalled(client: MemoryClient) -> None:
    a_turn(client, "I live in Lisbon.")
    turn = client.prepare("Where do I live?")
    assert turn["sources"][0]["text"] == "I live in Lisbon.\nNoted."
    assert "> I live in Lisbon." in turn["messages"][0]["content"]
    assert client.verify("You live in Porto.", turn_token=turn["turn_token"])["contradiction"] is True
    assert client.recall("Where do I live?", limit=1)["sources"][0]["id"] == client.list_memory()["items"][0]["id"]


def test_two_users_see_nothing_of_each_other(client: MemoryClient, user: str) -> None:
    a_turn(client, "I live in Lisbon.")
    other = client.for_user(f"{user}-other")
    assert other.list_memory()["items"] == []
    assert other.for_user(user).get_metrics()["memory_size"] == 1


def test_a_list_is_read_page_by_page(client: MemoryClient) -> None:
    for number in range(5):
        a_turn(client, f"Number {number}.")
    assert [item["text"][7] for item in client.iter_memory(limit=2)] == ["4", "3", "2", "1", "0"]


def test_an_export_is_imported_again(client: MemoryClient, user: str) -> None:
    a_turn(client, "I live in Lisbon.")
    lines = list(client.export_memory(user=user, embeddings=False))
    assert json.loads(lines[0])["type"] == "header"
    client.forget_brain()
    pieces = iter([b"".join(lines)[:100], b"".join(lines)[100:]])
    assert client.import_memory(pieces)["packets"]["stored"] == 1
    assert client.get_metrics()["memory_size"] == 1


def test_operations_of_every_method_arrive(client: MemoryClient, user: str) -> None:
    lesson = client.add_lesson("Answer in metric units.", pinned=True)
    assert client.reword_lesson(lesson["id"], text="Use metric units.")["response_text"] == "Use metric units."
    assert client.remove_lesson(lesson["id"], forget=False) == {"ok": True}
    name = f"strict {user}"
    gate = {"pattern": "password", "reason": "No passwords, please."}
    put = client.put_constitution(name, text="Be kind.", gates=[gate], prohibitions=[])  # type: ignore[list-item]
    assert put["name"] == name
    gated = client.prepare("My password is x.", constitution=name)
    assert (gated["allowed"], gated["reason"]) == (False, "No passwords, please.")
    assert client.delete_constitution(name) == {"ok": True}
    assert client.get_readiness()["status"] == "ok"
    assert "memoryd_" in client.get_prometheus()


async def test_the_asynchronous_client_does_the_same(async_client: AsyncMemoryClient) -> None:
    turn = await async_client.prepare("I live in Lisbon.")
    await async_client.record(turn["turn_token"] or "", "Noted.")
    assert [item["text"] async for item in async_client.iter_memory()] == ["I live in Lisbon.\nNoted."]
    lines = [line async for line in async_client.export_memory(user=async_client.user)]
    assert await async_client.import_memory(b"".join(lines))
    with pytest.raises(ServiceError):
        await async_client.get_memory("none")


def test_a_refusal_says_what_the_service_said(client: MemoryClient, service: Service) -> None:
    with pytest.raises(ServiceError) as refused:
        client.get_memory("none")
    error = refused.value
    assert (error.status, error.code, error.is_passing) == (404, "memory_not_found", False)
    assert error.request_id is not None and error.request_id in str(error)
    with pytest.raises(ServiceError) as invalid:
        client.list_memory(limit=0)
    assert invalid.value.code == "invalid_request" and invalid.value.details["field"] == "limit"
    with MemoryClient(service.url, "mk_live_wrong") as stranger, pytest.raises(ServiceError) as unknown:
        stranger.list_memory()
    assert unknown.value.status == 401


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_an_id_is_one_segment_of_a_path(client: MemoryClient, id: str) -> None:
    a_turn(client, "I live in Lisbon.")
    with pytest.raises(ValueError):
        client.forget(id)
    with pytest.raises(ServiceError):
        client.forget("../memory?x=1#y")
    assert client.get_metrics()["memory_size"] == 1


def test_what_no_header_can_hold_is_refused_before_it_is_sent(service: Service) -> None:
    for user in ("", "ada\r\nX-Memory-Core: other", "a b", "adá"):
        with pytest.raises(ValueError):
            MemoryClient(service.url, service.key, user=user)
    with pytest.raises(ValueError):
        MemoryClient(service.url, "")
    for url in ("127.0.0.1:8787", "ftp://x", "http://", "http://ada:secret@host", "http://host:port"):
        with pytest.raises(ValueError):
            MemoryClient(url, service.key)
    assert service.key not in repr(MemoryClient(service.url, service.key))


def test_texts_that_json_and_the_service_know_no_way_to_hold_break_no_reply(client: MemoryClient) -> None:
    turn = client.prepare_or_none("I live\0 in \ud800Lisbon. " + "x" * 40_000)
    assert turn is not None and turn["turn_token"] is not None
    client.record_soon(turn["turn_token"], "Noted\udfff." + "y" * 140_000)
    assert client.list_memory()["items"][0]["text"].startswith("I live\ufffd in \ufffdLisbon.")
    assert client.prepare_or_none(" \n") is None
    client.record_soon("token", "  ")


def test_a_mistake_of_the_caller_is_thrown_by_prepare_or_none_too(client: MemoryClient) -> None:
    with pytest.raises(ServiceError):
        client.prepare_or_none("Hello.", constitution="no such")


def test_a_turn_outlives_a_service_that_was_killed(mortal: Service, user: str) -> None:
    troubles: list[MemorydError] = []
    lost: list[LostRecord] = []
    key = mortal.key
    client = MemoryClient(mortal.url, key, user=user, on_unavailable=troubles.append, on_record_failed=lost.append)
    token = client.prepare("I live in Lisbon.")["turn_token"] or ""
    mortal.kill()
    assert client.prepare_or_none("Hello?") is None and len(troubles) == 1
    client.record_soon(token, "Noted.")
    client.record_soon("unknown-token", "Noted.")
    assert client.flush() is False
    mortal.start()
    until("both were sent", client.flush)
    assert client.list_memory()["items"][0]["text"] == "I live in Lisbon.\nNoted."
    assert [(each.turn_token, each.user) for each in lost] == [("unknown-token", user)]
    assert "Noted" not in repr(lost)
    client.close()


async def test_a_turn_outlives_a_killed_service_on_asyncio(mortal: Service, user: str) -> None:
    lost: list[LostRecord] = []
    client = AsyncMemoryClient(mortal.url, mortal.key, user=user, on_record_failed=lost.append)
    token = (await client.prepare("I live in Lisbon."))["turn_token"] or ""
    mortal.kill()
    assert await client.prepare_or_none("Hello?") is None
    await client.record_soon(token, "Noted.")
    assert await client.flush() is False
    mortal.start()
    # Without a flush: the task in the background comes to it by itself.
    while await client.get_metrics() != {**await client.get_metrics(), "memory_size": 1}:
        await asyncio.sleep(0.01)
    mortal.kill()
    await client.record_soon(token, "Noted.")
    await client.close()
    assert [each.turn_token for each in lost] == [token]


def test_what_waits_when_the_client_is_closed_is_told(service: Service) -> None:
    lost: list[LostRecord] = []
    client = MemoryClient("http://127.0.0.1:1", service.key, on_record_failed=lost.append)
    client.record_soon("token", "Noted.")
    assert lost == []
    client.close()
    assert [each.turn_token for each in lost] == ["token"]
    client.record_soon("later", "Noted.")
    assert len(lost) == 2


def test_a_client_of_ones_own_stays_open(service: Service) -> None:
    with httpx.Client() as own:
        with MemoryClient(service.url, service.key, http_client=own) as client:
            client.get_liveness()
        assert not own.is_closed


class _Hook:
    """Of the caller's own http_client: fails twice as no HTTP library does, and lets the third request through."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, request: httpx.Request) -> None:
        if request.url.path == "/record":
            self.seen += 1
            if self.seen <= 2:
                raise ValueError("no metrics today")

    async def later(self, request: httpx.Request) -> None:
        self(request)


def test_a_failing_hook_of_ones_own_client_holds_no_record_up(service: Service) -> None:
    hook = _Hook()
    with (
        httpx.Client(event_hooks={"request": [hook]}) as own,
        MemoryClient(service.url, service.key, http_client=own) as client,
    ):
        token = client.prepare("I live in Lisbon.")["turn_token"]
        assert token is not None
        client.record_soon(token, "Noted.")
        until("it was recorded", client.flush)
    assert hook.seen >= 3


async def test_a_failing_hook_of_ones_own_async_client_holds_no_record_up(service: Service) -> None:
    hook = _Hook()
    async with (
        httpx.AsyncClient(event_hooks={"request": [hook.later]}) as own,
        AsyncMemoryClient(service.url, service.key, http_client=own) as client,
    ):
        token = (await client.prepare("I live in Lisbon."))["turn_token"]
        assert token is not None
        await client.record_soon(token, "Noted.")
        while not await client.flush():
            await asyncio.sleep(0.05)
    assert hook.seen >= 3
