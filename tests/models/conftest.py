"""A hub of our own, a store of our own, and patience for neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hub_server import CHUNK, GIT_TOKEN, HubServer, gguf, serve_hub

from geniex_desktop.models.answers import Patience
from geniex_desktop.models.sources import Hub
from geniex_desktop.models.sources.aihub import AiHub
from geniex_desktop.models.sources.docker import DockerHub
from geniex_desktop.models.sources.huggingface import HuggingFace
from geniex_desktop.models.sources.modelscope import ModelScope
from geniex_desktop.models.store import ModelStore

IMPATIENT = Patience(connect=2.0, read=2.0, tries=3, tries_unheard=2, first_pause=0.0, longest_pause=0.0)


@pytest.fixture
def server() -> Iterator[HubServer]:
    files = {
        "model-Q4_0.gguf": gguf(1, 5 * CHUNK + 17),
        "model-Q8_0.gguf": gguf(2, 7 * CHUNK),
        "config.json": b'{"architectures": ["LlamaForCausalLM"]}',
        "README.md": b"# A model",
    }
    with serve_hub(HubServer(files)) as running:
        yield running


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelStore:
    monkeypatch.setenv("GENIEX_DL_CHUNK_SIZE", str(CHUNK))
    return ModelStore(tmp_path / "data")


@pytest.fixture
def hugging_face(server: HubServer) -> HuggingFace:
    return HuggingFace(endpoint=lambda: server.url, token=lambda: GIT_TOKEN, patience=IMPATIENT)


def hubs_of(server: HubServer) -> dict[str, Hub]:
    hubs: tuple[Hub, ...] = (
        HuggingFace(endpoint=lambda: server.url, patience=IMPATIENT),
        ModelScope(endpoint=server.url, patience=IMPATIENT),
        DockerHub(registry=server.url, authority=server.url, website=server.url, patience=IMPATIENT),
        AiHub(base=server.url, chipset=lambda: "X1E", version="", patience=IMPATIENT),
    )
    return {hub.key: hub for hub in hubs}


@pytest.fixture
def hubs(server: HubServer) -> dict[str, Hub]:
    return hubs_of(server)
