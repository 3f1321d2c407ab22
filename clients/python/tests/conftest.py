"""One service for all tests, each with users of its own."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest
import pytest_asyncio
from service import Service

from memoryd_client import AsyncMemoryClient, MemoryClient

# Neither the SDK of OpenAI's agents nor LangChain may send what a test does to anybody.
os.environ.update({"OPENAI_AGENTS_DISABLE_TRACING": "1", "LANGSMITH_TRACING": "false"})


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("service"))
    yield running
    running.kill()


@pytest.fixture(scope="session")
def often_killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """With a model that is opened in no time, where there is one: it knows no meaning."""
    running = Service(tmp_path_factory.mktemp("often-killed"), os.environ.get("TINY_MODEL"))
    yield running
    running.kill()


@pytest.fixture
def mortal(often_killed: Service) -> Service:
    """A service that a test may kill and start again."""
    often_killed.revive()
    return often_killed


@pytest.fixture
def user() -> str:
    return f"ada-{uuid4().hex[:8]}"


@pytest.fixture
def client(service: Service, user: str) -> Iterator[MemoryClient]:
    with MemoryClient(service.url, service.key, user=user) as made:
        yield made


@pytest_asyncio.fixture
async def async_client(service: Service, user: str) -> AsyncIterator[AsyncMemoryClient]:
    async with AsyncMemoryClient(service.url, service.key, user=user) as made:
        yield made
