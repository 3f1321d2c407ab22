"""The package itself: its types, what is generated, and how it is built."""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import generate
from openapi_types import load_document
from service import REPOSITORY, Service

import memoryd_client
from memoryd_client import AsyncMemoryClient, MemoryClient
from memoryd_client._client_base import PrepareOptions

PACKAGE = REPOSITORY / "clients" / "python"


def run(*command: str, cwd: Path = PACKAGE) -> str:
    environment = {**os.environ, "MYPY_CACHE_DIR": str(Path(sys.prefix) / "mypy-cache"), "RUFF_NO_CACHE": "true"}
    done = subprocess.run([sys.executable, "-m", *command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_is_generated_is_what_the_document_of_the_executable_gives(service: Service) -> None:
    for path, text in generate.generated(load_document(service.url)).items():
        assert path.read_text() == text, f"{path.name} differs: run tools/generate.py"


def test_a_field_that_was_added_to_the_document_would_be_noticed(service: Service) -> None:
    document = load_document(service.url)
    document["components"]["schemas"]["Metrics"]["properties"]["sleep"] = {"type": "integer", "description": "New."}
    made = generate.generated(document)
    assert [path.name for path, text in made.items() if path.read_text() != text] == ["models.py"]


def test_the_types_hold() -> None:
    assert "no issues found" in run("mypy")


def test_prepare_or_none_takes_what_prepare_takes() -> None:
    for client in (MemoryClient, AsyncMemoryClient):
        taken = set(inspect.signature(client.prepare).parameters) - {"self", "input"}
        assert taken == set(PrepareOptions.__annotations__)


def test_the_source_is_in_order() -> None:
    run("ruff", "check")
    run("ruff", "format", "--check")


def test_files_stay_short_but_for_those_that_are_generated() -> None:
    made = {"models.py", "_sync_api.py", "_async_api.py"}
    files = [each for part in ("src", "tests", "tools") for each in (PACKAGE / part).rglob("*.py")]
    assert len(files) > 20
    assert [each.name for each in files if each.name not in made and each.read_text().count("\n") > 400] == []


def test_two_builds_are_the_same_bytes_and_hold_what_they_should(tmp_path: Path) -> None:
    sums = []
    for turn in ("one", "two"):
        # From a copy with times of its own, so that nothing but the content counts.
        source = tmp_path / turn / "source"
        ignored = shutil.ignore_patterns("__pycache__", "tests", "dist", ".venv")
        shutil.copytree(PACKAGE, source, ignore=ignored, copy_function=shutil.copy)
        run("build", "--no-isolation", "--outdir", str(tmp_path / turn / "dist"), str(source))
        files = sorted((tmp_path / turn / "dist").iterdir())
        sums.append([(each.name, hashlib.sha256(each.read_bytes()).hexdigest()) for each in files])
    assert sums[0] == sums[1] and len(sums[0]) == 2
    wheel, archive = sorted((tmp_path / "one" / "dist").iterdir())
    assert "PASSED" in run("twine", "check", "--strict", str(archive), str(wheel))
    inside = set(zipfile.ZipFile(wheel).namelist())
    info = f"memoryd_client-{memoryd_client.__version__}.dist-info"
    for name in ("memoryd_client/py.typed", "memoryd_client/langchain.py", f"{info}/licenses/LICENSE"):
        assert name in inside
    assert not any("test" in name or "pycache" in name for name in inside)
    assert f"memoryd_client-{memoryd_client.__version__}/LICENSE" in tarfile.open(archive).getnames()
    assert (PACKAGE / "LICENSE").read_bytes() == (REPOSITORY / "LICENSE").read_bytes()
