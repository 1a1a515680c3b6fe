"""Compute threads: as many as wanted, on a machine that does other work, with the same result."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from geniex_desktop.engine.library import Library
from geniex_desktop.engine.run import Run, make_run

from .harness import TINY_MODEL, Conversation, open_configured, user

Converse = Callable[[int], Conversation]

QUESTION = (user("What is the capital of France?"),)
SPIN = "while True: pass"


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Another program on every core, and then some."""
    spinners = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(4)]
    yield
    for spinner in spinners:
        spinner.kill()
        spinner.wait()


@pytest.fixture
def converse(library: Library) -> Iterator[Converse]:
    """Loads the tiny model with a number of threads."""
    runs: list[Run] = []

    def converse_(threads: int) -> Conversation:
        runs.append(make_run(library))
        session = open_configured(library, runs[-1], TINY_MODEL, n_ctx=512, n_threads=threads)
        return Conversation(session, runs[-1])

    yield converse_
    for run in runs:
        run.close()


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_that_wait_for_each_other_get_the_same_answer(
    converse: Converse, busy_machine: None, threads: int
) -> None:
    """More threads than cores, so that some sleep at a barrier while others lose their time slice."""
    alone = converse(1)
    together = converse(threads)
    expected = alone.reply(QUESTION, max_tokens=40)
    for _ in range(5):
        together.reset()
        reply = together.reply(QUESTION, max_tokens=40)
        assert reply.text == expected.text
        assert reply.token_ids == expected.token_ids


def test_models_with_threads_of_their_own_do_not_disturb_each_other(converse: Converse) -> None:
    first = converse(2)
    second = converse(3)
    expected = first.reply(QUESTION, max_tokens=20).text
    for _ in range(3):
        second.reset()
        assert second.reply(QUESTION, max_tokens=20).text == expected
        first.reset()
        assert first.reply(QUESTION, max_tokens=20).text == expected
    first.session.close()
    second.reset()
    assert second.reply(QUESTION, max_tokens=20).text == expected
