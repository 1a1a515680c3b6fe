"""ModelScope: the hub that is in reach where Hugging Face is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import httpx2 as httpx

from ..answers import Patience
from ..artifact import CODE_NOT_FOUND, Artifact, Cancelled, SourceFailed
from ..webapi import fetch_bytes, fetch_json, malformed, never
from . import RemoteFile, Repository, SearchResult
from .http_file import HttpFile
from .huggingface import PLAN_TEXTS

PUBLIC = "https://modelscope.cn"
_MAX_TEXT = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelScope:
    """Search, metadata and files; anonymous unless a token is given."""

    endpoint: str = PUBLIC
    token: Callable[[], str] = field(default=str, repr=False)
    patience: Patience = field(default_factory=Patience)
    key: str = "modelscope"
    title: str = "ModelScope"

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        words = query if "gguf" in query.lower() else f"{query} GGUF".strip()
        asked = urlencode({"search": words, "sort": "downloads", "page_number": 1, "page_size": limit})
        data = _object(self._json(f"{self.endpoint}/openapi/v1/models?{asked}"), "data", self._host)
        models = data.get("models")
        if not isinstance(models, list):
            raise malformed(self._host)
        return [self._result(model) for model in models if isinstance(model, dict) and model.get("id")][
            :limit
        ]

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = never) -> Repository:
        if reference.count("/") != 1 or not all(reference.split("/")):
            raise SourceFailed(
                f"'{reference}' is not the name of a repository.",
                hint="Write organisation/model.",
                code=CODE_NOT_FOUND,
            )
        revision = revision or "master"
        asked = urlencode({"Recursive": "true", "Revision": revision})
        base = f"{self.endpoint}/api/v1/models/{quote(reference)}/repo/files?{asked}"
        data = _object(self._json(base, cancelled), "Data", self._host)
        entries = data.get("Files")
        if not isinstance(entries, list):
            raise malformed(self._host)
        files = {}
        for entry in entries:
            artifact = _artifact(entry)
            if artifact is not None:
                url = self._url(reference, artifact.file_name, revision)
                file = HttpFile(url, self.token() or None, patience=self.patience)
                files[artifact.file_name] = RemoteFile(artifact, file, file.reach)
        texts = {
            name: self._text(reference, name, revision, cancelled)
            for name in PLAN_TEXTS
            if name in files and files[name].artifact.size <= _MAX_TEXT
        }
        page = f"{self.endpoint}/models/{reference}"
        return Repository(self.key, reference, reference, revision, files, texts, page=page)

    @property
    def _host(self) -> str:
        return httpx.URL(self.endpoint).host

    def _json(self, url: str, cancelled: Cancelled = never) -> Any:
        return fetch_json(url, token=self.token() or None, patience=self.patience, cancelled=cancelled)

    def _url(self, reference: str, name: str, revision: str) -> str:
        return f"{self.endpoint}/models/{quote(reference)}/resolve/{quote(revision, safe='')}/{quote(name)}"

    def _text(self, reference: str, name: str, revision: str, cancelled: Cancelled) -> str:
        content = fetch_bytes(
            self._url(reference, name, revision),
            token=self.token() or None,
            limit=_MAX_TEXT,
            patience=self.patience,
            cancelled=cancelled,
        )
        return content.decode("utf-8", "replace")

    def _result(self, model: dict[str, Any]) -> SearchResult:
        reference = str(model["id"])
        tags = model.get("tags")
        return SearchResult(
            hub=self.key,
            reference=reference,
            title=str(model.get("display_name") or reference),
            downloads=_count(model.get("downloads")),
            likes=_count(model.get("likes")),
            updated=str(model.get("last_modified") or "")[:10],
            licence=str(model.get("license") or ""),
            tags=tuple(map(str, tags)) if isinstance(tags, list) else (),
        )


def _object(answer: Any, key: str, host: str) -> dict[str, Any]:
    value = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(value, dict):
        raise malformed(host)
    return value


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _artifact(entry: Any) -> Artifact | None:
    """The hub's promise about a file; None for a folder, and for a file without a hash."""
    if not isinstance(entry, dict) or entry.get("Type") == "tree":
        return None
    name, size, sha256 = entry.get("Path"), entry.get("Size"), entry.get("Sha256")
    if not isinstance(name, str) or not isinstance(size, int) or not isinstance(sha256, str) or not sha256:
        return None
    return Artifact(name, size, sha256=sha256.lower())
