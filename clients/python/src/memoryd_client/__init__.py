"""A client of memoryd, a memory layer for AI agents."""

from ._async_client import AsyncMemoryClient
from ._client import MemoryClient
from .errors import (
    ConnectionFailed,
    LostRecord,
    MemorydError,
    ServiceError,
    TimedOut,
    UnexpectedAnswer,
)

__all__ = [
    "AsyncMemoryClient",
    "ConnectionFailed",
    "LostRecord",
    "MemoryClient",
    "MemorydError",
    "ServiceError",
    "TimedOut",
    "UnexpectedAnswer",
]
__version__ = "0.1.0"
