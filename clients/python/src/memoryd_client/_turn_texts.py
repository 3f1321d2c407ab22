"""Texts of a conversation as the service can keep them."""

from __future__ import annotations

TEXT_CHARS_MOST = 131_072
INPUT_CHARS_MOST = 32_768


def storable(text: str, most: int = TEXT_CHARS_MOST) -> str:
    """Cut to `most` code points; NUL and lone surrogates replaced by U+FFFD; "" where only white space is left."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
    return whole[:most] if whole.strip() else ""
