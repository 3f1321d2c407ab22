"""The middleware in agents of langchain, whose model reads from a script and says what it was shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, HumanInTheLoopMiddleware
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from service import Service

from memoryd_client import MemoryClient, MemorydError
from memoryd_client.langchain import MemoryMiddleware
from memoryd_client.models import VerifyResult


class ScriptedModel(GenericFakeChatModel):
    """Answers from a script; keeps what it was shown."""

    shown: list[list[BaseMessage]] = []

    def bind_tools(self, tools: Any, **_: Any) -> Runnable[Any, Any]:
        return self

    def _generate(self, messages: list[BaseMessage], *given: Any, **more: Any) -> Any:
        self.shown.append(messages)
        answer = super()._generate(messages, *given, **more)
        if answer.generations[0].message.content == "FAILS":
            raise RuntimeError("the model failed")
        return answer

    def system_shown(self) -> list[str]:
        return [str(messages[0].text) for messages in self.shown]


def scripted(*answers: AIMessage | str) -> ScriptedModel:
    def play() -> Iterator[AIMessage]:
        for answer in answers:
            yield answer if isinstance(answer, AIMessage) else AIMessage(answer)

    return ScriptedModel(messages=play(), shown=[])


def said(text: str) -> Any:
    return {"messages": [HumanMessage(text)]}


def texts(client: MemoryClient) -> list[str]:
    return [item["text"] for item in client.iter_memory()]


def weather(city: str) -> str:
    """The weather of a city."""
    return f"{city}: 30 degrees"


CALL = {"name": "weather", "args": {"city": "Lisbon"}, "id": "call-1"}


def test_the_answer_of_one_run_is_in_the_brief_of_the_next(client: MemoryClient) -> None:
    model = scripted("Noted: Lisbon.", "In Lisbon.")
    agent = create_agent(model, system_prompt="Be brief.", middleware=[MemoryMiddleware(client)])
    agent.invoke(said("I live in Lisbon."))
    answer = agent.invoke(said("Where do I live?"))
    assert answer["messages"][-1].content == "In Lisbon." and "memory_turn" not in answer
    first, second = model.system_shown()
    assert first.startswith("Be brief.") and "> I live in Lisbon." in second
    assert texts(client) == ["Where do I live?\nIn Lisbon.", "I live in Lisbon.\nNoted: Lisbon."]


def test_a_run_with_tools_is_one_turn(client: MemoryClient) -> None:
    model = scripted(AIMessage("Let me look.", tool_calls=[CALL]), "It is hot.")
    agent = create_agent(model, [weather], middleware=[MemoryMiddleware(client, session="s1")])
    agent.invoke(said("How is the weather in Lisbon?"))
    assert texts(client) == ["How is the weather in Lisbon?\nIt is hot."]
    first, second = model.system_shown()
    assert first == second and first != ""
    assert client.get_memory(client.list_memory()["items"][0]["id"])["session"] == "s1"


def test_a_run_that_waits_for_consent_goes_on_with_its_turn(client: MemoryClient) -> None:
    model = scripted(AIMessage("", tool_calls=[CALL]), "It is hot.")
    consent: AgentMiddleware[Any, Any, Any] = HumanInTheLoopMiddleware(interrupt_on={"weather": True})
    agent = create_agent(model, [weather], middleware=[MemoryMiddleware(client), consent], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t1"}}
    agent.invoke(said("How is the weather in Lisbon?"), config)
    assert texts(client) == []
    agent.invoke(Command(resume={"decisions": [{"type": "approve"}]}), config)
    assert texts(client) == ["How is the weather in Lisbon?\nIt is hot."]
    assert client.get_metrics()["turns"] == 1 and len(set(model.system_shown())) == 1


def test_a_stream_passes_through_piece_by_piece(client: MemoryClient) -> None:
    agent = create_agent(scripted("It is hot today."), middleware=[MemoryMiddleware(client)])
    streamed: Any = agent.stream(said("How is the weather?"), stream_mode="messages")
    pieces = [piece.text for piece, _ in streamed if piece.type == "AIMessageChunk"]
    assert "".join(pieces) == "It is hot today." and len([piece for piece in pieces if piece.strip()]) == 4
    assert texts(client) == ["How is the weather?\nIt is hot today."]


def test_what_is_broken_off_or_fails_is_not_recorded(client: MemoryClient) -> None:
    agent = create_agent(scripted("It is hot.", "FAILS"), middleware=[MemoryMiddleware(client)])
    for _ in agent.stream(said("How is the weather?"), stream_mode="messages"):
        break
    with pytest.raises(RuntimeError):
        agent.invoke(said("And now?"))
    assert texts(client) == []


async def test_two_users_at_once_have_each_their_own(client: MemoryClient, user: str) -> None:
    @dataclass
    class Context:
        user: str

    memory = MemoryMiddleware(client, user=lambda runtime: runtime.context.user)
    agents = {name: scripted(f"Noted, {name}.", "OK.") for name in ("ada", "bob")}
    saver = InMemorySaver()

    async def talk(name: str) -> None:
        agent = create_agent(agents[name], middleware=[memory], context_schema=Context, checkpointer=saver)
        config: Any = {"configurable": {"thread_id": f"thread of {name}"}}
        for text in (f"My name is {name}.", "Who am I?"):
            await agent.ainvoke(said(text), config, context=Context(f"{user}-{name}"))

    await asyncio.gather(talk("ada"), talk("bob"))
    for name, other in (("ada", "bob"), ("bob", "ada")):
        brief = agents[name].system_shown()[1]
        assert f"My name is {name}." in brief and other not in brief
        mine = client.for_user(f"{user}-{name}")
        assert len(texts(mine)) == 2
        assert {mine.get_memory(item["id"])["session"] for item in mine.iter_memory()} == {f"thread of {name}"}


def test_a_gated_turn_ends_with_its_reason(client: MemoryClient, user: str) -> None:
    gate: Any = {"pattern": "password", "reason": "No passwords, please."}
    client.put_constitution(user, text="Be kind.", gates=[gate], prohibitions=[])
    model = scripted("never said")
    agent = create_agent(model, middleware=[MemoryMiddleware(client, constitution=user)])
    answer = agent.invoke(said("My password is x."))
    assert answer["messages"][-1].content == "No passwords, please."
    assert (model.shown, texts(client)) == ([], [])


def test_a_verified_answer_may_be_replaced(client: MemoryClient) -> None:
    verdicts: list[VerifyResult] = []

    def mend(verdict: VerifyResult, answer: str) -> str | None:
        verdicts.append(verdict)
        return None if verdict["ok"] else "You live in Lisbon."

    model = scripted("Noted.", "You live in Porto.")
    agent = create_agent(model, middleware=[MemoryMiddleware(client, on_verified=mend)])
    agent.invoke(said("I live in Lisbon."))
    answer = agent.invoke(said("Where do I live?"))
    assert [message.text for message in answer["messages"]] == ["Where do I live?", "You live in Lisbon."]
    assert [verdict["contradiction"] for verdict in verdicts] == [False, True]
    assert texts(client)[0] == "Where do I live?\nYou live in Lisbon."


def test_without_the_service_the_model_answers_all_the_same(mortal: Service, user: str) -> None:
    troubles: list[MemorydError] = []
    client = MemoryClient(mortal.url, mortal.key, user=user, on_unavailable=troubles.append)
    model = scripted("One.", "Two.", "Three.")
    agent = create_agent(model, [weather], middleware=[MemoryMiddleware(client)])
    agent.invoke(said("I live in Lisbon."))
    mortal.kill()
    assert agent.invoke(said("Where do I live?"))["messages"][-1].content == "Two."
    assert len(troubles) == 1 and len(model.shown[1]) == 1
    mortal.start()
    agent.invoke(said("Where do I live?"))
    assert len(model.shown[2]) == 2
    assert texts(client) == ["Where do I live?\nThree.", "I live in Lisbon.\nOne."]
    client.close()


def test_a_run_that_goes_on_with_something_else_than_a_user_prepares_nothing(client: MemoryClient) -> None:
    model = scripted("Hello.")
    agent = create_agent(model, middleware=[MemoryMiddleware(client)])
    agent.invoke({"messages": [HumanMessage("Hi."), AIMessage("Yes?")]})
    assert client.get_metrics()["turns"] == 0 and len(model.shown[0]) == 2
