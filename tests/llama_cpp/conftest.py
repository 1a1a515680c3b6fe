"""Real models on the real plugin, in this process and on this thread."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from geniex_desktop.engine.devices import choose_device
from geniex_desktop.engine.library import Library, open_library
from geniex_desktop.engine.location import engine_files
from geniex_desktop.engine.run import Run, make_run
from geniex_desktop.engine.session import LlmSession, Session
from geniex_desktop.engine.types import LoadSpec, Phase
from geniex_desktop.engine.vlm_session import VlmSession

from .harness import TINY_MODEL, Conversation, open_configured

SMOLLM2 = "GENIEX_TEST_SMOLLM2"
"""Environment variable: the starter model's file; `python3 dev.py test` fetches it and sets this."""

ACCELERATORS = "GENIEX_TEST_ACCELERATORS"
"""Environment variable: the folder of the plugin with test accelerators; `python3 dev.py test` sets it."""

OpenSession = Callable[..., LlmSession]


@pytest.fixture(scope="session")
def smollm2() -> Path:
    path = Path(os.environ.get(SMOLLM2, ""))
    if not path.is_file():
        pytest.fail(f"{SMOLLM2} must name the starter model; `python3 dev.py test` does so")
    return path


@pytest.fixture(scope="session")
def accelerated_plugins() -> Path:
    """The copy of the plugin's folder with the test accelerators and the reference program in it."""
    folder = Path(os.environ.get(ACCELERATORS, ""))
    if not (folder / "llama_cpp").is_dir() or not folder.name:
        pytest.fail(f"{ACCELERATORS} must name a folder with llama_cpp/; `python3 dev.py test` sets it")
    return folder


@pytest.fixture(scope="session")
def tiny_answers() -> list[tuple[str, str]]:
    """What the tiny model was trained to say."""
    samples = json.loads((TINY_MODEL.parent / "samples.json").read_text(encoding="utf-8"))
    return [(sample["question"], sample["answer"]) for sample in samples["text"]]


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    opened = open_library(engine_files())
    opened.init()
    yield opened
    opened.deinit()


@pytest.fixture
def run(library: Library) -> Iterator[Run]:
    made = make_run(library)
    yield made
    made.close()


@pytest.fixture
def open_as(library: Library, run: Run) -> Iterator[Callable[..., Session]]:
    """Loads models on the CPU, each as a session of the given class; all are closed at the end."""
    sessions: list[Session] = []

    def open_(kind: type[Session], path: Path = TINY_MODEL, **options: object) -> Session:
        spec = LoadSpec(path, device="cpu", **options)  # type: ignore[arg-type]
        with run.watching(lambda event: None, Phase.LOAD):
            sessions.append(kind.open(library, run, spec, choose_device("cpu", (), -1)))
        return sessions[-1]

    yield open_
    for session in sessions:
        session.close()


@pytest.fixture
def open_session(open_as: Callable[..., LlmSession]) -> OpenSession:
    """Loads language models."""
    return partial(open_as, LlmSession)


@pytest.fixture
def open_media_session(open_as: Callable[..., VlmSession]) -> Callable[..., VlmSession]:
    """Loads models that may have a projector."""
    return partial(open_as, VlmSession)


@pytest.fixture
def conversation(open_session: OpenSession, run: Run) -> Callable[..., Conversation]:
    def make(path: Path = TINY_MODEL, **options: object) -> Conversation:
        return Conversation(open_session(path, **options), run)

    return make


@pytest.fixture
def configured(library: Library, run: Run) -> Iterator[Callable[..., Conversation]]:
    """A conversation with a model whose configuration sets any field of the ABI's."""
    sessions: list[LlmSession] = []

    def make(path: Path = TINY_MODEL, **config: object) -> Conversation:
        with run.watching(lambda event: None, Phase.LOAD):
            sessions.append(open_configured(library, run, path, **config))
        return Conversation(sessions[-1], run)

    yield make
    for session in sessions:
        session.close()
