"""mem0's `Memory` and `AsyncMemory` on memoryd: change `from mem0 import Memory` and go on.

docs/quickstarts/coming-from-mem0.md lists what is different: nothing is extracted by a model, what was said is kept as
it was said; no history of changes is kept; `agent_id` is a field of the metadata, `run_id` a session.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, Literal

from typing_extensions import Self

from ._client import MemoryClient
from ._client_base import DEFAULT_URL
from ._mem0_filters import Scope, scope_of
from ._mem0_messages import Said, said_in
from ._mem0_shapes import IMMUTABLE, check_top_k, first_of, flat, iso_date, one_or_none, public_id, refuse_others, shown
from .models import MemoryDetail

log = logging.getLogger("memoryd_client")

_PAGE = 1000
_UNSET: Any = object()


def _client_by_environment() -> MemoryClient:
    key = os.environ.get("MEMORYD_API_KEY", "")
    if not key:
        raise ValueError("set MEMORYD_API_KEY to a key of memoryd, and MEMORYD_URL to where it listens")
    return MemoryClient(os.environ.get("MEMORYD_URL", DEFAULT_URL), key)


class Memory:
    """Takes what mem0's `Memory` takes and answers what it answers.

    `user_id` is the brain's user; without one, the brain that all share. An `id` is `<memory>@<user>`.
    """

    def __init__(self, client: MemoryClient | object | None = None) -> None:
        """Without a client, one by the environment: MEMORYD_API_KEY, and MEMORYD_URL where it is not the default.

        A configuration of mem0's own says nothing here, and is told in the log.
        """
        if client is not None and not isinstance(client, MemoryClient):
            log.warning("mem0's configuration means nothing to memoryd")
            client = None
        self._client = _client_by_environment() if client is None else client

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """Of `{"memoryd": {"url", "key", "core"?}}`, or by the environment; mem0's own settings mean nothing."""
        for name in config_dict.keys() - {"memoryd", "version"}:
            log.warning("mem0's setting %s means nothing to memoryd", name)
        given = config_dict.get("memoryd")
        return cls(_client_by_environment() if given is None else MemoryClient(**given))

    def add(
        self,
        messages: str | Mapping[str, Any] | Sequence[Mapping[str, Any]],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        timestamp: Any = None,
        expiration_date: Any = None,
        infer: bool = True,
        memory_type: str | None = None,
        prompt: str | None = None,
    ) -> dict[str, list[dict[str, Any]]]:
        """Stores what was said: a question with its answer as one memory, with `infer=False` each message as one.

        No model extracts facts, so `prompt` says nothing. Throws ValueError for metadata that is no flat object.
        """
        if timestamp is not None:
            raise ValueError("timestamp is a parameter of mem0's platform alone")
        if memory_type is not None:
            raise NotImplementedError("procedural memories are written by a model, and memoryd asks none")
        if prompt is not None:
            log.warning("mem0's prompt means nothing to memoryd: no model extracts facts")
        scope = scope_of({"user_id": user_id, "agent_id": agent_id, "run_id": run_id})
        expires = {} if expiration_date is None else {"expiration_date": iso_date(expiration_date)}
        shared = {**flat(metadata or {}, "add"), **(scope.metadata() or {}), **expires}
        results = [self._add(said, scope, shared) for said in said_in(messages, pair=infer)]
        return {"results": results}

    def _add(self, said: Said, scope: Scope, shared: Mapping[str, Any]) -> dict[str, Any]:
        fields = {**shared, **said.fields()}
        made = self._client.for_user(scope.user_id).remember(
            said.input, answer=said.answer, session=scope.run_id, metadata=fields
        )
        added = {"id": public_id(made["id"], scope.user_id), "memory": made["text"], "event": "ADD"}
        return {**added, "actor_id": said.actor, "role": said.role} if said.is_single else added

    def get(self, memory_id: str) -> dict[str, Any] | None:
        """None where there is no such memory."""
        found = self._find(memory_id)
        return None if found is None else shown(*found)

    def get_all(
        self,
        *,
        filters: Mapping[str, Any] | None = None,
        top_k: int = 20,
        show_expired: bool = False,
        **others: Any,
    ) -> dict[str, list[dict[str, Any]]]:
        """The newest first."""
        refuse_others(others, "get_all")
        check_top_k(top_k)
        scope = scope_of(filters)
        client = self._client.for_user(scope.user_id)
        every = client.iter_memory(session=scope.run_id, metadata=scope.metadata(), limit=min(_PAGE, max(top_k, 60)))
        found = (shown(item, scope.user_id) for item in every if scope.is_met(item["metadata"]))
        return {"results": first_of(found, top_k, show_expired)}

    def search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: Mapping[str, Any] | None = None,
        threshold: float = 0.1,
        rerank: bool = False,
        explain: bool = False,
        reference_date: Any = None,
        show_expired: bool = False,
        **others: Any,
    ) -> dict[str, list[dict[str, Any]]]:
        """The best first, in memoryd's order. `score` is the similarity, 0 to 1, before memoryd weighs it.

        `rerank` changes nothing; `explain` and `reference_date` throw.
        """
        refuse_others(others, "search")
        check_top_k(top_k)
        if reference_date is not None:
            raise ValueError("reference_date is a parameter of mem0's platform alone")
        if explain:
            raise NotImplementedError("explain: memoryd explains by `MemoryClient.recall(…, explain=True)`")
        if not 0 <= threshold <= 1:
            raise ValueError("threshold must be between 0 and 1")
        scope = scope_of(filters)
        client = self._client.for_user(scope.user_id)
        limit = min(_PAGE, max(top_k * 4, 60)) if scope.is_exact else _PAGE
        sources = client.recall(query, limit=limit, session=scope.run_id, metadata=scope.metadata())["sources"]
        found = self._scored(client, scope, [(source["id"], source["score"]) for source in sources])
        return {"results": first_of((each for each in found if each["score"] >= threshold), top_k, show_expired)}

    def _scored(self, client: MemoryClient, scope: Scope, sources: list[tuple[str, float]]) -> Iterator[dict[str, Any]]:
        for id, score in sources:
            item = one_or_none(client, id)
            if item is not None and scope.is_met(item["metadata"]):
                yield {**shown(item, scope.user_id), "score": min(1.0, score / item["confidence"])}

    def update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: Any = _UNSET,
        data: str | None = None,
    ) -> dict[str, str]:
        """`text` takes the place of all that the memory says; fields of `metadata` are added or changed."""
        text = data if text is None else text
        if text is None and metadata is None and expiration_date is _UNSET:
            raise ValueError("At least one of text, metadata, or expiration_date must be provided.")
        item, user_id = self._known(memory_id)
        given = {name: each for name, each in flat(metadata or {}, "update").items() if name not in IMMUTABLE}
        fields = {**item["metadata"], **given, "updated_at": datetime.now(timezone.utc).isoformat()}
        if expiration_date is not _UNSET:
            fields.pop("expiration_date", None)
            fields.update({} if expiration_date is None else {"expiration_date": iso_date(expiration_date)})
        answer = None if text is None else ""
        self._client.for_user(user_id).change_memory(item["id"], input=text, answer=answer, metadata=fields)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> dict[str, str]:
        """Erases it for good. Throws ValueError where there is no such memory."""
        item, user_id = self._known(memory_id)
        self._client.for_user(user_id).forget(item["id"])
        return {"message": "Memory deleted successfully!"}

    def delete_all(
        self, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> dict[str, str]:
        """Erases for good. All of a user's: the whole brain, with the rules that were learned."""
        try:
            scope = scope_of({"user_id": user_id, "agent_id": agent_id, "run_id": run_id})
        except ValueError:
            raise ValueError("At least one filter is required to delete all memories.") from None
        client = self._client.for_user(scope.user_id)
        if scope.agent_id is None and scope.run_id is None:
            client.forget_brain()
        else:
            every = list(client.iter_memory(session=scope.run_id, metadata=scope.metadata(), limit=_PAGE))
            for item in every:
                client.forget(item["id"])
        return {"message": "Memories deleted successfully!"}

    def history(self, memory_id: str) -> list[dict[str, Any]]:
        """What the memory says today, as one entry: memoryd keeps no text that was changed or erased."""
        now = self.get(memory_id)
        if now is None:
            return []
        entry = {"id": memory_id, "memory_id": memory_id, "old_memory": None, "new_memory": now["memory"]}
        times = {"created_at": now["created_at"], "updated_at": now["updated_at"]}
        actor = {"actor_id": now.get("actor_id"), "role": now.get("role")}
        return [{**entry, "event": "ADD", **times, "is_deleted": False, **actor}]

    def reset(self) -> None:
        """Throws: no key erases an account at once. `delete_all(user_id=…)` erases a user."""
        raise NotImplementedError("memoryd erases a user by delete_all(user_id=…), a core by deleting it")

    def chat(self, query: str) -> None:
        """Throws, as mem0's does."""
        raise NotImplementedError("Chat function not implemented yet.")

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> Literal[False]:
        self.close()
        return False

    def _find(self, memory_id: str) -> tuple[MemoryDetail, str | None] | None:
        id, _, user_id = memory_id.partition("@")
        item = one_or_none(self._client.for_user(user_id or None), id)
        return None if item is None else (item, user_id or None)

    def _known(self, memory_id: str) -> tuple[MemoryDetail, str | None]:
        found = self._find(memory_id)
        if found is None:
            raise ValueError(f"Memory with id {memory_id} not found")
        return found


class AsyncMemory:
    """As Memory, every call awaited; each is made on a thread of the loop's."""

    def __init__(self, client: MemoryClient | object | None = None) -> None:
        """As `Memory`."""
        self._memory = Memory(client)

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """As `Memory.from_config`."""
        return cls(Memory.from_config(config_dict)._client)

    async def add(self, messages: Any, **given: Any) -> dict[str, list[dict[str, Any]]]:
        """As `Memory.add`."""
        return await asyncio.to_thread(self._memory.add, messages, **given)

    async def get(self, memory_id: str) -> dict[str, Any] | None:
        """As `Memory.get`."""
        return await asyncio.to_thread(self._memory.get, memory_id)

    async def get_all(self, **given: Any) -> dict[str, list[dict[str, Any]]]:
        """As `Memory.get_all`."""
        return await asyncio.to_thread(self._memory.get_all, **given)

    async def search(self, query: str, **given: Any) -> dict[str, list[dict[str, Any]]]:
        """As `Memory.search`."""
        return await asyncio.to_thread(self._memory.search, query, **given)

    async def update(self, memory_id: str, text: str | None = None, **given: Any) -> dict[str, str]:
        """As `Memory.update`."""
        return await asyncio.to_thread(self._memory.update, memory_id, text, **given)

    async def delete(self, memory_id: str) -> dict[str, str]:
        """As `Memory.delete`."""
        return await asyncio.to_thread(self._memory.delete, memory_id)

    async def delete_all(
        self, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> dict[str, str]:
        """As `Memory.delete_all`."""
        return await asyncio.to_thread(self._memory.delete_all, user_id, agent_id, run_id)

    async def history(self, memory_id: str) -> list[dict[str, Any]]:
        """As `Memory.history`."""
        return await asyncio.to_thread(self._memory.history, memory_id)

    async def reset(self) -> None:
        """Throws, as `Memory.reset` does."""
        self._memory.reset()

    async def chat(self, query: str) -> None:
        """Throws, as mem0's does."""
        self._memory.chat(query)

    def close(self) -> None:
        """Closes the connections."""
        self._memory.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> Literal[False]:
        self.close()
        return False
