"""Images, recordings and projectors: what every carrier owes, shown with the fake plugin."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import (
    Capabilities,
    ChatMessage,
    Edge,
    GenerateRequest,
    LoadSpec,
    MediaKind,
    MediaPart,
    Phase,
)
from geniex_desktop.errors import Blame

IMAGE = MediaPart(MediaKind.IMAGE, Path("/pictures/a.png"))
OTHER = MediaPart(MediaKind.IMAGE, Path("/pictures/b.png"))
SOUND = MediaPart(MediaKind.AUDIO, Path("/sounds/c.wav"))


@pytest.fixture(params=[False, True], ids=["in-process", "isolated"])
def desk(request, make_desk, fake_runtime):
    return make_desk(make_engine(request.param))


@pytest.fixture
def seeing(fake_model, tmp_path):
    """Makes the spec of a model with a projector, whose name decides whether it hears."""

    def make(behaviour: str = "echo", projector: str = "vision", **options: object) -> LoadSpec:
        path = tmp_path / f"mmproj-{projector}.gguf"
        path.write_bytes(b"GGUF")
        return replace(fake_model(behaviour, **options), mmproj_path=path)

    return make


def load(desk, spec: LoadSpec):
    return desk.answer(desk.thread.load(spec))


def ask(text: str, *media: MediaPart, **options: object) -> GenerateRequest:
    return GenerateRequest((ChatMessage("user", text, media=media),), **options)


def test_capabilities_are_told(desk, seeing, fake_model) -> None:
    model = load(desk, seeing())
    assert model.capabilities == Capabilities(images=True, audio=False)
    assert model.projector_problem == ""
    assert model.context is not None
    assert model.placement is not None
    assert load(desk, seeing(projector="audio")).capabilities == Capabilities(images=True, audio=True)
    assert load(desk, fake_model("echo")).capabilities == Capabilities()


def test_a_projector_that_does_not_work_leaves_a_model_that_reads(desk, seeing) -> None:
    model = load(desk, seeing("blind"))
    assert model.capabilities == Capabilities()
    assert model.projector_problem
    assert desk.answer(desk.thread.generate(ask("x"))).text == "ok!"


@pytest.mark.parametrize("template", ["refuse-system", "drop-system"])
def test_a_system_prompt_that_the_template_has_no_place_for_leaves_images_in_theirs(
    desk, seeing, template: str
) -> None:
    load(desk, seeing(f"echo:{template}"))
    messages = (
        ChatMessage("system", "be brief"),
        ChatMessage("user", "this? or this?", media=(IMAGE, replace(OTHER, offset=5))),
    )
    reply = desk.answer(desk.thread.generate(GenerateRequest(messages)))
    expected = "user: be brief\n\n<image:/pictures/a.png>this?<image:/pictures/b.png> or this?\nassistant: "
    assert (reply.text, reply.profile.system_place) == (expected, "user")


def test_a_missing_projector(desk, fake_model, tmp_path) -> None:
    spec = replace(fake_model("echo"), mmproj_path=tmp_path / "gone.gguf")
    error = desk.error(desk.thread.load(spec))
    assert (error.code, error.blame) == (-100004, Blame.USER)
    assert "gone.gguf" in error.text


def test_an_image_is_encoded_before_the_prompt_is_read(desk, seeing) -> None:
    load(desk, seeing())
    request = desk.thread.generate(ask("what?", IMAGE))
    reply = desk.answer(request)
    assert reply.text == desk.text(request) == "user: <image:/pictures/a.png>what?\nassistant: "
    assert desk.phases(request)[:3] == [
        (Phase.MEDIA_ENCODE, Edge.BEGIN),
        (Phase.MEDIA_ENCODE, Edge.END),
        (Phase.PREFILL, Edge.BEGIN),
    ]
    assert reply.profile.media_time == pytest.approx(0.001)
    assert bytes(reply.token_ids).decode() == reply.text


@pytest.mark.parametrize(
    ("text", "media", "expected"),
    [
        ("", (IMAGE,), "<image:/pictures/a.png>"),
        ("ab", (replace(IMAGE, offset=1),), "a<image:/pictures/a.png>b"),
        ("ab", (replace(IMAGE, offset=2), OTHER), "<image:/pictures/b.png>ab<image:/pictures/a.png>"),
        ("ab", (OTHER, IMAGE), "<image:/pictures/b.png><image:/pictures/a.png>ab"),
        ("中文", (replace(IMAGE, offset=1),), "中<image:/pictures/a.png>文"),
        ("ab", (replace(IMAGE, offset=99), replace(OTHER, offset=-1)), None),
    ],
)
def test_media_stand_where_the_message_has_them(desk, seeing, text, media, expected) -> None:
    load(desk, seeing())
    shown = expected or "<image:/pictures/b.png>ab<image:/pictures/a.png>"
    reply = desk.answer(desk.thread.generate(ask(text, *media)))
    assert reply.text == f"user: {shown}\nassistant: "


def test_a_preview_shows_where_media_stand_and_counts_the_text(desk, seeing) -> None:
    load(desk, seeing())
    bare, seen = (desk.answer(desk.thread.preview(ask("what?", *media))) for media in ((), (IMAGE,)))
    assert seen.n_tokens == bare.n_tokens > 0
    assert seen.text != bare.text
    assert "what?" in seen.text


def test_recordings_and_images_in_one_message(desk, seeing) -> None:
    load(desk, seeing(projector="audio"))
    reply = desk.answer(desk.thread.generate(ask("ab", SOUND, replace(IMAGE, offset=1))))
    assert reply.text == "user: <audio:/sounds/c.wav>a<image:/pictures/a.png>b\nassistant: "
    assert reply.profile.media_time == pytest.approx(0.002)


@pytest.mark.parametrize(
    ("behaviour", "part", "sense"),
    [("echo", SOUND, "hear"), ("blind", IMAGE, "see"), ("blind", SOUND, "hear")],
)
def test_what_the_model_cannot_take_is_refused_before_sending(desk, seeing, behaviour, part, sense) -> None:
    load(desk, seeing(behaviour))
    error = desk.error(desk.thread.generate(ask("x", part)))
    assert error.blame is Blame.USER
    assert sense in error.text
    assert error.hint


def test_a_model_that_was_loaded_without_a_projector_refuses_images(desk, fake_model) -> None:
    load(desk, fake_model("echo"))
    error = desk.error(desk.thread.generate(ask("x", IMAGE)))
    assert (error.blame, "see" in error.text) == (Blame.USER, True)


def test_the_second_turn_reads_only_what_is_new(desk, seeing) -> None:
    load(desk, seeing("script:fine"))
    first = desk.answer(desk.thread.generate(ask("what?", IMAGE)))
    messages = (
        ChatMessage("user", "what?", media=(IMAGE,)),
        ChatMessage("assistant", first.text, first.token_ids),
        ChatMessage("user", "and now"),
    )
    second = desk.answer(desk.thread.generate(GenerateRequest(messages)))
    assert second.profile.prompt_tokens == len("\nuser: and now\nassistant: ")


def test_grounding_is_passed_on(desk, seeing) -> None:
    load(desk, seeing())
    assert "grounding" in desk.answer(desk.thread.generate(ask("x", IMAGE, grounding=True))).text
    assert "grounding" not in desk.answer(desk.thread.generate(ask("x", IMAGE))).text


def test_cancel_while_encoding(desk, seeing) -> None:
    load(desk, seeing("slow:50:10"))
    request = desk.thread.generate(ask("x", *[IMAGE] * 100))
    desk.until_phase(request, Phase.MEDIA_ENCODE)
    desk.thread.cancel(request)
    reply = desk.answer(request)
    assert (reply.text, reply.profile.stop_reason) == ("", "user")


@pytest.mark.parametrize("code", [-201001, -201002, -201101, -201102, -201201])
def test_errors_of_media_by_code(desk, seeing, code: int) -> None:
    load(desk, seeing(f"fail-generate:{code}"))
    error = desk.error(desk.thread.generate(ask("x", IMAGE)))
    assert error.code == code
    assert error.cause == "the fake plugin was told to fail"
    assert error.hint


def test_a_plugin_without_extras_gets_paths_beside_the_prompt(desk, seeing) -> None:
    assert load(desk, seeing("bare")).capabilities.images
    reply = desk.answer(desk.thread.generate(ask("what?", IMAGE, OTHER, grounding=True)))
    assert reply.text == "ok!"
    assert reply.profile.prompt_tokens == len("user: <image><image>what?\ngrounding\n")
    assert reply.profile.media_time == pytest.approx(0.002)
    again = desk.answer(desk.thread.generate(ask("what?", IMAGE)))
    assert again.profile.prompt_tokens == len("user: <image>what?\n"), "it was not reset"


def test_a_full_context_gives_the_text_so_far(desk, seeing) -> None:
    load(desk, seeing("context-full"))
    reply = desk.answer(desk.thread.generate(ask("x", IMAGE)))
    assert (reply.text, reply.profile.stop_reason) == ("partial", "context_length")
