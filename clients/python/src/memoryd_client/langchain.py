"""Memory for agents of langchain 1.x: `create_agent(model, middleware=[MemoryMiddleware(client, user="ada")])`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse, hook_config
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langgraph.runtime import Runtime
from typing_extensions import NotRequired, TypedDict

from ._client import MemoryClient
from .models import Turn, VerifyResult

Named: TypeAlias = str | Callable[[Runtime[Any]], str | None] | None
"""A name, or what finds it for a run, such as `lambda runtime: runtime.context.user_id`."""

OnVerified: TypeAlias = Callable[[VerifyResult, str], str | None]
"""Is told how an answer stands against memory, and the answer; a text that it gives back replaces the answer."""


class PreparedTurn(TypedDict):
    """What a run knows of its turn between its first and its last step."""

    turn_token: str
    brief: str
    user: str | None


class MemoryState(AgentState[Any]):
    memory_turn: NotRequired[Annotated[PreparedTurn | None, PrivateStateAttr]]


class MemoryMiddleware(AgentMiddleware[MemoryState, Any, Any]):
    """Prepares a turn from what the user said last, puts the brief behind the system prompt, records the answer.

    A run that goes on with tool results neither prepares nor records anew; one that fails or is broken off records
    nothing. A turn that a constitution gates ends at once with its reason. Where the service cannot be had the model
    runs without memory.
    """

    state_schema = MemoryState

    def __init__(
        self,
        client: MemoryClient,
        *,
        user: Named = None,
        session: Named = None,
        constitution: str | None = None,
        on_verified: OnVerified | None = None,
    ) -> None:
        """`user`: absent, the client's; `session`: absent, the run's `thread_id`, where it has one.

        `on_verified`: given, each answer goes through `/verify` before it is recorded.
        """
        super().__init__()
        self._client = client
        self._user, self._session = user, session
        self._constitution = constitution
        self._on_verified = on_verified
        self.tools = []

    @hook_config(can_jump_to=["end"])
    def before_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Prepares the turn."""
        return self._begin(state, runtime)

    @hook_config(can_jump_to=["end"])
    async def abefore_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any]:
        """As `before_agent`, off the event loop."""
        return await asyncio.to_thread(self._begin, state, runtime)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Shows the model the brief."""
        return handler(_with_brief(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Shows the model the brief."""
        return await handler(_with_brief(request))

    def after_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Verifies the answer, where it was asked for, and records it."""
        return self._end(state)

    async def aafter_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any]:
        """As `after_agent`, off the event loop."""
        return await asyncio.to_thread(self._end, state)

    def _begin(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any]:
        said = _said_last(state["messages"])
        if said is None:
            return {"memory_turn": None}
        user = _found(self._user, runtime)
        session = _found(self._session, runtime) or _thread_id(runtime)
        client = self._client if user is None else self._client.for_user(user)
        turn = client.prepare_or_none(said, session=session, constitution=self._constitution)
        if turn is not None and not turn["allowed"]:
            gated = AIMessage(turn["reason"] or "", response_metadata={"gated_by": "memoryd"})
            return {"memory_turn": None, "messages": [gated], "jump_to": "end"}
        return {"memory_turn": None if turn is None else _prepared(turn, user)}

    def _end(self, state: MemoryState) -> dict[str, Any]:
        turn = state.get("memory_turn")
        answer = next((each for each in reversed(state["messages"]) if isinstance(each, AIMessage)), None)
        if turn is None or answer is None:
            return {"memory_turn": None}
        client = self._client if turn["user"] is None else self._client.for_user(turn["user"])
        text = str(answer.text) or _as_json(state.get("structured_response"))
        shipped = self._verified(client, turn["turn_token"], text)
        client.record_soon(turn["turn_token"], shipped)
        if shipped == text:
            return {"memory_turn": None}
        return {"memory_turn": None, "messages": [answer.model_copy(update={"content": shipped})]}

    def _verified(self, client: MemoryClient, turn_token: str, text: str) -> str:
        if self._on_verified is None:
            return text
        verdict = client.verify_or_none(text, turn_token=turn_token)
        replaced = None if verdict is None else self._on_verified(verdict, text)
        return text if replaced is None else replaced


def _prepared(turn: Turn, user: str | None) -> PreparedTurn | None:
    token = turn["turn_token"]
    return None if token is None else {"turn_token": token, "brief": turn["messages"][0]["content"], "user": user}


def _with_brief(request: ModelRequest[Any]) -> ModelRequest[Any]:
    turn: PreparedTurn | None = dict(request.state).get("memory_turn")  # type: ignore[assignment]
    if turn is None:
        return request
    own = [] if request.system_message is None else list(request.system_message.content_blocks)
    if not own:
        return request.override(system_message=SystemMessage(turn["brief"]))
    brief: Any = {"type": "text", "text": f"\n\n{turn['brief']}"}
    return request.override(system_message=SystemMessage(content_blocks=[*own, brief]))


def _said_last(messages: list[AnyMessage]) -> str | None:
    """What the user said since the last message of anybody else; None where the run goes on with something else."""
    said: list[str] = []
    for message in reversed(messages):
        if not isinstance(message, HumanMessage):
            break
        said.append(str(message.text))
    return "\n".join(reversed(said)) if said else None


def _found(named: Named, runtime: Runtime[Any]) -> str | None:
    return named(runtime) if callable(named) else named


def _thread_id(runtime: Runtime[Any]) -> str | None:
    return None if runtime.execution_info is None else runtime.execution_info.thread_id


def _as_json(structured: Any) -> str:
    if structured is None:
        return ""
    dumped = structured.model_dump(mode="json") if hasattr(structured, "model_dump") else structured
    return json.dumps(dumped, ensure_ascii=False, default=str)
