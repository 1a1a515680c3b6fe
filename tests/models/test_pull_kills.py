"""kill -9 in the middle of pulls: nothing wrong is ever ready, and what was finished stays."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hub_server import CHUNK, HubServer, gguf

from geniex_desktop.models.store import ModelStore, State

NAME = "org/model-GGUF"


def start_pull(folder: Path, server: HubServer) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "HF_ENDPOINT": server.url,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "GENIEX_DL_CHUNK_SIZE": str(CHUNK),
    }
    command = [sys.executable, "-m", "geniex_desktop", "models", "pull", NAME, "--quant", "Q4_0", "--json"]
    return subprocess.Popen(
        [*command, "--data-dir", str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def kill_pulls(store: ModelStore, server: HubServer, kills: int, seed: int) -> tuple[int, int]:
    """Kills so many pulls; returns how many models became ready meanwhile, and how often chunks were kept."""
    choices = random.Random(seed)
    content = server.files["model-Q4_0.gguf"]
    before = finished = continued = killed = 0
    while killed < kills:
        process = start_pull(store.folder, server)
        assert process.stdout is not None
        # From the very start of the program in some, from the first progress on in most.
        if choices.random() < 0.8:
            process.stdout.readline()
        time.sleep(choices.uniform(0.0, 0.4))
        process.kill()
        rest = process.stdout.read()
        process.stdout.close()
        killed += process.wait() != 0
        models = store.list()
        states = [model.state for model in models]
        if State.READY in states:
            assert store.paths(NAME).model.read_bytes() == content
            finished, before = finished + 1, 0
            store.remove(NAME)
            continue
        assert b'"event": "done"' not in rest
        assert states in ([], [State.INCOMPLETE])
        done = models[0].done if models else 0
        assert done >= before, "a chunk that was finished has been lost"
        continued += 0 < before <= done
        before = done
    process = start_pull(store.folder, server)
    output, _ = process.communicate()
    assert json.loads(output.splitlines()[-1])["event"] == "done"
    assert store.get(NAME).state is State.READY
    assert store.paths(NAME).model.read_bytes() == content
    return finished, continued


def test_two_processes_at_one_model_fetch_it_once(store: ModelStore, server: HubServer) -> None:
    prepare(server)
    processes = [start_pull(store.folder, server) for _ in range(2)]
    outputs = [process.communicate()[0] for process in processes]
    assert [json.loads(output.splitlines()[-1])["event"] for output in outputs] == ["done", "done"]
    assert len(server.asked("/cdn/")) == 61
    assert store.paths(NAME).model.read_bytes() == server.files["model-Q4_0.gguf"]


def prepare(server: HubServer) -> None:
    server.files = {"model-Q4_0.gguf": gguf(5, 60 * CHUNK + 5)}
    server.delay = 0.06


def test_a_few_kills(store: ModelStore, server: HubServer) -> None:
    prepare(server)
    finished, continued = kill_pulls(store, server, 3, 1)
    assert finished + continued >= 1


@pytest.mark.full
@pytest.mark.timeout(1800)
def test_two_hundred_kills(store: ModelStore, server: HubServer) -> None:
    prepare(server)
    finished, continued = kill_pulls(store, server, 200, 2)
    assert continued + finished >= 50
