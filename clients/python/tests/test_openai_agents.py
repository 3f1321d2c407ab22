"""Sessions and tools in runs of the OpenAI Agents SDK, whose model reads from the SDK's own script."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from agents import Agent, RunConfig, Runner, RunResultStreaming, SQLiteSession, function_tool
from agents.run import CallModelData, ModelInputData
from agents.testing import ModelStep, ScriptedModel, assistant_message, function_call
from service import Service

from memoryd_client import AsyncMemoryClient, MemoryClient
from memoryd_client.openai_agents import MemorySession, TurnGated, memory_tools

QUIET = RunConfig(tracing_disabled=True)


@function_tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"{city}: 30 degrees"


def scripted(*answers: Any) -> ScriptedModel:
    return ScriptedModel([[assistant_message(each)] if isinstance(each, str) else each for each in answers])


def agent_of(model: ScriptedModel, *tools: Any) -> Agent[Any]:
    return Agent(name="assistant", instructions="Be brief.", model=model, tools=list(tools))


async def said(agent: Agent[Any], text: str, session: MemorySession) -> str:
    result = await Runner.run(agent, text, session=session, run_config=session.run_config(QUIET))
    return str(result.final_output)


async def texts(client: AsyncMemoryClient) -> list[str]:
    return [item["text"] async for item in client.iter_memory()]


async def test_a_session_is_kept_and_another_one_remembers(async_client: AsyncMemoryClient) -> None:
    model = scripted("Noted: Lisbon.", "In Lisbon.", "Still in Lisbon.")
    agent = agent_of(model)
    first = MemorySession("first", async_client)
    assert await said(agent, "I live in Lisbon.", first) == "Noted: Lisbon."
    # Of the same session, in a program that started anew.
    assert await said(agent, "Where do I live?", MemorySession("first", async_client)) == "In Lisbon."
    assert await said(agent, "Where do I live?", MemorySession("second", async_client)) == "Still in Lisbon."
    own, again, other = model.calls
    assert str(own.system_instructions).startswith("Be brief.\n\n")
    # What the history shows is not quoted as memory; in another session it is.
    assert [item["content"] for item in again.input] == ["I live in Lisbon.", "Noted: Lisbon.", "Where do I live?"]
    assert "> I live in Lisbon." not in str(again.system_instructions)
    assert [item["content"] for item in other.input] == ["Where do I live?"]
    assert "> I live in Lisbon." in str(other.system_instructions)
    assert await texts(async_client) == [
        "Where do I live?\nStill in Lisbon.",
        "Where do I live?\nIn Lisbon.",
        "I live in Lisbon.\nNoted: Lisbon.",
    ]


async def test_a_run_with_tools_is_one_turn(async_client: AsyncMemoryClient) -> None:
    call = function_call("weather", {"city": "Lisbon"}, call_id="c1")
    model = scripted([assistant_message("Let me look."), call], "It is hot.")
    session = MemorySession("s1", async_client)
    assert await said(agent_of(model, weather), "How is the weather?", session) == "It is hot."
    assert await texts(async_client) == ["How is the weather?\nIt is hot."]
    assert len({each.system_instructions for each in model.calls}) == 1
    assert await session.get_items() == [
        {"role": "user", "content": "How is the weather?"},
        {"role": "assistant", "content": "It is hot."},
    ]


async def test_a_stream_is_recorded_when_it_is_whole(async_client: AsyncMemoryClient) -> None:
    session = MemorySession("s1", async_client)
    agent = agent_of(scripted("It is hot today.", "never heard to its end"))

    def streamed(text: str) -> RunResultStreaming:
        return Runner.run_streamed(agent, text, session=session, run_config=session.run_config(QUIET))

    pieces = [
        event.data.delta
        async for event in streamed("How is the weather?").stream_events()
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta"
    ]
    assert "".join(pieces) == "It is hot today."
    broken = streamed("And tomorrow?")
    async for event in broken.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            broken.cancel()
    assert await texts(async_client) == ["How is the weather?\nIt is hot today."]


async def test_a_run_that_fails_is_not_recorded_and_may_be_tried_again(async_client: AsyncMemoryClient) -> None:
    session = MemorySession("s1", async_client)
    agent = agent_of(scripted(ModelStep.raise_error(RuntimeError("the model failed")), "Noted."))
    with pytest.raises(RuntimeError):
        await said(agent, "I live in Lisbon.", session)
    assert await texts(async_client) == []
    again = MemorySession("s1", async_client)
    await said(agent, "I live in Lisbon.", again)
    assert await texts(async_client) == ["I live in Lisbon.\nNoted."]


async def test_two_users_at_once_have_each_their_own(async_client: AsyncMemoryClient, user: str) -> None:
    models = {name: scripted(f"Noted, {name}.", "OK.") for name in ("Zelda", "Quentin")}

    async def talk(name: str) -> None:
        session = MemorySession("the same name", async_client.for_user(f"{user}-{name}"))
        await said(agent_of(models[name]), f"My name is {name}.", session)
        await said(agent_of(models[name]), "Who am I?", session)

    await asyncio.gather(talk("Zelda"), talk("Quentin"))
    for name, other in (("Zelda", "Quentin"), ("Quentin", "Zelda")):
        assert other not in json.dumps([str(call) for call in models[name].calls])
        assert len(await texts(async_client.for_user(f"{user}-{name}"))) == 2


async def test_the_contract_of_a_session_holds(async_client: AsyncMemoryClient) -> None:
    session = MemorySession("s1", async_client)
    talk: Any = [{"role": "user", "content": "One?"}, {"role": "assistant", "content": "One."}]
    more: Any = [{"role": "user", "content": "Two?"}, {"role": "assistant", "content": "Two."}]
    await session.add_items([*talk, *more, {"role": "user", "content": "Three?"}])
    assert await session.get_items() == [*talk, *more, {"role": "user", "content": "Three?"}]
    assert await session.get_items(limit=2) == [more[1], {"role": "user", "content": "Three?"}]
    assert await session.get_items(limit=0) == []
    assert await session.pop_item() == {"role": "user", "content": "Three?"}
    assert await session.pop_item() == more[1]
    assert await session.get_items() == [*talk, more[0]]
    assert await session.pop_item() == more[0]
    await session.clear_session()
    assert (await session.get_items(), await session.pop_item(), await texts(async_client)) == ([], None, [])


async def test_another_session_may_keep_every_item(async_client: AsyncMemoryClient) -> None:
    session = MemorySession("s1", async_client, underlying=SQLiteSession("s1"))
    call = function_call("weather", {"city": "Lisbon"}, call_id="c1")
    await said(agent_of(scripted([call], "It is hot."), weather), "How is the weather?", session)
    kinds = [item.get("type", "message") for item in await session.get_items()]
    assert kinds == ["message", "function_call", "function_call_output", "message"]
    assert await texts(async_client) == ["How is the weather?\nIt is hot."]


async def test_a_gated_turn_asks_no_model(async_client: AsyncMemoryClient, user: str) -> None:
    gate: Any = {"pattern": "password", "reason": "No passwords, please."}
    await async_client.put_constitution(user, text="Be kind.", gates=[gate], prohibitions=[])
    model = scripted("never said")
    session = MemorySession("s1", async_client, constitution=user)
    with pytest.raises(TurnGated) as gated:
        await said(agent_of(model), "My password is x.", session)
    assert (gated.value.reason, model.calls, await texts(async_client)) == ("No passwords, please.", (), [])


async def test_a_filter_that_was_there_goes_first(async_client: AsyncMemoryClient) -> None:
    def shout(data: CallModelData[Any]) -> ModelInputData:
        return ModelInputData(input=data.model_data.input, instructions="SHOUT.")

    model = scripted("HELLO.")
    session = MemorySession("s1", async_client)
    config = session.run_config(RunConfig(tracing_disabled=True, call_model_input_filter=shout))
    await Runner.run(agent_of(model), "Hello.", session=session, run_config=config)
    assert str(model.calls[0].system_instructions).startswith("SHOUT.\n\n")


async def test_without_the_service_the_model_answers_all_the_same(mortal: Service, user: str) -> None:
    async with AsyncMemoryClient(mortal.url, mortal.key, user=user) as client:
        agent = agent_of(scripted("Noted.", "I do not know.", "In Lisbon."))
        kept = MemorySession("s1", client, underlying=SQLiteSession("s1"))
        await said(agent, "I live in Lisbon.", kept)
        mortal.kill()
        assert await said(agent, "Where do I live?", kept) == "I do not know."
        mortal.start()
        assert await said(agent, "Where do I live?", kept) == "In Lisbon."
        assert await texts(client) == ["Where do I live?\nIn Lisbon.", "I live in Lisbon.\nNoted."]


async def test_a_model_remembers_recalls_and_forgets_by_tools(
    async_client: AsyncMemoryClient, client: MemoryClient
) -> None:
    id = client.remember("The user plays the cello.")["id"]
    model = scripted(
        [function_call("remember", {"text": "The user lives in Lisbon."}, call_id="c1")],
        [function_call("recall", {"query": "Where does the user live?"}, call_id="c2")],
        [function_call("forget", {"id": id}, call_id="c3")],
        [function_call("forget", {"id": "none"}, call_id="c4")],
        "Done.",
    )
    agent = agent_of(model, *memory_tools(lambda run: async_client.for_user(run.context)))
    result = await Runner.run(agent, "Hello.", run_config=QUIET, context=async_client.user)
    outputs = [item.output for item in result.new_items if item.type == "tool_call_output_item"]
    assert json.loads(outputs[1])[0]["text"] == "The user lives in Lisbon."
    assert json.loads(outputs[2]) == {"ok": True}
    assert "memory_not_found" in outputs[3]
    assert await texts(async_client) == ["The user lives in Lisbon."]
