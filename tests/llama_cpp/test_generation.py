"""Stopping, cancelling, sampling and reporting of one reply."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.engine.run import Run
from geniex_desktop.engine.types import (
    Edge,
    GenerateRequest,
    LoadSpec,
    Phase,
    PhaseEvent,
    Sampler,
    StreamEvent,
    TextEvent,
)
from geniex_desktop.errors import AppError

from .harness import Conversation, user

Make = Callable[..., Conversation]

STRETCH = 512
"""Tokens of a prompt that are evaluated together: the plugin's n_ubatch on a processor."""
COUNT = (user("Count to ten."),)  # the tiny model says: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.


def test_reply_ends_by_itself(conversation: Make) -> None:
    profile = conversation().reply(COUNT).profile
    assert profile.stop_reason == "eos"
    assert profile.prompt_tokens > 0
    assert profile.generated_tokens > 0
    assert profile.ttft > 0
    assert profile.prefill_speed == pytest.approx(profile.prompt_tokens / profile.prompt_time)
    assert profile.decoding_speed == pytest.approx(profile.generated_tokens / profile.decode_time)


def test_token_limit(conversation: Make) -> None:
    reply = conversation().reply(COUNT, max_tokens=5)
    assert reply.profile.stop_reason == "length"
    assert reply.profile.generated_tokens == 5 == len(reply.token_ids)


@pytest.mark.parametrize(
    ("stop", "text"),
    [
        ((", 5",), "1, 2, 3, 4"),
        (("7, 8, 9",), "1, 2, 3, 4, 5, 6, "),
        (("no such text",), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."),
        (("9", "3", "6"), "1, 2, "),
        (("1",), ""),
        ((".",), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
    ],
)
def test_stop_sequences_match_on_text(conversation: Make, stop: tuple[str, ...], text: str) -> None:
    chat = conversation()
    reply = chat.reply(COUNT, stop=stop)
    assert reply.text == text
    assert reply.profile.stop_reason == ("eos" if text.endswith("10.") else "stop_sequence")
    # Tokens are offered only where they spell exactly the text that was shown.
    if reply.token_ids:
        assert chat.detokenize(reply.token_ids) == text
    # A stopped reply leaves a cache that goes on rightly.
    assert chat.reply(COUNT).text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."


def test_streamed_text_is_the_reply(
    conversation: Make, run: Run, tiny_answers: list[tuple[str, str]]
) -> None:
    chat = conversation()
    for question, answer in tiny_answers:
        events: list[StreamEvent] = []
        with run.watching(events.append, Phase.PREFILL):
            reply = chat.session.generate(GenerateRequest((user(question),), sampler=Sampler.greedy()))
        streamed = "".join(event.text for event in events if isinstance(event, TextEvent))
        assert streamed == reply.text == answer
        edges = [(event.phase, event.edge) for event in events if isinstance(event, PhaseEvent)]
        order = [edge for edge in edges if edge[1] is not Edge.PROGRESS]
        assert order == [
            (Phase.PREFILL, Edge.BEGIN),
            (Phase.PREFILL, Edge.END),
            (Phase.DECODE, Edge.BEGIN),
            (Phase.DECODE, Edge.END),
        ]
        times = [event.time_ns for event in events if isinstance(event, PhaseEvent)]
        assert times == sorted(times)
        assert times[-1] <= time.monotonic_ns()


def test_same_seed_same_reply_other_seed_other_reply(conversation: Make, smollm2: Path) -> None:
    chat = conversation(smollm2)
    question = (user("Invent a name for a cat."),)

    def text(seed: int) -> str:
        return chat.reply(question, sampler=Sampler(temperature=1.5, seed=seed), max_tokens=16).text

    assert text(7) == text(7)
    assert len({text(seed) for seed in range(1, 6)}) > 1


@pytest.mark.parametrize(
    "sampler",
    [
        Sampler(top_k=1, repetition_penalty=1.3),
        Sampler(top_k=1, presence_penalty=2.0, frequency_penalty=2.0),
        Sampler(temperature=0.01, top_k=5),
        Sampler(temperature=-1.0),
        Sampler(top_k=-1, temperature=0.01),
        Sampler(top_k=100_000, top_p=0.5, min_p=0.5, seed=3),
    ],
)
def test_every_sampler_setting_generates(conversation: Make, sampler: Sampler) -> None:
    reply = conversation().reply(COUNT, sampler=sampler, max_tokens=8)
    assert reply.profile.generated_tokens > 0


def test_penalty_out_of_range_is_refused(conversation: Make) -> None:
    with pytest.raises(AppError) as caught:
        conversation().reply(COUNT, sampler=Sampler(repetition_penalty=-1.0))
    assert caught.value.code == -100001


def test_token_of_any_length_is_shown_whole(conversation: Make, smollm2: Path) -> None:
    chat = conversation(smollm2)
    line = "#" * 80
    (long_token,) = chat.session.tokenize(line) or ()
    answer = chat.continue_ids((long_token, *(chat.session.tokenize("\n") or ())) * 6, 1)
    assert (answer.token_ids, answer.text) == ((long_token,), line)


@pytest.mark.parametrize("pieces", [0, 1, 3])
def test_cancel_keeps_what_was_said(
    conversation: Make, smollm2: Path, caplog: pytest.LogCaptureFixture, pieces: int
) -> None:
    chat = conversation(smollm2)
    question = (user("Tell me a long story about a river."),)
    reply = chat.reply(question, cancel_after=pieces, max_tokens=400)
    assert reply.profile.stop_reason == "user"
    assert reply.profile.generated_tokens < 400
    assert bool(reply.text) == (pieces > 0)
    assert not caplog.records, "being stopped is nothing to warn about"
    assert chat.reply(question, max_tokens=3).profile.generated_tokens == 3


def test_prefill_progress_grows_and_tells_each_stretch(conversation: Make, smollm2: Path) -> None:
    chat = conversation(smollm2, n_ctx=2048)
    question = (user("river and sea " * 400),)
    events: list[PhaseEvent] = []

    def sink(event: StreamEvent) -> None:
        if isinstance(event, PhaseEvent) and event.phase is Phase.PREFILL:
            events.append(event)

    with chat.run.watching(sink, Phase.PREFILL):
        chat.session.generate(GenerateRequest(question, sampler=Sampler.greedy(), max_tokens=1))
    total = len(chat.rendered(question))
    assert total > 2 * STRETCH
    told = [event.done for event in events if event.edge is Edge.PROGRESS]
    assert told == sorted(set(told)), "what comes within a stretch grows, too, and stays below its end"
    assert {*range(STRETCH, total, STRETCH), total} <= set(told)
    assert {event.total for event in events} == {total}


def test_cancel_during_prefill_leaves_a_whole_cache(conversation: Make, smollm2: Path) -> None:
    chat = conversation(smollm2, n_ctx=2048)
    long_question = (user("river and sea " * 400),)
    progress: list[int] = []

    def sink(event: StreamEvent) -> None:
        # Within the first stretch nothing is whole yet.
        if isinstance(event, PhaseEvent) and event.phase is Phase.PREFILL and event.done >= STRETCH:
            progress.append(event.done)
            chat.run.cancel()

    with chat.run.watching(sink, Phase.PREFILL):
        reply = chat.session.generate(GenerateRequest(long_question, sampler=Sampler.greedy()))
    assert progress
    assert reply.profile.stop_reason == "user"
    assert reply.text == ""
    held = chat.session.kv_tokens()
    prompt = chat.rendered(long_question)
    assert 0 < len(held) < len(prompt)
    assert held == prompt[: len(held)]


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, 0.05, 0.1])
def test_computation_stopped_in_its_middle_leaves_nothing_half(
    configured: Make, smollm2: Path, delay: float
) -> None:
    """The engine evaluates a stretch in small batches here, and some are done when it is stopped."""
    chat = configured(smollm2, n_ctx=2048, n_ubatch=16)
    question = (user("river and sea " * 400),)
    prompt = chat.rendered(question)
    timer = threading.Timer(delay, chat.run.cancel)
    with chat.run.watching(lambda event: None, Phase.PREFILL):
        timer.start()
        reply = chat.session.generate(GenerateRequest(question, sampler=Sampler.greedy(), max_tokens=1))
    timer.join()
    held = chat.session.kv_tokens()
    assert held == prompt[: len(held)]
    if reply.profile.stop_reason != "user":
        return  # this machine was faster than the timer
    # The next computation begins exactly behind what the record says.
    shorter = prompt[: len(held) + 40]
    answer = chat.continue_ids(shorter, 2, ignore_eos=True)
    assert answer.prompt_tokens == len(shorter) - len(held)
    assert chat.session.kv_tokens() == (*shorter, answer.token_ids[0])


def test_load_can_be_cancelled(open_session: Callable[..., object], run: Run, smollm2: Path, library) -> None:
    from geniex_desktop.engine.devices import choose_device
    from geniex_desktop.engine.session import LlmSession

    def sink(event: StreamEvent) -> None:
        run.cancel()

    with run.watching(sink, Phase.LOAD):
        run.cancel()
        with pytest.raises(AppError) as caught:
            LlmSession.open(library, run, LoadSpec(smollm2), choose_device("cpu", (), -1))
    assert caught.value.code == -100006


def test_placement_names_the_cpu_for_every_layer(conversation: Make) -> None:
    placement = conversation().session.placement()
    assert placement is not None
    assert {layer["device"] for layer in placement["layers"]} == {"CPU"}
    assert placement["devices"][0]["kind"] == "cpu"
    assert placement["devices"][0]["layers"] == placement["model"]["layers"] + 1  # and the output layer
    uses = {buffer["use"] for buffer in placement["buffers"]}
    assert {"model", "kv", "compute"} <= uses
    assert placement["kv"]["bytes"] > 0
    assert placement["graph"]["splits"] == 1
    assert placement["fallback_ops"] == []


def test_context_use_counts_held_tokens(conversation: Make) -> None:
    chat = conversation(n_ctx=512)
    reply = chat.reply(COUNT)
    assert reply.context is not None
    assert reply.context.n_ctx == 512
    assert reply.context.n_used == len(chat.session.kv_tokens())
