"""Docker Hub: models as OCI artefacts, every blob named by its hash."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import httpx2 as httpx

from ..answers import Patience
from ..artifact import CODE_NOT_FOUND, Artifact, Cancelled, Progress, SourceFailed
from ..webapi import fetch_json, malformed, never
from . import Place, RemoteFile, Repository, SearchResult
from .http_file import HttpFile

_PREFIXES = re.compile(r"(?:https?://)?(?:hub\.docker\.com/r/|(?:registry-1\.|index\.)?docker\.io/)")
_REFERENCE = re.compile(r"(?:[a-z0-9._-]+/)?[a-z0-9._-]+")
_SHA256 = re.compile(r"sha256:([0-9a-f]{64})")
_INDEXES = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
)
_MANIFESTS = (
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
)
_GGUF = "application/vnd.docker.ai.gguf.v3"
_PROJECTOR = "application/vnd.docker.ai.mmproj"
_FILE = "application/vnd.docker.ai.model.file"
_UNSUPPORTED = ("safetensors", "dduf")
_PATH_NOTE = "org.cncf.model.filepath"


@dataclass(frozen=True, slots=True)
class DockerHub:
    """Anonymous pulls; a reference is repo, org/repo or an address, a revision is a tag or a digest."""

    registry: str = "https://registry-1.docker.io"
    authority: str = "https://auth.docker.io"
    website: str = "https://hub.docker.com"
    patience: Patience = field(default_factory=Patience)
    key: str = "docker"
    title: str = "Docker Hub"

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        """Models of the organisation "ai", where Docker keeps them."""
        asked = urlencode({"query": f"ai/{query}", "page_size": 100})
        answer = fetch_json(f"{self.website}/v2/search/repositories/?{asked}", patience=self.patience)
        found = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(found, list):
            raise malformed(httpx.URL(self.website).host)
        names = [entry for entry in found if str(entry.get("repo_name", "")).startswith("ai/")]
        return [
            SearchResult(
                self.key,
                str(entry["repo_name"]),
                str(entry["repo_name"]),
                downloads=entry.get("pull_count"),
                likes=entry.get("star_count"),
            )
            for entry in names[:limit]
        ]

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = never) -> Repository:
        name = _PREFIXES.sub("", reference, count=1).strip("/")
        if not _REFERENCE.fullmatch(name):
            raise SourceFailed(
                f"'{reference}' is not the name of a repository of Docker Hub.",
                hint="Write organisation/model in lower case.",
                code=CODE_NOT_FOUND,
            )
        full = name if "/" in name else f"library/{name}"
        token = self._token(full, cancelled)
        manifest = self._manifest(full, revision or "latest", token, cancelled)
        if manifest.get("mediaType") in _INDEXES or "manifests" in manifest:
            manifest = self._manifest(full, self._first_of_index(manifest), token, cancelled)
        return Repository(
            hub=self.key,
            reference=name,
            name=full,
            revision=revision or "latest",
            files=self._files(full, manifest),
            page=f"{self.website}/r/{full}",
        )

    def _token(self, name: str, cancelled: Cancelled) -> str:
        asked = urlencode({"service": "registry.docker.io", "scope": f"repository:{name}:pull"})
        answer = fetch_json(f"{self.authority}/token?{asked}", patience=self.patience, cancelled=cancelled)
        token = answer.get("token") if isinstance(answer, dict) else None
        if not isinstance(token, str):
            raise malformed(httpx.URL(self.authority).host)
        return token

    def _manifest(self, name: str, revision: str, token: str, cancelled: Cancelled) -> dict[str, Any]:
        answer = fetch_json(
            f"{self.registry}/v2/{name}/manifests/{quote(revision, safe=':')}",
            token=token,
            headers={"Accept": ", ".join((*_MANIFESTS, *_INDEXES))},
            patience=self.patience,
            cancelled=cancelled,
        )
        if not isinstance(answer, dict):
            raise malformed(self._host)
        return answer

    @property
    def _host(self) -> str:
        return httpx.URL(self.registry).host

    def _first_of_index(self, index: dict[str, Any]) -> str:
        entries = index.get("manifests")
        digest = entries[0].get("digest") if isinstance(entries, list) and entries else None
        if not isinstance(digest, str) or not _SHA256.fullmatch(digest):
            raise malformed(self._host)
        return digest

    def _files(self, name: str, manifest: dict[str, Any]) -> dict[str, RemoteFile]:
        layers = manifest.get("layers")
        if not isinstance(layers, list):
            raise malformed(self._host)
        models = [layer for layer in layers if layer.get("mediaType") == _GGUF]
        if not models:
            if any(kind in str(layer.get("mediaType")) for layer in layers for kind in _UNSUPPORTED):
                raise SourceFailed(
                    "This repository holds safetensors files and no GGUF files.",
                    hint="Choose the GGUF version of this model.",
                )
            raise SourceFailed("This repository holds no model.", hint="Choose another one.")
        files = {}
        for layer in layers:
            file_name = self._file_name(name, layer, models)
            if file_name:
                files[file_name] = self._file(name, file_name, layer)
        return files

    def _file_name(self, name: str, layer: dict[str, Any], models: list[dict[str, Any]]) -> str:
        """The name that a layer's publisher or kind gives it; "" for what is no part of a model."""
        notes = layer.get("annotations")
        given = notes.get(_PATH_NOTE) if isinstance(notes, dict) else None
        kind = layer.get("mediaType")
        if isinstance(given, str) and given and kind in (_GGUF, _PROJECTOR, _FILE):
            return given
        stem = name.rpartition("/")[2]
        if kind == _GGUF and len(models) == 1:
            return f"{stem}.gguf"
        if kind == _GGUF:
            return f"{stem}-{models.index(layer) + 1:05d}-of-{len(models):05d}.gguf"
        return f"mmproj-{stem}.gguf" if kind == _PROJECTOR else ""

    def _file(self, name: str, file_name: str, layer: dict[str, Any]) -> RemoteFile:
        digest, size = _SHA256.fullmatch(str(layer.get("digest"))), layer.get("size")
        if digest is None or not isinstance(size, int) or size < 0:
            raise malformed(self._host)
        artifact = Artifact(file_name, size, sha256=digest[1])
        url = f"{self.registry}/v2/{name}/blobs/{digest[0]}"

        def file(cancelled: Cancelled) -> HttpFile:
            # A token lives for minutes and a download for hours: each file gets a fresh one.
            return HttpFile(url, self._token(name, cancelled), pinned=True, patience=self.patience)

        def deliver(artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
            file(cancelled)(artifact, place, progress, cancelled)

        return RemoteFile(artifact, deliver, lambda cancelled: file(cancelled).reach(cancelled))
