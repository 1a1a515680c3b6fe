"""Trials of unknown models, with an engine that does what the test says."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from geniex_desktop.engine.gguf import GgufReport
from geniex_desktop.engine.types import (
    Capabilities,
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    MediaKind,
    PluginInfo,
    RuntimeInfo,
)
from geniex_desktop.errors import AppError
from geniex_desktop.models import trial
from geniex_desktop.models.fingerprint import fingerprint
from geniex_desktop.models.trial import TrialRecord, Verdict, try_model


class ScriptedEngine:
    """An Engine that counts its loads and fails where it is told to."""

    def __init__(self) -> None:
        self.loads: list[LoadSpec] = []
        self.failure: AppError | None = None
        self.hangs = False
        self.version = "1"
        self.capabilities = Capabilities()
        self.projector_problem = ""
        self.pictures: list[bytes] = []
        self.ended = threading.Event()

    def runtime(self) -> RuntimeInfo:
        return RuntimeInfo(self.version, "libgeniex.so", True, (PluginInfo("llama_cpp", "5"),))

    def load(self, spec: LoadSpec, _sink: object) -> LoadedModel:
        self.loads.append(spec)
        return LoadedModel(
            spec,
            name="model",
            precision="",
            device="CPU",
            device_reason="",
            load_seconds=0.0,
            vocab_size=7,
            context=None,
            placement=None,
            capabilities=self.capabilities,
            projector_problem=self.projector_problem,
        )

    def count_tokens(self, _text: str) -> int:
        return 7

    def generate(self, request: GenerateRequest, _sink: object) -> None:
        for part in request.messages[0].media:
            assert part.kind is MediaKind.IMAGE
            self.pictures.append(part.path.read_bytes())
        if self.hangs:
            assert self.ended.wait(60)
            raise AppError("The engine was ended.")
        if self.failure is not None:
            raise self.failure

    def unload(self) -> None:
        pass

    def abort(self) -> None:
        self.ended.set()


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def record(tmp_path: Path) -> TrialRecord:
    return TrialRecord(tmp_path / "trials.json")


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for check in ("require_loadable", "require_projector"):
        monkeypatch.setattr(trial, check, lambda _path: GgufReport((), (), {}))
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + bytes(100))
    return path


def attempt(model: Path, engine: ScriptedEngine, record: TrialRecord, **options: object) -> Verdict:
    return try_model(model, engine, record, **options)  # type: ignore[arg-type]


def test_a_model_that_answers_works_and_is_tried_once(
    model: Path, engine: ScriptedEngine, record: TrialRecord, tmp_path: Path
) -> None:
    assert attempt(model, engine, record) == Verdict(True)
    copy = model.rename(tmp_path / "renamed.gguf")
    assert attempt(copy, engine, TrialRecord(tmp_path / "trials.json")) == Verdict(True)
    assert len(engine.loads) == 1


def test_the_content_the_engine_and_the_device_make_a_new_trial(
    model: Path, engine: ScriptedEngine, record: TrialRecord
) -> None:
    attempt(model, engine, record)
    attempt(model, engine, record, device="cpu")
    engine.version = "2"
    attempt(model, engine, record)
    model.write_bytes(b"GGUF" + bytes(99) + b"!")
    attempt(model, engine, record)
    assert len(engine.loads) == 4


def test_a_failure_is_kept_with_its_cause(model: Path, engine: ScriptedEngine, record: TrialRecord) -> None:
    engine.failure = AppError("The engine died.", cause="ggml.c: assertion", hint="Choose another model.")
    expected = Verdict(False, "The engine died.", "ggml.c: assertion", "Choose another model.")
    assert attempt(model, engine, record) == expected
    engine.failure = None
    assert attempt(model, engine, record) == expected


def test_a_trial_that_hangs_is_ended(model: Path, engine: ScriptedEngine, record: TrialRecord) -> None:
    engine.hangs = True
    verdict = attempt(model, engine, record, limit_seconds=0.01)
    assert not verdict.works
    assert "did not answer" in verdict.text
    assert verdict.cause


def test_a_model_that_sees_is_shown_a_picture(
    model: Path, engine: ScriptedEngine, record: TrialRecord, tmp_path: Path
) -> None:
    projector = tmp_path / "mmproj.gguf"
    projector.write_bytes(b"GGUF" + bytes(50))
    engine.capabilities = Capabilities(images=True)
    assert attempt(model, engine, record, projector=projector).works
    assert engine.loads[0].mmproj_path == projector
    assert [picture[:12] for picture in engine.pictures] == [b"P6 64 64 255"]
    assert attempt(model, engine, record).works
    assert len(engine.loads) == 2, "the model alone is another trial"


def test_a_vision_part_that_does_not_go_with_the_model(
    model: Path, engine: ScriptedEngine, record: TrialRecord
) -> None:
    engine.projector_problem = "The projector is of another size."
    verdict = attempt(model, engine, record, projector=model)
    assert not verdict.works
    assert verdict.cause == "The projector is of another size."
    assert engine.pictures == []


def test_what_the_reader_refuses_reaches_no_engine(
    model: Path, engine: ScriptedEngine, record: TrialRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> GgufReport:
        raise AppError("It cannot be used.", cause="The file is cut off.")

    monkeypatch.setattr(trial, "require_loadable", refuse)
    assert attempt(model, engine, record) == Verdict(False, "It cannot be used.", "The file is cut off.")
    assert engine.loads == []


def test_a_missing_file_is_no_verdict(tmp_path: Path, engine: ScriptedEngine, record: TrialRecord) -> None:
    with pytest.raises(AppError, match="cannot be read"):
        attempt(tmp_path / "gone.gguf", engine, record)


def test_an_engine_that_does_not_start_is_no_verdict(
    model: Path, engine: ScriptedEngine, record: TrialRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> RuntimeInfo:
        raise AppError("The library is missing.")

    monkeypatch.setattr(engine, "runtime", broken)
    with pytest.raises(AppError, match="library"):
        attempt(model, engine, record)


@pytest.mark.parametrize(
    "content", ["", "[]", '{"verdicts": 5}', '{"verdicts": {"a": 5, "b": {"works": "yes"}}}']
)
def test_a_broken_record_costs_repeated_trials_only(
    tmp_path: Path, model: Path, engine: ScriptedEngine, content: str
) -> None:
    file = tmp_path / "trials.json"
    file.write_text(content)
    assert attempt(model, engine, TrialRecord(file)) == Verdict(True)
    assert attempt(model, engine, TrialRecord(file)) == Verdict(True)
    assert len(engine.loads) == 1


def test_fingerprints_tell_ends_and_sizes_apart(tmp_path: Path) -> None:
    path = tmp_path / "file"
    seen = set()
    for content in (b"", b"a", b"b", bytes(3 << 20), bytes(3 << 20) + b"a", b"a" + bytes(3 << 20)):
        path.write_bytes(content)
        seen.add(fingerprint(path))
    assert len(seen) == 6
