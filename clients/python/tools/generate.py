"""Writes the types and the methods of the client from the service's OpenAPI document.

python tools/generate.py http://127.0.0.1:8787     # or a file; --check writes nothing and fails where they differ
"""

from __future__ import annotations

import sys
from pathlib import Path

from openapi_methods import api_module
from openapi_types import Types, load_document

PACKAGE = Path(__file__).parent.parent / "src" / "memoryd_client"


def generated(document: dict[str, object]) -> dict[Path, str]:
    """What each generated file must hold."""
    types = Types(document)
    sync_api = api_module(document, types, is_async=False)
    async_api = api_module(document, types, is_async=True)
    return {
        PACKAGE / "models.py": types.module(),
        PACKAGE / "_sync_api.py": sync_api,
        PACKAGE / "_async_api.py": async_api,
    }


def main(arguments: list[str]) -> int:
    files = generated(load_document(next(each for each in arguments if each != "--check")))
    differing = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    for path in differing:
        if "--check" not in arguments:
            path.write_text(files[path])
        print(f"{path.name} {'differs from the document' if '--check' in arguments else 'is written'}")
    return 1 if differing and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
