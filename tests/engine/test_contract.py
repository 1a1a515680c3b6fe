"""What every carrier owes, in-process and isolated alike, on our library and on one without extensions.

Our library is shown with the fake plugin; the foreign one behaves in the same way, as far as the plain ABI
allows.
"""

from __future__ import annotations

import pytest

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import (
    CANCELLED,
    ChatMessage,
    ContextUse,
    Edge,
    GenerateRequest,
    LoadSpec,
    Phase,
    PhaseEvent,
    TextEvent,
)
from geniex_desktop.errors import Blame

LOAD_PHASES = [(Phase.LOAD, Edge.BEGIN), (Phase.LOAD, Edge.END)]
REPLY_PHASES = [
    (Phase.PREFILL, Edge.BEGIN),
    (Phase.PREFILL, Edge.END),
    (Phase.DECODE, Edge.BEGIN),
    (Phase.DECODE, Edge.END),
]


def ask(text: str, **options) -> GenerateRequest:
    return GenerateRequest((ChatMessage("user", text),), **options)


CARRIERS = {"in-process": False, "isolated": True}
RUNTIMES = {"own": "fake_runtime", "foreign": "foreign_runtime"}


@pytest.fixture(params=RUNTIMES)
def runtime(request) -> str:
    request.getfixturevalue(RUNTIMES[request.param])
    return request.param


@pytest.fixture(params=CARRIERS)
def desk(request, make_desk, runtime: str):
    made = make_desk(make_engine(CARRIERS[request.param]))
    made.extended = runtime == "own"
    return made


@pytest.fixture(params=CARRIERS)
def own_desk(request, make_desk, fake_runtime):
    """For what only our own library can do."""
    return make_desk(make_engine(CARRIERS[request.param]))


def loaded(desk, spec: LoadSpec):
    return desk.answer(desk.thread.load(spec))


# ------------------------------------------------------------------ runtime and loading


def test_runtime_names_plugins_and_devices(desk) -> None:
    runtime = desk.answer(desk.thread.request_runtime())
    assert runtime.has_extensions == desk.extended
    assert runtime.library.endswith("libgeniex.so")
    (fake,) = runtime.plugins
    assert (fake.id, fake.version, fake.failure) == ("fake", "1.0", "")
    assert [(device.id, device.name) for device in fake.devices] == [
        ("CPU", "Fake processor"),
        ("FAKE0", "Fake accelerator"),
    ]


def test_a_plugin_that_fails_is_listed_with_its_reason(own_desk, monkeypatch) -> None:
    monkeypatch.setenv("GENIEX_FAKE_ATTACH", "-100301")
    (fake,) = own_desk.answer(own_desk.thread.request_runtime()).plugins
    assert "refused to start" in fake.failure


def test_load_reports_progress_and_facts(desk, fake_model) -> None:
    spec = fake_model("echo", n_ctx=512)
    request = desk.thread.load(spec)
    model = desk.answer(request)
    assert (model.spec, model.name, model.device) == (spec, "echo", "CPU")
    assert model.device_reason
    assert model.vocab_size == 256
    assert model.load_seconds >= 0
    assert desk.phases(request) == LOAD_PHASES
    if not desk.extended:
        assert (model.context, model.placement) == (None, None)
        return
    assert model.context == ContextUse(512, 0, 4096)
    assert model.placement is not None
    assert model.placement["devices"][0]["kind"] == "cpu"
    progress = [e.done for e in desk.events(request) if isinstance(e, PhaseEvent) and e.edge is Edge.PROGRESS]
    assert progress == sorted(progress)
    assert progress[-1] == 1000


def test_a_load_replaces_the_model(desk, fake_model) -> None:
    loaded(desk, fake_model("echo"))
    loaded(desk, fake_model("script:second"))
    assert desk.answer(desk.thread.generate(ask("x"))).text == "second"


def test_unload_frees_the_model_and_is_harmless_without_one(desk, fake_model) -> None:
    desk.answer(desk.thread.unload())
    loaded(desk, fake_model("echo"))
    desk.answer(desk.thread.unload())
    desk.answer(desk.thread.unload())
    assert desk.error(desk.thread.generate(ask("x"))).blame is Blame.USER


@pytest.mark.parametrize(
    ("behaviour", "code", "blame"),
    [
        ("fail-load:-100201", -100201, Blame.ENGINE),
        ("fail-load:-100203", -100203, Blame.USER),
        ("fail-load:-100003", -100003, Blame.ENGINE),
        ("throw-load", -100201, Blame.ENGINE),
    ],
)
def test_load_errors_by_code(desk, fake_model, behaviour: str, code: int, blame: Blame) -> None:
    error = desk.error(desk.thread.load(fake_model(behaviour)))
    assert (error.code, error.blame) == (code, blame)
    assert error.text
    assert error.hint
    assert "fake plugin" in error.cause
    assert str(code) in error.detail
    assert "fake model: " in error.detail, "the log's tail is missing"
    assert loaded(desk, fake_model("echo")).name == "echo"


def test_a_missing_file(desk, tmp_path) -> None:
    error = desk.error(desk.thread.load(LoadSpec(tmp_path / "gone.gguf", plugin_id="fake")))
    assert (error.code, error.blame) == (-100004, Blame.USER)
    assert "gone.gguf" in error.text


def test_an_unknown_plugin(desk, fake_model) -> None:
    spec = fake_model("echo")
    error = desk.error(desk.thread.load(LoadSpec(spec.model_path, plugin_id="nobody")))
    assert error.code == -100302


@pytest.mark.parametrize("device", ["npu", "gpu", "hybrid", "HTP7"])
def test_an_absent_device_names_those_that_exist(desk, fake_model, device: str) -> None:
    error = desk.error(desk.thread.load(fake_model("echo", device=device)))
    assert error.blame is Blame.USER
    assert "CPU (Fake processor)" in error.cause
    assert "FAKE0" in error.cause


def test_a_listed_device_is_passed_on(desk, fake_model) -> None:
    assert loaded(desk, fake_model("echo", device="FAKE0,CPU")).device == "FAKE0 + CPU"


# ------------------------------------------------------------------ replies


def test_a_reply_streams_in_phases(desk, fake_model) -> None:
    loaded(desk, fake_model("script:one |two |three"))
    request = desk.thread.generate(ask("hello"))
    reply = desk.answer(request)
    assert reply.text == desk.text(request) == "one two three"
    assert desk.phases(request) == REPLY_PHASES
    assert reply.profile.stop_reason == "eos"
    # The foreign library sends byte by byte.
    pieces = 3 if desk.extended else len(reply.text)
    assert reply.profile.generated_tokens == pieces
    assert reply.profile.prompt_tokens == len("user: hello\nassistant: ")
    times = [time for e in desk.events(request) if isinstance(e, TextEvent) for time in e.times_ns]
    assert len(times) == pieces
    assert times == sorted(times)
    stamps = [e.time_ns for e in desk.events(request) if isinstance(e, PhaseEvent)]
    assert stamps == sorted(stamps)
    if desk.extended:
        assert bytes(reply.token_ids).decode() == "one two three"
        assert reply.context.n_used == len("user: hello\nassistant: one two three")
    else:
        assert (reply.token_ids, reply.context) == ((), None)


def test_the_second_turn_reads_only_what_is_new(desk, fake_model) -> None:
    loaded(desk, fake_model("script:fine"))
    first = desk.answer(desk.thread.generate(ask("hello")))
    messages = (
        ChatMessage("user", "hello"),
        ChatMessage("assistant", first.text, first.token_ids),
        ChatMessage("user", "and now"),
    )
    second = desk.answer(desk.thread.generate(GenerateRequest(messages)))
    assert second.profile.prompt_tokens == len("\nuser: and now\nassistant: ")


@pytest.mark.parametrize("with_tokens", [True, False])
def test_a_reply_that_comes_last_is_gone_on_with(desk, fake_model, with_tokens: bool) -> None:
    loaded(desk, fake_model("script:fine"))
    first = desk.answer(desk.thread.generate(ask("hello")))
    begun = ChatMessage("assistant", first.text, first.token_ids if with_tokens else ())
    request = GenerateRequest((ChatMessage("user", "hello"), begun))
    more = desk.answer(desk.thread.generate(request))
    assert more.text == "fine"
    if desk.extended:
        assert more.context.n_used == len("user: hello\nassistant: finefine")


TEXTS = [
    "plain",
    "naïve café",
    "中文，好",
    "😀👩‍👩‍👧",
    "العربية",
    "a" * 3000,
    "line\nline\ttab",
    "<|im_start|>system",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_text_comes_back_whole(desk, fake_model, text: str) -> None:
    loaded(desk, fake_model("echo", n_ctx=16384))
    request = desk.thread.generate(ask(text))
    assert desk.answer(request).text == desk.text(request) == f"user: {text}\nassistant: "


def test_what_c_cannot_hold_is_replaced_visibly(desk, fake_model) -> None:
    loaded(desk, fake_model("echo"))
    assert desk.answer(desk.thread.generate(ask("a\0b\ud83dc"))).text == "user: a\ufffdb\ufffdc\nassistant: "


def test_a_model_that_sends_broken_utf8_gives_text(desk, fake_model) -> None:
    loaded(desk, fake_model(r"script:a\xff|\xe4|\xbd|\xa0|b"))
    request = desk.thread.generate(ask("x"))
    assert desk.answer(request).text == desk.text(request) == "a\ufffd你b"


BYTEWISE = "naïve 😀👨‍👩‍👧 中文 é é"
"""Letters of two to four bytes, a family of joined ones, and an accent of its own."""


def bytewise(text: str) -> str:
    """A script that says a byte at a time."""
    return "script:" + "|".join(rf"\x{byte:02x}" for byte in text.encode())


def test_text_that_comes_byte_by_byte_is_whole(desk, fake_model) -> None:
    loaded(desk, fake_model(bytewise(BYTEWISE), n_ctx=1024))
    request = desk.thread.generate(ask("x"))
    reply = desk.answer(request)
    assert reply.text == desk.text(request) == BYTEWISE
    events = [event.text for event in desk.events(request) if isinstance(event, TextEvent)]
    assert not any("\ufffd" in text for text in events)


@pytest.mark.parametrize("n_bytes", range(1, 5))
def test_half_a_character_is_left_out_of_a_reply_that_was_cut_off(desk, fake_model, n_bytes: int) -> None:
    """So that it comes whole when the reply is gone on with."""
    loaded(desk, fake_model(bytewise("a😀b")))
    request = desk.thread.generate(ask("x", max_tokens=1 + n_bytes))
    reply = desk.answer(request)
    assert reply.profile.stop_reason == "length"
    assert reply.text == ("a😀" if n_bytes == 4 else "a")
    if desk.extended:
        assert desk.text(request) == bytes(reply.token_ids).decode() == reply.text
    more = GenerateRequest((ChatMessage("user", "x"), ChatMessage("assistant", reply.text, reply.token_ids)))
    assert desk.answer(desk.thread.generate(more)).text == "a😀b"


def test_half_a_character_at_the_end_of_a_whole_reply_is_replaced(desk, fake_model) -> None:
    loaded(desk, fake_model(r"script:a|\xf0|\x9f"))
    request = desk.thread.generate(ask("x"))
    assert desk.answer(request).text == desk.text(request) == "a\ufffd"


@pytest.mark.parametrize("max_tokens", [0, -1])
def test_no_limit_is_the_context(desk, fake_model, max_tokens: int) -> None:
    loaded(desk, fake_model("slow-decode:0:1000", n_ctx=64))
    reply = desk.answer(desk.thread.generate(ask("x", max_tokens=max_tokens)))
    assert len(reply.text) == 64 - len("user: x\nassistant: ")
    assert reply.profile.stop_reason == "context_length"


def test_a_limit_beyond_the_context_ends_with_the_context(desk, fake_model) -> None:
    loaded(desk, fake_model("slow-decode:0:1000", n_ctx=64))
    reply = desk.answer(desk.thread.generate(ask("x", max_tokens=500)))
    assert len(reply.text) == 64 - len("user: x\nassistant: ")
    assert reply.profile.stop_reason == "context_length"


def test_max_tokens_ends_with_length(desk, fake_model) -> None:
    loaded(desk, fake_model("slow-decode:0:100"))
    reply = desk.answer(desk.thread.generate(ask("x", max_tokens=7)))
    assert (reply.text, reply.profile.stop_reason) == ("x" * 7, "length")


def test_without_a_limit_the_reply_may_fill_the_context(desk, fake_model) -> None:
    loaded(desk, fake_model("slow-decode:0:1000", n_ctx=100))
    reply = desk.answer(desk.thread.generate(ask("x")))
    assert len(reply.text) == 100 - len("user: x\nassistant: ")
    assert reply.profile.stop_reason == "context_length"


def test_a_full_context_gives_the_text_so_far(desk, fake_model) -> None:
    loaded(desk, fake_model("context-full"))
    request = desk.thread.generate(ask("x"))
    reply = desk.answer(request)
    assert reply.text == desk.text(request) == "partial"
    assert reply.profile.stop_reason == "context_length"


@pytest.mark.parametrize("length", [200, 10_000_000])
def test_a_prompt_that_does_not_fit_is_refused(desk, fake_model, length: int) -> None:
    loaded(desk, fake_model("echo", n_ctx=128))
    error = desk.error(desk.thread.generate(ask("y" * length)))
    assert (error.code, error.blame) == (-200103, Blame.USER)
    assert "128" in error.text
    assert error.hint
    assert desk.answer(desk.thread.generate(ask("y"))).text == "user: y\nassistant: "


@pytest.mark.parametrize("code", [-200101, -100003, -100000, -123])
def test_generate_errors_by_code(desk, fake_model, code: int) -> None:
    loaded(desk, fake_model(f"fail-generate:{code}"))
    error = desk.error(desk.thread.generate(ask("x")))
    assert (error.code, error.blame) == (code, Blame.ENGINE)
    assert error.cause == "the fake plugin was told to fail"


def test_a_plugin_without_extras_is_asked_the_plain_way(desk, fake_model) -> None:
    model = loaded(desk, fake_model("no-extras"))
    assert (model.vocab_size, model.context, model.placement) == (0, None, None)
    request = desk.thread.generate(ask("x"))
    assert desk.answer(request).text == desk.text(request) == "ok!"
    assert desk.phases(request) == REPLY_PHASES
    assert desk.answer(desk.thread.count_tokens("abc")) is None


def test_tokens_are_counted(desk, fake_model) -> None:
    loaded(desk, fake_model("echo"))
    assert desk.answer(desk.thread.count_tokens("héllo")) == (6 if desk.extended else None)
    assert desk.answer(desk.thread.count_tokens("")) == (0 if desk.extended else None)


# ------------------------------------------------------------------ the system prompt

SYSTEM = ChatMessage("system", "be brief")


@pytest.mark.parametrize("template", ["refuse-system", "drop-system"])
def test_a_system_prompt_that_the_template_has_no_place_for(desk, fake_model, template: str) -> None:
    loaded(desk, fake_model(f"echo:{template}"))
    messages = (SYSTEM, ChatMessage("user", "hello"))
    reply = desk.answer(desk.thread.generate(GenerateRequest(messages)))
    assert reply.text == "user: be brief\n\nhello\nassistant: "
    assert reply.profile.system_place == "user"
    preview = desk.answer(desk.thread.preview(GenerateRequest(messages)))
    if desk.extended:
        assert preview.text == reply.text
    longer = (*messages, ChatMessage("assistant", "yes"), ChatMessage("user", "and?"))
    again = desk.answer(desk.thread.generate(GenerateRequest(longer)))
    assert again.text == "user: be brief\n\nhello\nassistant: yes\nuser: and?\nassistant: "
    assert desk.answer(desk.thread.generate(ask("hello"))).profile.system_place == ""


def test_a_system_prompt_with_a_turn_of_its_own_is_left_alone(desk, fake_model) -> None:
    loaded(desk, fake_model("echo"))
    reply = desk.answer(desk.thread.generate(GenerateRequest((SYSTEM, ChatMessage("user", "hello")))))
    assert reply.text == "system: be brief\nuser: hello\nassistant: "
    assert reply.profile.system_place == ""


# ------------------------------------------------------------------ the KV cache's files


def test_a_saved_conversation_goes_on_without_being_read_again(desk, fake_model, tmp_path) -> None:
    loaded(desk, fake_model("echo"))
    file = tmp_path / "chat é.kv"
    desk.answer(desk.thread.generate(ask("a long story")))
    assert desk.answer(desk.thread.save_kv(file)) == desk.extended == file.exists()
    loaded(desk, fake_model("script:ok"))
    assert desk.answer(desk.thread.load_kv(file)) == desk.extended
    reply = desk.answer(desk.thread.generate(ask("a long story")))
    assert reply.text == "ok"
    if desk.extended:
        assert reply.profile.prompt_tokens == 0  # the fake plugin needs no logits of a last one


def test_a_missing_kv_file_is_refused_and_costs_nothing(own_desk, fake_model, tmp_path) -> None:
    loaded(own_desk, fake_model("echo"))
    own_desk.answer(own_desk.thread.generate(ask("x")))
    assert own_desk.error(own_desk.thread.load_kv(tmp_path / "none.kv")).code == -100000
    assert own_desk.answer(own_desk.thread.generate(ask("x"))).profile.prompt_tokens == 0


def test_there_is_no_kv_file_without_a_model_or_a_plugin_for_it(own_desk, fake_model, tmp_path) -> None:
    file = tmp_path / "chat.kv"
    assert own_desk.answer(own_desk.thread.save_kv(file)) is False
    assert own_desk.answer(own_desk.thread.load_kv(file)) is False
    loaded(own_desk, fake_model("no-extras"))
    assert own_desk.answer(own_desk.thread.save_kv(file)) is False
    assert own_desk.answer(own_desk.thread.load_kv(file)) is False
    assert not file.exists()


# ------------------------------------------------------------------ cancelling


def test_cancel_while_loading(desk, fake_model) -> None:
    request = desk.thread.load(fake_model("hang-load"))
    desk.until_phase(request, Phase.LOAD)
    desk.thread.cancel(request)
    assert desk.error(request).code == CANCELLED
    assert loaded(desk, fake_model("echo")).name == "echo"


def test_cancel_while_reading_the_prompt(desk, fake_model) -> None:
    loaded(desk, fake_model("slow:40:1000"))
    request = desk.thread.generate(ask("hello"))
    desk.until_phase(request, Phase.PREFILL)
    desk.thread.cancel(request)
    reply = desk.answer(request)
    # Without extensions the first token is the first chance to stop.
    assert (reply.text, reply.profile.stop_reason) == ("" if desk.extended else "x", "user")


def test_cancel_while_answering_keeps_the_text_so_far(desk, fake_model) -> None:
    loaded(desk, fake_model("slow-decode:5:100000"))
    request = desk.thread.generate(ask("hello"))
    desk.until(lambda: len(desk.text(request)) >= 3)
    desk.thread.cancel(request)
    reply = desk.answer(request)
    assert reply.profile.stop_reason == "user"
    assert reply.text == desk.text(request)
    assert 3 <= len(reply.text) < 100_000
    assert desk.phases(request)[-1] == (Phase.DECODE, Edge.END)


def test_cancel_before_the_start(desk, fake_model) -> None:
    loaded(desk, fake_model("hang"))
    running, queued = desk.thread.generate(ask("a")), desk.thread.generate(ask("b"))
    desk.until_phase(running, Phase.DECODE)
    desk.thread.cancel(queued)
    assert desk.error(queued).code == CANCELLED
    assert desk.events(queued) == []
    desk.thread.cancel(running)
    assert desk.answer(running).profile.stop_reason == "user"


def test_a_late_cancel_does_not_reach_the_next_reply(desk, fake_model) -> None:
    loaded(desk, fake_model("script:whole| reply"))
    for _ in range(20):
        first = desk.thread.generate(ask("a"))
        desk.answer(first)
        desk.thread.cancel(first)
        second = desk.thread.generate(ask("b"))
        desk.thread.cancel(first)
        assert desk.answer(second).text == "whole reply"


def test_cancel_at_any_moment_ends_the_request(desk, fake_model) -> None:
    loaded(desk, fake_model("hang"))
    for _ in range(20):
        request = desk.thread.generate(ask("a"))
        desk.until(lambda request=request: request in desk.started)
        desk.thread.cancel(request)
        desk.until(lambda request=request: desk.ended(request))


def test_shutdown_in_the_middle_of_a_reply(desk, fake_model) -> None:
    loaded(desk, fake_model("hang"))
    request = desk.thread.generate(ask("a"))
    desk.until_phase(request, Phase.DECODE)
    assert desk.thread.shutdown(60)
    assert desk.answer(request).profile.stop_reason == "user"
