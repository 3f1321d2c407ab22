"""One service for all tests, each with users of its own."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio
from service import Service

from memoryd_client import AsyncMemoryClient, MemoryClient


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("service"))
    yield running
    running.kill()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Service]:
    """One of its own, to be killed; with a model that is opened in no time, where there is one: it knows no meaning."""
    running = Service(tmp_path, os.environ.get("TINY_MODEL"))
    yield running
    running.kill()


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
