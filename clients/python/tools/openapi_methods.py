"""Operations of the OpenAPI document as methods, once for each kind of client."""

from __future__ import annotations

import re
from typing import Any

from openapi_types import HEAD, Types, docstring, formatted

_NAMES = {
    "POST /prepare": "prepare",
    "POST /verify": "verify",
    "POST /record": "record",
    "POST /recall": "recall",
    "POST /memory": "remember",
    "PATCH /memory/{id}": "change_memory",
    "DELETE /memory/{id}": "forget",
    "GET /sessions": "list_sessions",
    "GET /sessions/{name}": "get_session",
    "GET /profile": "get_profile",
}
"""Where the operation's id says more than a caller would; all others are called by their ids."""

_LEFT_OUT = {"/mcp", "/", "/provider-key", "/ui/session"}
"""Not for callers of the API."""

_METADATA = "Mapping[str, str | float | bool]"


class Parameter:
    """One argument of a method: where it goes, its name there, its name here and its type."""

    def __init__(self, place: str, name: str, kind: str, required: bool, note: str) -> None:
        self.place, self.name, self.kind, self.required, self.note = place, name, kind, required, note
        self.here = re.sub(r"\W", "_", name)

    def declared(self) -> str:
        kind = self.kind if self.required else f"{self.kind.removesuffix(' | None')} | None = None"
        return f"{self.here}: {kind}"


def api_module(document: dict[str, Any], types: Types, *, is_async: bool) -> str:
    methods = [
        _method(f"{verb.upper()} {path}", operation, types, is_async)
        for path, operations in document["paths"].items()
        if path not in _LEFT_OUT
        for verb, operation in operations.items()
    ]
    body = "".join(methods)
    kind = "Async" if is_async else "Sync"
    used = [name for name in types.names() if re.search(rf"\b{name}\b", body)]
    imports = "".join(f"    {name},\n" for name in used)
    collections = ["AsyncIterator" if is_async else "Iterator", "Mapping", "Sequence"]
    wanted = ", ".join(each for each in collections if f"{each}[" in body)
    literal = "Literal, " if "Literal[" in body else ""
    return formatted(
        f"{HEAD.format(what='Every operation of the service.')}\nfrom __future__ import annotations\n\n"
        f"from collections.abc import {wanted}\nfrom typing import {literal}cast\n\n"
        f"from ._api_base import {kind}ApiBase, {kind}Content, segment\nfrom .models import (\n{imports})\n\n\n"
        f"class {kind}Api({kind}ApiBase):\n"
        f'    """The operations; a client adds how they are sent."""\n{body}'
    )


def _method(route: str, operation: dict[str, Any], types: Types, is_async: bool) -> str:
    verb, path = route.split(" ")
    name = _NAMES.get(route) or re.sub(r"(?<!^)(?=[A-Z])", "_", operation["operationId"]).lower()
    parameters = _parameters(operation, types, is_async)
    notes = {each.here: each.note for each in parameters if each.note}
    note = docstring(operation.get("description") or operation["summary"], "        ", notes)
    target = re.sub(r"\{(\w+)\}", r"{segment(\1)}", path)
    arguments = [f'"{verb}"', f'{"f" if target != path else ""}"{target}"']
    for place in ("query", "body"):
        pairs = [f'"{each.name}": {each.here}' for each in parameters if each.place == place]
        if pairs:
            arguments.append(f"{place}={{{', '.join(pairs)}}}")
    answer = next(answer for status, answer in operation["responses"].items() if status < "300")
    media, content = next(iter(answer.get("content", {"": {}}).items()))
    schema = content.get("schema")
    awaited = "await " if is_async else ""
    define = "async def" if is_async else "def"
    if any(each.place == "stream" for each in parameters):
        arguments.append("content=content")
    given = ", ".join(arguments)
    if media.endswith("ndjson"):
        kind = f"{'Async' if is_async else ''}Iterator[bytes]"
        return f"\n    def {name}({_signature(parameters)}) -> {kind}:\n{note}        return self._lines({given})\n"
    if media != "application/json":
        head = f"\n    {define} {name}({_signature(parameters)}) -> str:\n{note}"
        return f"{head}        return {awaited}self._text({given})\n"
    kind = types.of(schema, f"{operation['operationId']} answer")
    text = f"\n    {define} {name}({_signature(parameters)}) -> {kind}:\n{note}"
    text += f"        return cast({kind}, {awaited}self._call({given}))\n"
    return text + _pages(name, path, operation, parameters, types, is_async)


def _pages(
    name: str, path: str, operation: dict[str, Any], parameters: list[Parameter], types: Types, is_async: bool
) -> str:
    if not any(each.name == "cursor" for each in parameters):
        return ""
    schema = next(iter(operation["responses"]["200"]["content"].values()))["schema"]
    field, item = types.list_of(schema)
    others = [each for each in parameters if each.name != "cursor"]
    kind = f"{'Async' if is_async else ''}Iterator[{item}]"
    given = ", ".join([*(f"{each.here}={each.here}" for each in others), "cursor=cursor"])
    whole = "iter_" + re.sub(r"^(list|get)_", "", name)
    note = docstring(f"All of `{name}`, page by page; `limit` is the size of a page.", "        ")
    return (
        f"\n    def {whole}({_signature(others)}) -> {kind}:\n{note}"
        f'        return self._pages(lambda cursor: self.{name}({given}), "{field}")\n'
    )


def _signature(parameters: list[Parameter]) -> str:
    positional = [each for each in parameters if each.place == "path" or (each.required and each.place == "stream")]
    rest = [each for each in parameters if each not in positional]
    first = [each for each in rest if each.required]
    named = [each.declared() for each in rest if not each.required]
    plain = [each.declared() for each in [*positional, *first]]
    return ", ".join(["self", *plain, *(["*", *named] if named else [])])


def _parameters(operation: dict[str, Any], types: Types, is_async: bool) -> list[Parameter]:
    found = []
    for each in operation.get("parameters", []):
        if each["in"] == "header":
            continue
        kind = _METADATA if each["name"] == "metadata" else types.of(each["schema"], each["name"], given=True)
        if each["schema"].get("pattern") == "^(true|false)$":
            kind = "bool"
        if "default" in each["schema"] or not each["required"]:
            kind = kind.removesuffix(" | None")
        found.append(Parameter(each["in"], each["name"], kind, each["required"], each.get("description", "")))
    body = operation.get("requestBody", {}).get("content", {})
    schema = body.get("application/json", {}).get("schema")
    if schema is not None:
        schema = types.resolved(schema)
        required = schema.get("required", [])
        for name, inner in schema["properties"].items():
            kind = types.of(inner, f"{operation['operationId']} {name}", given=True)
            if kind == "None":  # What is named only to say that it must not be there.
                continue
            found.append(Parameter("body", name, kind, name in required, inner.get("description", "")))
    elif body:
        found.append(
            Parameter(
                "stream",
                "content",
                f"{'Async' if is_async else 'Sync'}Content",
                True,
                "The file, whole or piece by piece.",
            )
        )
    return found
