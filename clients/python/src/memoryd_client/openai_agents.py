"""Memory for the OpenAI Agents SDK: a Session that is kept in memoryd, briefs for its runs, and memory as tools."""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from agents import FunctionTool, RunConfig, RunContextWrapper, Session, TResponseInputItem, function_tool
from agents.memory import SessionSettings
from agents.run import CallModelData, ModelInputData

from ._async_client import AsyncMemoryClient
from .errors import MemorydError

HISTORY_TURNS_MOST = 50
"""Of the session, in a run's own history: what the brief does not quote a second time."""

ClientOf: TypeAlias = AsyncMemoryClient | Callable[[RunContextWrapper[Any]], AsyncMemoryClient]
"""A client, or what finds one for a run, such as `lambda run: client.for_user(run.context.user_id)`."""


class TurnGated(MemorydError):
    """A constitution gates what the user said: `reason` is for the user, and no model is to be asked."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the turn is gated: {reason}")
        self.reason = reason


@dataclass(frozen=True)
class _Prepared:
    said: str
    turn_token: str | None
    brief: str | None


class MemorySession:
    """A conversation whose turns are remembered, and whose runs are shown what memory has to say.

    Pass it as `session`, and `run_config()` as `run_config`. It keeps what was said: input and answer of each turn,
    not the calls of tools in between, which are there until the turn is answered. With `underlying`, any session of
    the SDK, the history is that one's, with every item. One session object serves one run at a time.
    """

    def __init__(
        self,
        session_id: str,
        client: AsyncMemoryClient,
        *,
        underlying: Session | None = None,
        constitution: str | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        """`session_id`: 1 to 128 characters. `client`: for the user whose conversation it is."""
        self.session_id = session_id
        self.session_settings = session_settings
        self._client = client
        self._underlying = underlying
        self._constitution = constitution
        self._open: list[TResponseInputItem] = []
        self._prepared: _Prepared | None = None

    def run_config(self, config: RunConfig | None = None) -> RunConfig:
        """A copy of `config` whose models are shown the brief of the turn behind their instructions."""
        base = config or RunConfig()
        first = base.call_model_input_filter

        async def with_brief(data: CallModelData[Any]) -> ModelInputData:
            made: Any = data.model_data if first is None else first(data)
            shown = cast(ModelInputData, await made if inspect.isawaitable(made) else made)
            brief = await self._brief(shown.input)
            parts = [part for part in (shown.instructions, brief) if part]
            return ModelInputData(input=shown.input, instructions="\n\n".join(parts) or None)

        return dataclasses.replace(base, call_model_input_filter=with_brief)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """What was said, oldest first; of more than `limit` items the newest."""
        if self._underlying is not None:
            return await self._underlying.get_items(limit)
        items: list[TResponseInputItem] = []
        async for turn in self._client.iter_session(self.session_id, limit=1000):
            items.append({"role": "user", "content": turn["input"]})
            if turn["answer"]:
                items.append({"role": "assistant", "content": turn["answer"]})
        items += self._open
        return items if limit is None else items[max(0, len(items) - limit) :]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Takes what happened; a turn is recorded when it is answered. A failure to record breaks nothing."""
        if self._underlying is not None:
            await self._underlying.add_items(items)
        for item in items:
            if _role(item) == "user" and _answer(self._open):
                await self._close_turn()
            self._open.append(item)
        if _answer(self._open):
            await self._close_turn()

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes the newest item away: of an answered turn first the answer, then what the user said."""
        if self._underlying is not None:
            if self._open:
                self._open.pop()
            return await self._underlying.pop_item()
        if self._open:
            return self._open.pop()
        newest = (await self._client.list_memory(session=self.session_id, limit=1))["items"]
        if not newest:
            return None
        turn = await self._client.get_memory(newest[0]["id"])
        if turn["answer"]:
            await self._client.change_memory(turn["id"], answer="")
            return {"role": "assistant", "content": turn["answer"]}
        await self._client.forget(turn["id"])
        return {"role": "user", "content": turn["input"]}

    async def clear_session(self) -> None:
        """Forgets the conversation: its turns are erased from memory too."""
        self._open, self._prepared = [], None
        if self._underlying is not None:
            await self._underlying.clear_session()
        for turn in [each async for each in self._client.iter_session(self.session_id, limit=1000)]:
            await self._client.forget(turn["id"])

    async def _brief(self, items: Iterable[TResponseInputItem]) -> str | None:
        said = _said_last(items)
        if said and (self._prepared is None or self._prepared.said != said):
            self._prepared = await self._prepare(said)
        return None if self._prepared is None else self._prepared.brief

    async def _prepare(self, said: str) -> _Prepared:
        history = HISTORY_TURNS_MOST if self._underlying is None else 0
        turn = await self._client.prepare_or_none(
            said, session=self.session_id, history=history, constitution=self._constitution
        )
        if turn is None:
            return _Prepared(said, None, None)
        if not turn["allowed"]:
            raise TurnGated(turn["reason"] or "")
        return _Prepared(said, turn["turn_token"], turn["messages"][0]["content"])

    async def _close_turn(self) -> None:
        items, self._open = self._open, []
        prepared, self._prepared = self._prepared, None
        said, answer = "\n".join(_text(item) for item in items if _role(item) == "user"), _answer(items)
        if not said or not answer:
            return
        if prepared is None or prepared.said != said:
            try:
                prepared = await self._prepare(said)
            except TurnGated:
                return
        if prepared.turn_token is not None:
            await self._client.record_soon(prepared.turn_token, answer)


def memory_tools(client: ClientOf) -> list[FunctionTool]:
    """`remember`, `recall` and `forget`, for a model that decides itself what is worth keeping."""

    def of(run: RunContextWrapper[Any]) -> AsyncMemoryClient:
        return client(run) if callable(client) else client

    @function_tool(failure_error_function=_told)
    async def remember(run: RunContextWrapper[Any], text: str) -> str:
        """Keep something for later conversations: a fact about the user, a preference, a decision.

        Args:
            text: One whole sentence that will be understood without this conversation.
        """
        return json.dumps({"id": (await of(run).remember(text))["id"]})

    @function_tool(failure_error_function=_told)
    async def recall(run: RunContextWrapper[Any], query: str) -> str:
        """Look up what is remembered from earlier conversations.

        Args:
            query: What you want to know, as a question or in a few words.
        """
        found = (await of(run).recall(query))["sources"]
        return json.dumps([{"id": each["id"], "text": each["text"]} for each in found], ensure_ascii=False)

    @function_tool(failure_error_function=_told)
    async def forget(run: RunContextWrapper[Any], id: str) -> str:
        """Erase one memory for good, where the user asks for it.

        Args:
            id: The id that `recall` or `remember` gave.
        """
        return json.dumps(await of(run).forget(id))

    return [remember, recall, forget]


def _told(_: RunContextWrapper[Any], error: Exception) -> str:
    """What the model is told of a call that failed."""
    return f"That did not work: {error}" if isinstance(error, MemorydError) else "That did not work."


def _role(item: TResponseInputItem) -> str | None:
    return str(item.get("role")) if item.get("type", "message") == "message" else None


def _text(item: TResponseInputItem) -> str:
    content: Any = item.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content or [] if isinstance(part.get("text"), str))


def _said_last(items: Iterable[TResponseInputItem]) -> str:
    """What the user said last: of the last messages in a row that are the user's."""
    said: list[str] = []
    for item in items:
        role = _role(item)
        if role == "assistant":
            said = []
        elif role == "user":
            said.append(_text(item))
    return "\n".join(said)


def _answer(items: list[TResponseInputItem]) -> str:
    """What the assistant said after its last call of a tool; "" while a call of a tool is the last that happened."""
    answer: list[str] = []
    for item in items:
        kind = str(item.get("type", "message"))
        if kind.endswith(("_call", "_call_output")):
            answer = []
        elif _role(item) == "assistant":
            answer.append(_text(item))
    return "\n".join(answer)
