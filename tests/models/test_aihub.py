"""Bundles out of remote archives: what is read, what is refused."""

from __future__ import annotations

import json
import struct
import zipfile

import pytest
from hub_server import HubServer, bundle

from geniex_desktop.errors import AppError
from geniex_desktop.models.artifact import SourceFailed
from geniex_desktop.models.pull import PullRequest, pull
from geniex_desktop.models.sources import Hub
from geniex_desktop.models.sources.aihub import AiHub
from geniex_desktop.models.store import ModelStore, State

REQUEST = PullRequest("aihub", "Tiny-Chat")
METADATA = json.dumps({"model_id": "tiny_chat", "precision": "PRECISION_W4A16"}).encode()
WEIGHTS = bytes(range(256)) * 1500
MEMBERS = {
    "tiny/metadata.json": METADATA,
    "tiny/part1.bin": WEIGHTS,
    "tiny/part2.bin": WEIGHTS[::-1],
    "tiny/tokenizer.json": b"{}",
    "__MACOSX/tiny/._part1.bin": b"x",
}


def never() -> bool:
    return False


def ignore(_files: object) -> None:
    pass


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_only_the_members_are_fetched_and_checked(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], method: int
) -> None:
    server.archive = bundle(MEMBERS, method)
    model = pull(store, hubs["aihub"], REQUEST, ignore, never)
    assert (model.name, model.state, model.plugin_id) == ("qualcomm/Tiny-Chat", State.READY, "qairt")
    assert model.quants == ("W4A16",)
    by_name = {file.name: file for file in model.files}
    assert set(by_name) == {"metadata.json", "part1.bin", "part2.bin", "tokenizer.json"}
    assert by_name["part1.bin"].path.read_bytes() == WEIGHTS
    assert by_name["part2.bin"].path.read_bytes() == WEIGHTS[::-1]
    assert all("range" in request.headers for request in server.asked("/bundle.zip"))
    assert store.paths(model.name).model.name == "part1.bin"


def test_the_search_is_for_this_chipset(server: HubServer, hubs: dict[str, Hub]) -> None:
    assert [result.reference for result in hubs["aihub"].search("tiny")] == ["Tiny-Chat"]
    assert AiHub(base=server.url, chipset=lambda: "other", version="").search("tiny") == []


def test_another_chipset_is_told_with_those_that_are_there(server: HubServer, store: ModelStore) -> None:
    hub = AiHub(base=server.url, chipset=lambda: "qualcomm-qcs6490", version="")
    with pytest.raises(SourceFailed, match="qualcomm-qcs6490") as caught:
        pull(store, hub, REQUEST, ignore, never)
    assert "snapdragon-x-elite" in caught.value.cause
    assert caught.value.code == -100015


@pytest.mark.parametrize(
    "name",
    ["../evil.bin", "/etc/evil.bin", "a/../../evil.bin", "..\\evil.bin", "libevil.so", "evil.dll", "evil.py"],
)
def test_members_that_have_no_place_in_a_bundle_refuse_it(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], name: str
) -> None:
    server.archive = bundle({**MEMBERS, name: b"x"})
    with pytest.raises(AppError, match="cannot be used"):
        pull(store, hubs["aihub"], REQUEST, ignore, never)
    assert store.list() == []


def test_two_files_of_one_name_refuse_it(server: HubServer, store: ModelStore, hubs: dict[str, Hub]) -> None:
    server.archive = bundle({**MEMBERS, "other/part1.bin": b"x"})
    with pytest.raises(AppError, match="cannot be used"):
        pull(store, hubs["aihub"], REQUEST, ignore, never)


def _with_declared_size(archive: bytes, size: int) -> bytes:
    """The archive with another unpacked length in its first directory entry."""
    at = archive.index(b"PK\1\2")
    return archive[: at + 24] + struct.pack("<L", size) + archive[at + 28 :]


def test_a_bomb_is_not_unpacked(server: HubServer, store: ModelStore, hubs: dict[str, Hub]) -> None:
    small = bundle({"a.bin": bytes(1 << 20), "metadata.json": METADATA})
    server.archive = _with_declared_size(small, 0xFFFFFFF0)
    with pytest.raises(AppError, match="cannot be used") as caught:
        pull(store, hubs["aihub"], REQUEST, ignore, never)
    assert "far more" in caught.value.cause


def test_a_member_that_is_longer_than_it_says_is_cut(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub]
) -> None:
    server.archive = _with_declared_size(bundle({"a.bin": bytes(1 << 20), "metadata.json": METADATA}), 1000)
    with pytest.raises(AppError, match="cannot be used") as caught:
        pull(store, hubs["aihub"], REQUEST, ignore, never)
    assert "longer than it says" in caught.value.cause
    assert all(model.state is State.INCOMPLETE for model in store.list())


@pytest.mark.parametrize("cut", [10, 100, 2000])
def test_a_cut_archive_is_refused(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub], cut: int
) -> None:
    server.archive = bundle(MEMBERS)[:-cut]
    with pytest.raises(AppError):
        pull(store, hubs["aihub"], REQUEST, ignore, never)
    assert store.list() == []


def test_a_flipped_byte_in_a_member_is_found(
    server: HubServer, store: ModelStore, hubs: dict[str, Hub]
) -> None:
    archive = bytearray(bundle(MEMBERS, zipfile.ZIP_STORED))
    archive[archive.index(WEIGHTS) + 1000] ^= 1
    server.archive = bytes(archive)
    with pytest.raises(AppError, match="differs from what the hub promised"):
        pull(store, hubs["aihub"], REQUEST, ignore, never)
    assert all(model.state is State.INCOMPLETE for model in store.list())
