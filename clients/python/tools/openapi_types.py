"""JSON Schema of the OpenAPI document as Python's types."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
import urllib.request
from pathlib import Path
from typing import Any

HEAD = '"""{what} Made from the OpenAPI document by tools/generate.py: not to be edited."""\n'
WIDTH = 120
TOOLS = Path(__file__).parent
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def load_document(source: str) -> dict[str, Any]:
    """Of a service's address or a file."""
    if source.startswith("http"):
        with urllib.request.urlopen(f"{source}/openapi.json") as answer:
            return dict(json.load(answer))
    return dict(json.loads(Path(source).read_text()))


def docstring(text: str, indent: str, arguments: dict[str, str] | None = None) -> str:
    """`arguments`: a line, or more that hang, for each that has something said of it."""
    lines = _wrapped(text, len(indent) + 6)
    for name, said in (arguments or {}).items():
        first, *more = _wrapped(f"{name}: {said}", len(indent) + 4)
        lines += ([""] if name == next(iter(arguments or {})) else []) + [first, *(f"    {line}" for line in more)]
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""\n'
    body = "\n".join(f"{indent}{line}" if line else "" for line in lines[1:])
    return f'{indent}"""{lines[0]}\n{body}\n{indent}"""\n'


def _wrapped(text: str, taken: int) -> list[str]:
    plain = text.replace("\\", "\\\\")
    return textwrap.wrap(plain if plain.endswith((".", ":")) else f"{plain}.", WIDTH - taken)


def class_name(words: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", words))


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") else word


class Types:
    """Collects the objects that it meets as TypedDicts: by their titles, or by their places where they have none."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._schemas: dict[str, Any] = document["components"]["schemas"]
        self._classes: dict[str, str] = {}

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema itself where there stands a reference to it."""
        return dict(self._schemas[schema["$ref"].rsplit("/", 1)[-1]]) if "$ref" in schema else schema

    def of(self, schema: dict[str, Any], place: str, *, given: bool = False) -> str:
        """`given`: what a caller hands over, where any mapping and any sequence will do."""
        if "$ref" in schema:
            name = str(schema["$ref"]).rsplit("/", 1)[-1]
            return self.of(self._schemas[name], name, given=given)
        if "const" in schema or "enum" in schema:
            return _union([_literal(each) for each in schema.get("enum", [schema.get("const")])])
        if "anyOf" in schema:
            return _union([self.of(each, place, given=given) for each in schema["anyOf"]])
        kinds = schema.get("type", [])
        names = [kinds] if isinstance(kinds, str) else list(kinds)
        return _union([self._of_kind(kind, schema, place, given) for kind in names]) or "object"

    def _of_kind(self, kind: str, schema: dict[str, Any], place: str, given: bool) -> str:
        if kind == "array":
            item = self.of(schema["items"], _singular(place), given=given)
            return f"{'Sequence' if given else 'list'}[{item}]"
        if kind != "object":
            return _PLAIN[kind]
        if "properties" in schema:
            return self._typed_dict(schema, class_name(schema.get("title", place)), given)
        more = schema.get("additionalProperties")
        value = self.of(more, place, given=given) if isinstance(more, dict) and more else "object"
        return f"{'Mapping' if given else 'dict'}[str, {value}]"

    def _typed_dict(self, schema: dict[str, Any], name: str, given: bool) -> str:
        required = schema.get("required", [])
        lines = [f"class {name}(TypedDict):\n", docstring(schema.get("description", name), "    ")]
        for field, inner in schema["properties"].items():
            kind = self.of(inner, f"{name} {field}", given=given)
            lines.append(f"\n    {field}: {kind if field in required else f'NotRequired[{kind}]'}\n")
            if "description" in inner:
                lines.append(docstring(inner["description"], "    "))
        text = "".join(lines)
        if self._classes.setdefault(name, text) != text:
            raise ValueError(f"two objects are called {name}")
        return name

    def list_of(self, schema: dict[str, Any]) -> tuple[str, str]:
        """Of a page: the field that holds its items, and their type."""
        whole = self.resolved(schema)
        field, inner = next((name, each) for name, each in whole["properties"].items() if each.get("type") == "array")
        return field, self.of(inner["items"], _singular(f"{whole.get('title', '')} {field}"))

    def names(self) -> list[str]:
        return sorted(self._classes)

    def module(self) -> str:
        body = "\n\n".join(self._classes[name] for name in self.names())
        wanted = [name for name in ("Mapping", "Sequence") if f"{name}[" in body]
        imports = f"from collections.abc import {', '.join(wanted)}\n" if wanted else ""
        imports += "from typing import Literal\n\nfrom typing_extensions import NotRequired, TypedDict\n"
        head = HEAD.format(what="What the service takes and answers.")
        return formatted(f"{head}\nfrom __future__ import annotations\n\n{imports}\n\n{body}")


def formatted(module: str) -> str:
    """As `ruff` sorts and lays out; the lines are as long as pyproject.toml says."""
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format", "--quiet"]):
        whole = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(TOOLS / "made.py"), "-"]
        module = subprocess.run(whole, input=module, text=True, capture_output=True, check=True).stdout
    return module


def _literal(value: object) -> str:
    if value is None:
        return "None"
    return f"Literal[{json.dumps(value) if isinstance(value, str) else value}]"


def _union(kinds: list[str]) -> str:
    """Without repetitions; literals in one."""
    literals = [kind[len("Literal[") : -1] for kind in kinds if kind.startswith("Literal[")]
    others = [kind for kind in dict.fromkeys(kinds) if not kind.startswith("Literal[")]
    joined = [f"Literal[{', '.join(dict.fromkeys(literals))}]"] if literals else []
    none = ["None"] if "None" in others else []
    return " | ".join(joined + [kind for kind in others if kind != "None"] + none)
