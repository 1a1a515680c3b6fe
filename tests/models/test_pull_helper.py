"""geniex_model_pull from a hub: the library starts this app's command line, hears it and stops it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fault_server import Answer
from hub_server import GIT_TOKEN, HubServer

from geniex_desktop.engine.library import Library, open_library
from geniex_desktop.engine.location import own_files
from geniex_desktop.models.store import ModelStore, State

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the helper of these tests is a shell script")

HUGGING_FACE = 1
Pull = Callable[..., tuple[int, str]]


@pytest.fixture
def helper(tmp_path: Path, server: HubServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "geniex desktop"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m geniex_desktop "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("GENIEX_PULL_HELPER", str(program))
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    return program


@pytest.fixture
def native_pull(store: ModelStore) -> Pull:
    """geniex_model_pull into the store; returns its code and error text."""
    store.list()  # opens the store in the library
    library: Library = open_library(own_files())

    def run(on_progress: Callable[[Any, int], bool] | None = None, **texts: str) -> tuple[int, str]:
        ffi, arena = library.ffi, library.arena()
        callback = ffi.callback(
            "geniex_download_progress_cb",
            lambda files, count, _data: on_progress is None or on_progress(files, count),
            error=False,
        )
        request = arena.new("geniex_ModelPullInput*")
        request.struct_size = ffi.sizeof("geniex_ModelPullInput")
        request.hub = HUGGING_FACE
        request.model_type = -1
        request.on_progress = callback
        for name, text in {"model_name": "org/model-GGUF", **texts}.items():
            setattr(request, name, arena.text(text))
        code = library.lib.geniex_model_pull(request)
        return code, library.text(library.lib.geniex_model_last_error_message())

    return run


def test_a_pull_from_a_hub_ends_ready_with_progress_and_token(
    helper: Path, native_pull: Pull, store: ModelStore, server: HubServer
) -> None:
    server.needs_token = True
    seen: list[tuple[bytes, int, int]] = []

    def note(files: Any, count: int) -> bool:
        ffi = open_library(own_files()).ffi
        seen.extend(
            (ffi.string(files[i].file_name), files[i].downloaded_bytes, files[i].total_bytes)
            for i in range(count)
        )
        return True

    assert native_pull(note, quant="Q4_0", hf_token=GIT_TOKEN) == (0, "")
    size = len(server.files["model-Q4_0.gguf"])
    assert seen[-1] == (b"model-Q4_0.gguf", size, size)
    assert store.get("org/model-GGUF").state is State.READY


def test_the_clients_no_stops_it_and_keeps_what_has_come(
    helper: Path, native_pull: Pull, store: ModelStore, server: HubServer
) -> None:
    server.faults = [("/cdn/", Answer(stall_after=30_000)) for _ in range(30)]
    code, text = native_pull(lambda _files, _count: False, quant="Q4_0")
    assert (code, "cancelled" in text) == (-100006, True)
    assert store.get("org/model-GGUF").state is State.INCOMPLETE
    server.faults = []
    assert native_pull(quant="Q4_0")[0] == 0


def test_a_query_tells_what_could_be_pulled(helper: Path, native_pull: Pull, store: ModelStore) -> None:
    library = open_library(own_files())
    arena = library.arena()
    request, output = arena.new("geniex_ModelPullInput*"), arena.new("geniex_ModelQueryOutput*")
    request.struct_size = library.ffi.sizeof("geniex_ModelPullInput")
    request.hub, request.model_type = HUGGING_FACE, -1
    request.model_name = arena.text("org/model-GGUF")
    library.check(library.lib.geniex_model_query(request, output))
    found = [library.text(output.candidates[i].quant) for i in range(output.candidate_count)]
    name = library.text(output.model_name)
    library.lib.geniex_model_query_free(output)
    assert (name, found) == ("org/model-GGUF", ["Q4_0", "Q8_0"])
    assert store.list() == []


@pytest.mark.parametrize(("status", "code"), [(401, -100009), (404, -100010)])
def test_the_hubs_refusal_has_its_own_code(
    helper: Path, native_pull: Pull, server: HubServer, status: int, code: int
) -> None:
    server.faults = [("/api/models/", Answer(status=status, body=b"{}"))]
    assert native_pull(quant="Q4_0")[0] == code


def test_without_a_helper_it_says_what_is_missing(
    native_pull: Pull, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("GENIEX_PULL_HELPER", raising=False)
    code, text = native_pull()
    assert code == -100013
    assert "GENIEX_PULL_HELPER" in text
    monkeypatch.setenv("GENIEX_PULL_HELPER", str(tmp_path / "none"))
    assert native_pull()[0] == -100004
