"""Models from every hub into the store: what becomes ready, what never does, what is kept."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from fault_server import Answer
from hub_server import CHUNK, GIT_TOKEN, HubServer, gguf, sha256

from geniex_desktop.errors import AppError
from geniex_desktop.models import disk
from geniex_desktop.models.artifact import DownloadCancelled, SourceFailed
from geniex_desktop.models.pull import FileProgress, PullRequest, pull, repair
from geniex_desktop.models.sources import Hub
from geniex_desktop.models.sources.huggingface import HuggingFace
from geniex_desktop.models.store import ModelStore, State

HF = PullRequest("huggingface", "org/model-GGUF", "Q4_0")
CDN = "/cdn/model-Q4_0"


def never() -> bool:
    return False


def ignore(_files: tuple[FileProgress, ...]) -> None:
    pass


def nothing_is_ready(store: ModelStore) -> bool:
    return all(model.state in (State.INCOMPLETE, State.BROKEN) for model in store.list())


# ---------------------------------------------------------------------- what works


@pytest.mark.parametrize(
    ("key", "reference", "quant", "name"),
    [
        ("huggingface", "org/model-GGUF", "Q8_0", "org/model-GGUF"),
        ("modelscope", "org/model-GGUF", "Q8_0", "org/model-GGUF"),
        ("docker", "ai/model", "", "ai/model"),
    ],
)
def test_every_hub_delivers(
    server: HubServer,
    store: ModelStore,
    hubs: dict[str, Hub],
    key: str,
    reference: str,
    quant: str,
    name: str,
) -> None:
    if key == "docker":
        del server.files["model-Q4_0.gguf"]
    steps: list[tuple[FileProgress, ...]] = []
    model = pull(store, hubs[key], PullRequest(key, reference, quant), steps.append, never)
    assert (model.name, model.state) == (name, State.READY)
    (file,) = model.files
    assert file.path.read_bytes() == server.files["model-Q8_0.gguf"]
    assert file.record is not None
    assert file.record.identity == f"sha256:{sha256(server.files['model-Q8_0.gguf'])}"
    assert store.paths(name).model == file.path
    assert steps[-1][0].done == steps[-1][0].total == file.size
    assert model.origin.hub == key
    assert not list(model.folder.glob("*.progress"))
    assert not (model.folder / ".inflight").exists()


def test_large_files_come_in_ranges_of_several_connections(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    pull(store, hugging_face, HF, ignore, never)
    ranges = {request.headers.get("range") for request in server.asked(CDN)}
    assert len(ranges) == 6
    assert "bytes=0-65535" in ranges


def test_a_second_precision_leaves_the_first_alone_and_is_fetched_alone(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    pull(store, hugging_face, HF, ignore, never)
    server.requests.clear()
    model = pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF"), ignore, never)
    assert set(model.quants) == {"Q4_0", "Q8_0"}
    assert not server.asked(CDN)
    store.remove("org/model-GGUF", "Q4_0")
    assert store.get("org/model-GGUF").quants == ("Q8_0",)


def test_a_projector_comes_with_its_model_and_makes_it_see(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.files = {"model-Q4_0.gguf": gguf(1, 100), "mmproj-model-f16.gguf": gguf(3, 90)}
    model = pull(store, hugging_face, HF, ignore, never)
    assert model.model_type == "vlm"
    paths = store.paths(model.name)
    assert paths.projector == model.folder / "mmproj-model-f16.gguf"


def test_shards_come_together_or_not_at_all(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.files = {f"m-Q4_0-{i:05d}-of-00003.gguf": gguf(i, 200) for i in (1, 2, 3)}
    model = pull(store, hugging_face, HF, ignore, never)
    assert len(model.files) == 3
    assert store.paths(model.name).model.name == "m-Q4_0-00001-of-00003.gguf"
    del server.files["m-Q4_0-00002-of-00003.gguf"]
    with pytest.raises(AppError) as caught:
        pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF", name="org/cut"), ignore, never)
    assert "2 of the 3" in caught.value.cause


def test_a_file_without_a_precision_in_its_name_is_a_model_too(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.files = {"model.gguf": gguf(1, 100)}
    model = pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF"), ignore, never)
    assert (model.state, model.quants) == (State.READY, ("default",))


def test_a_store_that_has_it_already_fetches_nothing(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    model = pull(store, hugging_face, HF, ignore, never)
    (model.folder / ".origin.json").unlink()
    assert store.get(model.name).state is State.UNVERIFIED
    server.requests.clear()
    assert pull(store, hugging_face, HF, ignore, never).state is State.READY
    assert not server.asked("/cdn/")


# ---------------------------------------------------------------------- tokens


def test_the_token_never_leaves_for_the_content_network(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.needs_token = True
    pull(store, hugging_face, HF, ignore, never)
    assert server.asked("/resolve/")
    assert all(GIT_TOKEN in request.headers["authorization"] for request in server.asked("/resolve/"))
    assert all("authorization" not in request.headers for request in server.asked("/cdn/"))
    origin = (store.get("org/model-GGUF").folder / ".origin.json").read_text(encoding="utf-8")
    assert GIT_TOKEN not in origin
    assert GIT_TOKEN not in repr(hugging_face)


def test_no_token_is_sent_where_none_was_given(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_of_the_environment")
    pull(store, hubs["huggingface"], HF, ignore, never)
    assert all("authorization" not in request.headers for request in server.requests)


# ---------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("status", "code"), [(401, -100009), (403, -100009), (404, -100010), (429, -100011), (503, -100012)]
)
@pytest.mark.parametrize("key", ["huggingface", "modelscope", "docker"])
def test_what_a_hub_says_about_itself_is_told(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], key: str, status: int, code: int
) -> None:
    parts = {"huggingface": "/api/models/", "modelscope": "/repo/files", "docker": "/manifests/"}
    server.faults = [(parts[key], Answer(status=status, body=b"{}")) for _ in range(5)]
    with pytest.raises(SourceFailed) as caught:
        pull(
            store,
            hubs[key],
            PullRequest(key, "ai/model" if key == "docker" else "org/model-GGUF"),
            ignore,
            never,
        )
    assert caught.value.code == code
    assert store.list() == []


@pytest.mark.parametrize(
    ("status", "code"), [(401, -100009), (403, -100009), (404, -100010), (429, -100011), (500, -100012)]
)
def test_what_the_content_network_says_is_told_and_nothing_is_ready(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace, status: int, code: int
) -> None:
    server.faults = [(CDN, Answer(status=status, body=b"")) for _ in range(60)]
    with pytest.raises(SourceFailed) as caught:
        pull(store, hugging_face, HF, ignore, never)
    assert caught.value.code == code
    assert nothing_is_ready(store)
    server.faults = []
    assert pull(store, hugging_face, HF, ignore, never).state is State.READY


@pytest.mark.parametrize("key", ["huggingface", "modelscope", "docker"])
@pytest.mark.parametrize("kind", ["text/html", "application/json"])
def test_a_captive_portal_is_recognised(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], key: str, kind: str
) -> None:
    page = Answer(body=b"<html>Welcome, please log in</html>", headers={"Content-Type": kind})
    server.faults = [("/", page) for _ in range(9)]
    with pytest.raises(SourceFailed) as caught:
        pull(
            store,
            hubs[key],
            PullRequest(key, "ai/model" if key == "docker" else "org/model-GGUF"),
            ignore,
            never,
        )
    told = caught.value.text + caught.value.cause
    assert "login page" in told or "cannot be read" in told
    assert store.list() == []


def test_a_captive_portal_in_the_middle_spoils_nothing(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    page = Answer(body=b"<html>log in</html>".ljust(CHUNK), headers={"Content-Type": "text/html"})
    server.faults = [(CDN, Answer())] * 3 + [(CDN, page)] * 5
    with pytest.raises(SourceFailed, match="login page"):
        pull(store, hugging_face, HF, ignore, never)
    assert nothing_is_ready(store)
    server.faults = []
    assert pull(store, hugging_face, HF, ignore, never).state is State.READY


@pytest.mark.parametrize("difference", [-1, 1])
def test_another_length_than_promised_is_refused(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace, difference: int
) -> None:
    content = server.files["model-Q4_0.gguf"]
    server.promised["model-Q4_0.gguf"] = (len(content) + difference, sha256(content))
    with pytest.raises(SourceFailed):
        pull(store, hugging_face, HF, ignore, never)
    assert nothing_is_ready(store)


def test_one_flipped_byte_is_found_and_kept_for_a_look(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    good = server.files["model-Q4_0.gguf"]
    server.promised["model-Q4_0.gguf"] = (len(good), sha256(good))
    wrong = good[:-9] + bytes([good[-9] ^ 1]) + good[-8:]
    server.files["model-Q4_0.gguf"] = wrong
    with pytest.raises(SourceFailed, match="differs from what the hub promised") as caught:
        pull(store, hugging_face, HF, ignore, never)
    assert nothing_is_ready(store)
    rejected = Path(caught.value.detail.removeprefix("kept for a look: "))
    assert rejected.read_bytes() == wrong
    server.files["model-Q4_0.gguf"] = good
    assert pull(store, hugging_face, HF, ignore, never).state is State.READY


def test_a_git_lfs_pointer_is_not_taken_for_the_file(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n".ljust(CHUNK)
    server.faults = [(CDN, Answer(status=206, body=pointer, headers={"Content-Range": _first_range(server)}))]
    with pytest.raises(SourceFailed, match="pointer"):
        pull(store, hugging_face, HF, ignore, never)
    assert nothing_is_ready(store)


def _first_range(server: HubServer) -> str:
    return f"bytes 0-{CHUNK - 1}/{len(server.files['model-Q4_0.gguf'])}"


def test_a_file_that_changes_in_the_middle_starts_again(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub]
) -> None:
    """On ModelScope, where an address is a branch: half comes from one commit and half from the next."""
    stop = threading.Event()

    def stop_early(files: tuple[FileProgress, ...]) -> None:
        if files[0].done > CHUNK:
            stop.set()

    request = PullRequest("modelscope", "org/model-GGUF", "Q4_0")
    with pytest.raises(DownloadCancelled):
        pull(store, hubs["modelscope"], request, stop_early, stop.is_set)
    server.files["model-Q4_0.gguf"] = gguf(77, len(server.files["model-Q4_0.gguf"]))
    model = pull(store, hubs["modelscope"], request, ignore, never)
    assert model.files[0].path.read_bytes() == server.files["model-Q4_0.gguf"]


def test_a_server_that_knows_no_ranges_delivers_in_one_piece(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.faults = [(CDN, Answer(status=200)) for _ in range(9)]
    model = pull(store, hugging_face, HF, ignore, never)
    assert model.files[0].path.read_bytes() == server.files["model-Q4_0.gguf"]
    assert len(server.asked(CDN)) == 1


def test_an_answer_in_one_piece_may_come_in_blocks_that_end_where_chunks_end(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.faults = [(CDN, Answer(status=200)) for _ in range(9)]
    read = httpx.Response.iter_raw
    monkeypatch.setattr(httpx.Response, "iter_raw", lambda response: read(response, CHUNK))
    model = pull(store, hugging_face, HF, ignore, never)
    assert model.files[0].path.read_bytes() == server.files["model-Q4_0.gguf"]
    assert len(server.asked(CDN)) == 1


def test_broken_connections_are_continued_in_every_chunk(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.faults = [(CDN, Answer(cut_after=40_000)) for _ in range(6)]
    model = pull(store, hugging_face, HF, ignore, never)
    assert model.files[0].path.read_bytes() == server.files["model-Q4_0.gguf"]


@pytest.mark.parametrize(
    "name",
    [
        "../evil-Q4_0.gguf",
        "a/../../evil-Q4_0.gguf",
        "/evil-Q4_0.gguf",
        "CON.gguf",
        "a-Q4_0.gguf.",
        "x:y-Q4_0.gguf",
    ],
)
@pytest.mark.parametrize("key", ["huggingface", "modelscope"])
def test_names_that_lead_out_or_cannot_be_kept_are_refused(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], key: str, name: str, tmp_path: Path
) -> None:
    server.files = {name: gguf(1, 100)}
    with pytest.raises(AppError):
        pull(store, hubs[key], PullRequest(key, "org/model-GGUF"), ignore, never)
    assert nothing_is_ready(store)
    assert not list(tmp_path.rglob("*evil*"))
    assert not server.asked("/cdn/")


@pytest.mark.parametrize("name", ["../../escape", "org", "org/CON", "a/b/c"])
def test_a_model_cannot_be_stored_outside_of_the_store(
    store: ModelStore, hugging_face: HuggingFace, name: str, tmp_path: Path
) -> None:
    with pytest.raises(AppError):
        pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF", "Q4_0", name), ignore, never)
    assert not (tmp_path / "escape").exists()


def test_only_safetensors_is_explained(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.files = {"model.safetensors": b"x" * 50}
    with pytest.raises(AppError) as caught:
        pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF"), ignore, never)
    assert "safetensors" in caught.value.cause


def test_too_little_room_is_told_before_the_first_byte(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = len(server.files["model-Q4_0.gguf"])
    usage = type("Usage", (), {"free": disk.RESERVE + needed - 1})
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _path: usage)
    with pytest.raises(AppError, match="not enough room"):
        pull(store, hugging_face, HF, ignore, never)
    assert not server.asked("/cdn/")
    assert store.list() == []


def test_a_pull_that_brought_nothing_leaves_the_installed_model_as_it_was(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    before = pull(store, hugging_face, HF, ignore, never)
    server.faults = [("/cdn/", Answer(status=404, body=b""))]
    with pytest.raises(SourceFailed):
        pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF", "Q8_0"), ignore, never)
    assert store.get("org/model-GGUF") == before


def test_every_damaged_precision_is_mended(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    for quant in ("Q4_0", "Q8_0"):
        model = pull(store, hugging_face, PullRequest("huggingface", "org/model-GGUF", quant), ignore, never)
    for file in model.files:
        content = file.path.read_bytes()
        file.path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert len(store.verify(model.name, lambda _done, _total: None, never).damaged) == 2
    mended = repair(store, {"huggingface": hugging_face}, model.name, ignore, never)
    assert mended.state is State.READY
    assert [file.path.read_bytes() for file in mended.files] == [server.files[f.name] for f in mended.files]


def test_a_full_disk_is_told_and_the_rest_comes_later(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = [0]
    real_open = Path.open

    class Full:
        def __init__(self, file: Any) -> None:
            self._file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *error: object) -> None:
            self._file.close()

        def write(self, data: bytes) -> int:
            writes[0] += 1
            if writes[0] > 3:
                raise OSError(28, "No space left on device")
            return int(self._file.write(data))

        def __getattr__(self, name: str) -> Any:
            return getattr(self._file, name)

    def open_full(self: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        file = real_open(self, mode, *args, **kwargs)
        return Full(file) if self.name.endswith(".gguf") and mode != "rb" else file

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", open_full)
        with pytest.raises(AppError, match="disk is full"):
            pull(store, hugging_face, HF, ignore, never)
    assert nothing_is_ready(store)
    assert pull(store, hugging_face, HF, ignore, never).state is State.READY


# ---------------------------------------------------------------------- stopping, continuing, mending


def test_what_was_finished_is_not_fetched_again(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    stop = threading.Event()

    def stop_in_the_middle(files: tuple[FileProgress, ...]) -> None:
        if files[0].done >= 3 * CHUNK:
            stop.set()

    with pytest.raises(DownloadCancelled):
        pull(store, hugging_face, HF, stop_in_the_middle, stop.is_set)
    unfinished = store.get("org/model-GGUF")
    assert unfinished.state is State.INCOMPLETE
    assert unfinished.origin.reference == "org/model-GGUF"
    kept = unfinished.pending[0].done
    assert kept >= CHUNK
    server.requests.clear()
    model = pull(store, hugging_face, HF, ignore, never)
    assert model.files[0].path.read_bytes() == server.files["model-Q4_0.gguf"]
    assert len(server.asked(CDN)) <= 6 - kept // CHUNK


def test_a_stop_does_not_wait_for_silent_servers(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.faults = [(CDN, Answer(stall_after=10_000)) for _ in range(8)]
    patient = HuggingFace(endpoint=lambda: server.url)
    with pytest.raises(DownloadCancelled):
        pull(store, patient, HF, ignore, lambda: len(server.asked(CDN)) >= 2)
    assert nothing_is_ready(store)


def test_two_at_work_on_one_model_do_it_once(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    threads = [threading.Thread(target=pull, args=(store, hugging_face, HF, ignore, never)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.get("org/model-GGUF").state is State.READY
    assert len(server.asked(CDN)) == 6


def test_damage_is_found_shown_and_mended(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    model = pull(store, hugging_face, HF, ignore, never)
    path = model.files[0].path
    content = bytearray(path.read_bytes())
    content[1000] ^= 1
    path.write_bytes(content)
    outcome = store.verify(model.name, lambda _done, _total: None, never)
    assert outcome.damaged == ("model-Q4_0.gguf",)
    broken = store.get(model.name)
    assert broken.state is State.BROKEN
    assert "model-Q4_0.gguf" in broken.problem
    mended = repair(store, {"huggingface": hugging_face}, model.name, ignore, never)
    assert mended.state is State.READY
    assert path.read_bytes() == server.files["model-Q4_0.gguf"]
    assert store.verify(model.name, lambda _done, _total: None, never).good == ("model-Q4_0.gguf",)


def test_a_missing_file_is_shown_and_mended(store: ModelStore, hugging_face: HuggingFace) -> None:
    model = pull(store, hugging_face, HF, ignore, never)
    model.files[0].path.unlink()
    assert store.get(model.name).state is State.BROKEN
    assert repair(store, {"huggingface": hugging_face}, model.name, ignore, never).state is State.READY


def test_what_a_download_left_can_be_thrown_away(
    server: HubServer, store: ModelStore, hugging_face: HuggingFace
) -> None:
    server.faults = [(CDN, Answer()), (CDN, Answer(status=404, body=b""))]
    with pytest.raises(SourceFailed):
        pull(store, hugging_face, HF, ignore, never)
    assert store.get("org/model-GGUF").pending
    store.discard("org/model-GGUF")
    assert store.list() == []
    assert not (store.folder / "models" / "org").exists()
