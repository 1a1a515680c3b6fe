"""Qualcomm AI Hub: bundles that were compiled for one chipset, taken out of zip archives by ranges."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import httpx2 as httpx

from ..answers import Patience
from ..artifact import CODE_NOT_FOUND, Artifact, Cancelled, Progress, SourceFailed
from ..chipset import detect_chipset
from ..disk import disk_errors
from ..part import Part
from ..transfer import Transfer
from ..webapi import fetch_json, fetch_range, length_of, malformed, never
from ..zip_directory import DEFLATED, Member, ReadRange, data_offset, inflate, read_members
from . import Place, RemoteFile, Repository, SearchResult

_PUBLIC = "https://qaihub-public-assets.s3.us-west-2.amazonaws.com/qai-hub-models"
_FALLBACK = "v0.60.0"
_RUNTIMES = ("RUNTIME_GENIEX_QAIRT", "RUNTIME_GENIE")
"""The preferred one first."""
_DOMAINS = ("MODEL_DOMAIN_GENERATIVE_AI", "MODEL_DOMAIN_MULTIMODAL")
_CODE_CHIPSET = -100015
_MAX_TEXT = 1 << 20
_BLOCK = 1 << 20
_MEMBERS = (".bin", ".json", ".serialized", ".om", ".txt", ".raw", ".model", ".md", ".conf", ".yaml", ".npy")
_SUFFIXES_REFUSED = (".dll", ".so", ".dylib", ".exe", ".py", ".pkl", ".pt", ".sh", ".bat", ".zip")


@dataclass(frozen=True, slots=True)
class AiHub:
    """The public index and its bundles.

    Attributes:
        chipset: AI Hub's name of the chipset, or an alias; asked when it is needed; "" = the machine's own.
        version: Of the index; "" = the newest one.
    """

    base: str = field(default_factory=lambda: os.environ.get("GENIEX_AIHUBBASEURL", "") or _PUBLIC)
    chipset: Callable[[], str] = str
    version: str = field(default_factory=lambda: os.environ.get("GENIEX_AIHUBVERSION", ""))
    patience: Patience = field(default_factory=Patience)
    key: str = "aihub"
    title: str = "Qualcomm AI Hub"

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        """Models for this machine's chipset; all of them where it is not known."""
        manifest, platform = self._index("manifest.json"), self._index("platform.json")
        chipset = _canonical(platform, self._wanted_chipset())
        found = []
        for model in _list(manifest, "models"):
            name = str(model.get("display_name") or model.get("id") or "")
            supported = model.get("supported_chipsets") or []
            fits = not chipset or not supported or chipset in supported
            runs = any(runtime in (model.get("supported_runtimes") or []) for runtime in _RUNTIMES)
            if name and runs and fits and query.lower() in f"{name} {model.get('id')}".lower():
                tags = tuple(str(tag) for tag in model.get("tags") or ())
                found.append(SearchResult(self.key, name, name, tags=tags))
        return sorted(found, key=lambda result: result.title.lower())[:limit]

    def chipsets(self) -> list[str]:
        """All names that a chipset can be chosen by."""
        return sorted(str(entry.get("name")) for entry in _list(self._index("platform.json"), "chipsets"))

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = never) -> Repository:  # noqa: ARG002 - see `version`
        manifest = self._index("manifest.json", cancelled)
        wanted = reference.removeprefix("qualcomm/")
        model = next(
            (m for m in _list(manifest, "models") if wanted in (m.get("display_name"), m.get("id"))), None
        )
        if model is None or (model.get("domain") and model["domain"] not in _DOMAINS):
            raise SourceFailed(f"AI Hub has no language model '{wanted}'.", code=CODE_NOT_FOUND)
        asset = self._asset(model, wanted, cancelled)
        url = str(asset.get("download_url") or "")
        total = length_of(url, self.patience)
        name = PurePosixPath(httpx.URL(url).path).name

        def read(offset: int, length: int) -> bytes:
            return fetch_range(url, offset, offset + length - 1, patience=self.patience, cancelled=cancelled)

        members = _usable(read_members(read, total, name), name)
        texts = {
            base: _text(read, member, total, name)
            for base, member in members.items()
            if base in ("metadata.json", "geniex.json") and member.size <= _MAX_TEXT
        }
        files = {
            base: RemoteFile(
                Artifact(base, member.size, crc32=member.crc32), _ZipMember(url, total, member, self.patience)
            )
            for base, member in members.items()
        }
        return Repository(
            self.key, wanted, f"qualcomm/{wanted}", str(asset.get("chipset") or ""), files, texts
        )

    def _wanted_chipset(self) -> str:
        return (self.chipset() or detect_chipset()).strip().lower()

    def _index(self, name: str, cancelled: Cancelled = never) -> dict[str, Any]:
        """A file of the newest release; of the built-in one where that is not there (the bucket says 403)."""
        releases = [self.version] if self.version else ["latest", _FALLBACK]
        for release in releases:
            url = f"{self.base}/releases/{release}/{name}"
            try:
                answer = fetch_json(url, patience=self.patience, cancelled=cancelled)
            except SourceFailed:
                if release == releases[-1]:
                    raise
                continue
            if isinstance(answer, dict):
                return answer
        raise malformed(httpx.URL(self.base).host)

    def _asset(self, model: dict[str, Any], name: str, cancelled: Cancelled) -> dict[str, Any]:
        """The bundle for the chipset: the preferred runtime, then the first precision by name."""
        urls = model.get("manifest_urls")
        address = urls.get("release_assets") if isinstance(urls, dict) else None
        if not address:
            raise SourceFailed(
                f"AI Hub does not give out '{name}'.",
                cause="Its licence does not allow it.",
                hint="Export it yourself with AI Hub's tools, and import the folder.",
            )
        answer = fetch_json(str(address), patience=self.patience, cancelled=cancelled)
        assets = [entry for entry in _list(answer, "assets") if entry.get("runtime") in _RUNTIMES]
        chipset = _canonical(self._index("platform.json", cancelled), self._wanted_chipset())
        fitting = [entry for entry in assets if chipset and entry.get("chipset") == chipset]
        if fitting:
            return min(fitting, key=lambda e: (_RUNTIMES.index(e["runtime"]), str(e.get("precision"))))
        there = ", ".join(sorted({str(entry.get("chipset")) for entry in assets})) or "none"
        raise SourceFailed(
            f"AI Hub has no '{name}' for {chipset or 'this machine, whose chipset is not known'}.",
            cause=f"It is there for: {there}.",
            hint="Name one of these chipsets, or choose a GGUF model.",
            code=_CODE_CHIPSET,
        )


@dataclass(frozen=True, slots=True)
class _ZipMember:
    """Delivers one file out of an archive, without the rest of it."""

    url: str
    total: int
    member: Member
    patience: Patience

    def __call__(self, artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
        def read(offset: int, length: int) -> bytes:
            last = offset + length - 1
            return fetch_range(self.url, offset, last, patience=self.patience, cancelled=cancelled)

        offset = data_offset(read, self.member, self.total, artifact.file_name)
        if self.member.method != DEFLATED:
            self._transfer(artifact, place, offset).run(progress, cancelled)
            return
        # Packed bytes can be continued, an unpacking cannot: they are fetched first.
        scratch = place.note.parent if place.note is not None else place.path.parent
        packed = Artifact("packed", self.member.packed, crc32=f"{self.member.crc32}-packed")
        waiting = Place(scratch / f"{place.path.name}.packed", place.chunk_size)

        def scaled(done: int, total: int) -> None:
            progress(done * artifact.size // max(total, 1), artifact.size)

        self._transfer(packed, waiting, offset).run(scaled, cancelled)
        with disk_errors(place.path.parent), waiting.path.open("rb") as file:
            blocks = inflate(iter(lambda: file.read(_BLOCK), b""), self.member, artifact.file_name)
            Part(place.path, artifact.size, place.chunk_size, place.note).fill(blocks)
        Part(waiting.path, packed.size, waiting.chunk_size).discard()

    def _transfer(self, artifact: Artifact, place: Place, offset: int) -> Transfer:
        return Transfer(
            self.url,
            artifact,
            place.path,
            patience=self.patience,
            chunk_size=place.chunk_size,
            note=place.note,
            offset=offset,
            total=self.total,
        )


def _usable(members: list[Member], archive: str) -> dict[str, Member]:
    """Members by base name, as the store keeps them; what has no business in a bundle is refused."""
    usable: dict[str, Member] = {}
    for member in members:
        path = PurePosixPath(member.name.replace("\\", "/"))
        if "__MACOSX" in path.parts or path.name.startswith("._"):
            continue
        suffix = path.suffix.lower()
        if ".." in path.parts or path.is_absolute() or suffix in _SUFFIXES_REFUSED or path.name in usable:
            raise SourceFailed(
                f"The archive {archive} cannot be used.",
                cause=f"'{member.name}' has no place in a model's bundle.",
                hint="Choose another source.",
            )
        if suffix in _MEMBERS:
            usable[path.name] = member
    return usable


def _text(read: ReadRange, member: Member, total: int, archive: str) -> str:
    offset = data_offset(read, member, total, archive)
    packed = read(offset, member.packed) if member.packed else b""
    return b"".join(inflate([packed], member, archive)).decode("utf-8", "replace")


def _canonical(platform: dict[str, Any], chipset: str) -> str:
    """AI Hub's own name for a chipset that is named by an alias or a device; as it is where it is unknown."""
    for entry in _list(platform, "chipsets"):
        known = [entry.get("name"), entry.get("reference_device"), *(entry.get("aliases") or [])]
        if chipset and chipset in (str(name).strip().lower() for name in known if name):
            return str(entry.get("name"))
    return chipset


def _list(answer: Any, key: str) -> list[dict[str, Any]]:
    entries = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(entries, list):
        raise malformed("AI Hub")
    return [entry for entry in entries if isinstance(entry, dict)]
