"""The resumable transfer against a server that misbehaves."""

from __future__ import annotations

import errno
import hashlib
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fault_server import Answer, FaultServer, serve

from geniex_desktop.errors import AppError
from geniex_desktop.models.answers import Patience
from geniex_desktop.models.artifact import Artifact, DownloadCancelled, SourceFailed
from geniex_desktop.models.transfer import Transfer

CONTENT = b"GGUF" + random.Random(1).randbytes(1_500_000)
OTHER = b"GGUF" + random.Random(2).randbytes(1_500_000)
ARTIFACT = Artifact("model.gguf", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
IMPATIENT = Patience(connect=2.0, read=2.0, tries=3, tries_unheard=2, first_pause=0.0, longest_pause=0.0)


def never() -> bool:
    return False


def ignore(done: int, total: int) -> None:
    pass


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serve(FaultServer(CONTENT)) as running:
        yield running


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf.part"


def transfer(server: FaultServer, part: Path, **options: Any) -> Transfer:
    return Transfer(server.url, ARTIFACT, part, patience=IMPATIENT, **options)


def test_a_healthy_server_delivers_and_progress_ends_at_the_size(server: FaultServer, part: Path) -> None:
    steps: list[tuple[int, int]] = []
    transfer(server, part).run(lambda done, total: steps.append((done, total)), never)
    assert part.read_bytes() == CONTENT
    assert steps[-1] == (len(CONTENT), len(CONTENT))
    assert steps == sorted(steps)
    assert "range" not in server.requests[0]


@pytest.mark.parametrize("cut", [1, 3, 4, 5, 262_144, 1_000_000, len(CONTENT) - 1])
def test_a_broken_connection_is_continued_where_it_broke(server: FaultServer, part: Path, cut: int) -> None:
    server.answers = [Answer(cut_after=cut), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT
    resumed = server.requests[1]
    kept = int(resumed.get("range", "bytes=0-")[6:-1])
    assert kept <= cut
    assert (kept > 0) == ("if-range" in resumed)
    if cut >= 262_144:
        assert kept > 0


def test_a_later_call_continues_what_an_earlier_one_left(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(cut_after=700_000), Answer(status=404)]
    with pytest.raises(SourceFailed):
        transfer(server, part).run(ignore, never)
    have = part.stat().st_size
    assert 0 < have <= 700_000
    server.answers = [Answer()]
    transfer(server, part).run(ignore, never)
    assert server.requests[-1]["range"] == f"bytes={have}-"
    assert part.read_bytes() == CONTENT


def test_another_entity_in_between_starts_again(server: FaultServer, part: Path) -> None:
    server.content, server.answers = OTHER, [Answer(cut_after=700_000), Answer(status=404)]
    with pytest.raises(SourceFailed):
        transfer(server, part).run(ignore, never)
    server.content, server.etag, server.answers = CONTENT, '"second"', [Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_a_server_that_ignores_if_range_does_not_mix_two_entities(server: FaultServer, part: Path) -> None:
    server.content, server.answers = OTHER, [Answer(cut_after=700_000), Answer(status=404)]
    with pytest.raises(SourceFailed):
        transfer(server, part).run(ignore, never)
    have = part.stat().st_size
    server.content, server.etag = CONTENT, '"second"'
    forced = {"Content-Range": f"bytes {have}-{len(CONTENT) - 1}/{len(CONTENT)}"}
    server.answers = [Answer(status=206, body=CONTENT[have:], headers=forced), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_a_wrong_range_starts_again(server: FaultServer, part: Path) -> None:
    wrong = {"Content-Range": f"bytes 0-{len(CONTENT) - 1}/{len(CONTENT)}"}
    server.answers = [Answer(cut_after=700_000), Answer(status=206, body=CONTENT, headers=wrong), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_an_unsatisfiable_range_starts_again(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(cut_after=700_000), Answer(status=416, body=b""), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


@pytest.mark.parametrize("etag", ['W/"weak"', ""])
def test_without_a_strong_tag_nothing_is_continued(server: FaultServer, part: Path, etag: str) -> None:
    server.etag, server.answers = etag, [Answer(cut_after=700_000), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT
    assert "range" not in server.requests[1]


def test_a_complete_part_asks_nobody(server: FaultServer, part: Path) -> None:
    transfer(server, part).run(ignore, never)
    transfer(server, part).run(ignore, never)
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_trouble_that_passes_is_waited_for(server: FaultServer, part: Path, status: int) -> None:
    server.answers = [Answer(status=status, body=b"", headers={"Retry-After": "0"}), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_trouble_that_stays_is_given_up_after_the_allowed_tries(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(status=503, body=b"")]
    with pytest.raises(SourceFailed) as caught:
        transfer(server, part).run(ignore, never)
    assert len(server.requests) == IMPATIENT.tries
    assert "503" in caught.value.cause


@pytest.mark.parametrize(
    ("status", "word"),
    [(401, "refuses"), (403, "refuses"), (404, "not there"), (410, "not there"), (418, "418")],
)
def test_a_final_refusal_is_not_repeated(server: FaultServer, part: Path, status: int, word: str) -> None:
    server.answers = [Answer(status=status, body=b"")]
    with pytest.raises(SourceFailed, match=word):
        transfer(server, part).run(ignore, never)
    assert len(server.requests) == 1
    assert not part.exists()


@pytest.mark.parametrize(
    "answer",
    [
        Answer(body=b"<html>Please log in</html>", headers={"Content-Type": "text/html; charset=utf-8"}),
        Answer(body=b"<!DOCTYPE html>".ljust(len(CONTENT))),
    ],
)
def test_a_login_page_is_recognised_and_never_stored(server: FaultServer, part: Path, answer: Answer) -> None:
    server.answers = [answer]
    with pytest.raises(SourceFailed, match="login page"):
        transfer(server, part).run(ignore, never)
    assert not part.exists()


def test_a_login_page_does_not_spoil_what_has_arrived(server: FaultServer, part: Path) -> None:
    page = b"<html>".ljust(len(CONTENT))
    server.answers = [Answer(cut_after=700_000), Answer(body=page, status=200)]
    with pytest.raises(SourceFailed, match="login page"):
        transfer(server, part).run(ignore, never)
    kept = part.read_bytes()
    assert kept
    assert CONTENT.startswith(kept)


def test_something_that_is_no_model_is_refused(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(body=b"PK\x03\x04".ljust(len(CONTENT)))]
    with pytest.raises(SourceFailed, match="GGUF"):
        transfer(server, part).run(ignore, never)
    assert not part.exists()


def test_another_length_is_refused_before_anything_is_stored(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(body=CONTENT + b"x")]
    with pytest.raises(SourceFailed, match="another file"):
        transfer(server, part).run(ignore, never)
    assert not part.exists()


def test_an_endless_answer_is_cut(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(body=CONTENT * 2, announce_length=False)]
    with pytest.raises(SourceFailed, match="more than"):
        transfer(server, part).run(ignore, never)
    assert part.stat().st_size <= len(CONTENT)


def test_a_short_answer_without_length_is_not_taken_for_the_whole(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(body=CONTENT[:800_000], announce_length=False), Answer()]
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_the_token_stays_with_its_host(server: FaultServer, part: Path) -> None:
    with serve(FaultServer(CONTENT)) as elsewhere:
        server.answers = [Answer(status=302, body=b"", headers={"Location": elsewhere.url})]
        transfer(server, part, token="secret").run(ignore, never)
    assert server.requests[0]["authorization"] == "Bearer secret"
    assert "authorization" not in elsewhere.requests[0]
    assert part.read_bytes() == CONTENT


def test_a_redirect_within_the_host_keeps_the_token_and_the_range(server: FaultServer, part: Path) -> None:
    server.answers = [
        Answer(cut_after=700_000),
        Answer(status=307, body=b"", headers={"Location": "/elsewhere"}),
        Answer(),
    ]
    transfer(server, part, token="secret").run(ignore, never)
    assert [request["authorization"] for request in server.requests] == ["Bearer secret"] * 3
    assert server.requests[1]["range"] == server.requests[2]["range"]
    assert part.read_bytes() == CONTENT


def test_redirects_in_a_circle_end(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(status=302, body=b"", headers={"Location": server.url})]
    with pytest.raises(SourceFailed, match="circle"):
        transfer(server, part).run(ignore, never)
    assert len(server.requests) == 6


@pytest.mark.parametrize(
    "target", ["http://example.invalid/model.gguf", "ftp://127.0.0.2/x", "file:///etc/x"]
)
def test_a_redirect_to_an_unprotected_address_is_not_followed(
    server: FaultServer, part: Path, target: str
) -> None:
    server.answers = [Answer(status=302, body=b"", headers={"Location": target})]
    with pytest.raises(SourceFailed, match="unprotected"):
        transfer(server, part).run(ignore, never)


def test_nobody_there_is_given_up_early(part: Path) -> None:
    with serve(FaultServer(CONTENT)) as gone:
        pass
    with pytest.raises(SourceFailed) as caught:
        transfer(gone, part).run(ignore, never)
    assert "cannot be reached" in caught.value.cause


def test_cancel_keeps_the_part_for_later(server: FaultServer, part: Path) -> None:
    stop = threading.Event()

    def stop_in_the_middle(done: int, total: int) -> None:
        if done > total // 2:
            stop.set()

    with pytest.raises(DownloadCancelled):
        transfer(server, part).run(stop_in_the_middle, stop.is_set)
    kept = part.read_bytes()
    assert len(CONTENT) // 2 < len(kept) < len(CONTENT)
    assert CONTENT.startswith(kept)
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT
    assert server.requests[-1]["range"] == f"bytes={len(kept)}-"


def test_cancel_does_not_wait_for_a_silent_server(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(stall_after=700_000)]
    stop = threading.Event()
    patient = Patience(read=60.0)
    running = Transfer(server.url, ARTIFACT, part, patience=patient)
    with pytest.raises(DownloadCancelled):
        running.run(lambda done, total: stop.set() if done >= 600_000 else None, stop.is_set)
    assert CONTENT.startswith(part.read_bytes())


def test_cancel_while_waiting_for_the_next_try(server: FaultServer, part: Path) -> None:
    server.answers = [Answer(status=503, body=b"", headers={"Retry-After": "30"})]
    with pytest.raises(DownloadCancelled):
        Transfer(server.url, ARTIFACT, part).run(ignore, lambda: bool(server.requests))


@pytest.mark.parametrize("nth", range(1, 7))
def test_a_full_disk_at_any_write_is_told_and_survived(
    server: FaultServer, part: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    real_open = Path.open

    def open_on_a_full_disk(self: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        file = real_open(self, mode, *args, **kwargs)
        return FullDisk(file, nth) if self == part and mode != "r" else file

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", open_on_a_full_disk)
        with pytest.raises(AppError, match="disk is full") as caught:
            transfer(server, part).run(ignore, never)
    assert not isinstance(caught.value, SourceFailed)
    assert CONTENT.startswith(part.read_bytes())
    transfer(server, part).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_large_files_come_in_chunks_over_several_connections(server: FaultServer, part: Path) -> None:
    transfer(server, part, chunk_size=100_000, connections=4).run(ignore, never)
    assert part.read_bytes() == CONTENT
    ranges = {request["range"] for request in server.requests}
    assert len(ranges) == len(server.requests) == 16


@pytest.mark.parametrize("after", [1, 500_000, 1_000_000])
def test_an_error_of_the_caller_ends_every_connection(server: FaultServer, part: Path, after: int) -> None:
    def fail(done: int, total: int) -> None:
        if done >= after:
            raise RuntimeError("the caller's own")

    with pytest.raises(RuntimeError, match="own"):
        transfer(server, part, chunk_size=100_000).run(fail, never)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("download")]
    transfer(server, part, chunk_size=100_000).run(ignore, never)
    assert part.read_bytes() == CONTENT


def test_another_file_in_the_middle_of_many_chunks_starts_again(server: FaultServer, part: Path) -> None:
    changed = {"Content-Range": f"bytes 100000-199999/{len(CONTENT)}", "ETag": '"second"'}
    server.answers = [Answer(), Answer(status=206, body=OTHER[100_000:200_000], headers=changed), Answer()]
    transfer(server, part, chunk_size=100_000, connections=1).run(ignore, never)
    assert part.read_bytes() == CONTENT


class FullDisk:
    """A file whose n-th write finds no room."""

    def __init__(self, file: Any, nth: int) -> None:
        self._file, self._left = file, nth

    def __enter__(self) -> FullDisk:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        self._left -= 1
        if self._left == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
