"""The Hugging Face hub, or a mirror of it: the hub's own library asks, the transfer of bytes is ours."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import httpx2 as httpx

from ..answers import Patience, Transient, check_status, connection_trouble
from ..artifact import CODE_AUTH, CODE_NOT_FOUND, Artifact, Cancelled, Progress, SourceFailed
from ..transfer import Transfer
from ..webapi import fetch_bytes, never
from . import RemoteFile, Repository, SearchResult
from .http_file import HttpFile

if TYPE_CHECKING:
    from huggingface_hub import HfApi
    from huggingface_hub.hf_api import ModelInfo, RepoSibling

PLAN_TEXTS = ("geniex.json", "metadata.json", "config.json")
_MAX_TEXT = 1 << 20
_PUBLIC = "https://huggingface.co"

T = TypeVar("T")


def own_address() -> str:
    """Where the hub is without a mirror in the settings: the environment's address, or its own."""
    return os.environ.get("HF_ENDPOINT", "") or _PUBLIC


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file of a repository at one commit, so that the same bytes come for ever or none.

    The hub library makes the address; the transfer is ours, because the library's own one starts
    again after every interruption.
    """

    repository: str
    revision: str
    """A commit's full hash, never a branch."""
    endpoint: Callable[[], str] = str
    """A mirror's address, asked for when it is needed; "" = `own_address`."""
    patience: Patience = field(default_factory=Patience)
    name: str = "Hugging Face"

    def available(self) -> bool:
        return True

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        from huggingface_hub import hf_hub_url

        endpoint = self.endpoint() or None
        url = hf_hub_url(self.repository, artifact.file_name, revision=self.revision, endpoint=endpoint)
        Transfer(url, artifact, part, patience=self.patience, pinned=True).run(progress, cancelled)


@dataclass(frozen=True, slots=True)
class HuggingFace:
    """Search, metadata and files of the hub.

    Attributes:
        endpoint: A mirror's address, asked for when it is needed; "" = `own_address`.
        token: Of the user, asked for when it is needed; "" for none.
    """

    endpoint: Callable[[], str] = str
    token: Callable[[], str] = field(default=str, repr=False)
    patience: Patience = field(default_factory=Patience)
    key: str = "huggingface"
    title: str = "Hugging Face"

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        return self._list(limit, search=query or None, filter="gguf")

    def conversions(self, reference: str, limit: int = 20) -> list[SearchResult]:
        """Repositories with GGUF files that were made from this one."""
        return self._list(limit, filter=["gguf", f"base_model:quantized:{reference}"])

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = never) -> Repository:
        from huggingface_hub.errors import HFValidationError

        try:
            info = self._ask(
                lambda api: api.model_info(reference, revision=revision or None, files_metadata=True),
                cancelled,
            )
        except HFValidationError as error:
            raise SourceFailed(
                f"'{reference}' is not the name of a repository.",
                hint="Write organisation/model.",
                code=CODE_NOT_FOUND,
            ) from error
        commit = info.sha or ""
        files = {
            sibling.rfilename: self._file(info.id, commit, sibling)
            for sibling in info.siblings or []
            if _artifact(sibling) is not None
        }
        texts = {}
        for name in PLAN_TEXTS:
            if name in files and files[name].artifact.size <= _MAX_TEXT:
                content = fetch_bytes(
                    self._url(info.id, name, commit),
                    token=self.token() or None,
                    limit=_MAX_TEXT,
                    patience=self.patience,
                    cancelled=cancelled,
                )
                texts[name] = content.decode("utf-8", "replace")
        return Repository(
            hub=self.key,
            reference=info.id,
            name=info.id,
            revision=commit,
            files=files,
            texts=texts,
            licence=_licence(info),
            gated=bool(info.gated),
            page=f"{self._address()}/{info.id}",
        )

    def _list(self, limit: int, **question: Any) -> list[SearchResult]:
        wanted: list[Any] = ["downloads", "likes", "lastModified", "gated", "tags"]
        found = self._ask(
            lambda api: list(api.list_models(sort="downloads", limit=limit, expand=wanted, **question)),
            never,
            tries_unheard=1,  # for lists, the library has tried again itself
        )
        return [self._result(info) for info in found]

    def _result(self, info: ModelInfo) -> SearchResult:
        return SearchResult(
            hub=self.key,
            reference=info.id,
            title=info.id,
            downloads=info.downloads,
            likes=info.likes,
            updated=info.last_modified.date().isoformat() if info.last_modified else "",
            licence=_licence(info),
            gated=bool(info.gated),
            tags=tuple(info.tags or ()),
        )

    def _file(self, repository: str, commit: str, sibling: RepoSibling) -> RemoteFile:
        artifact = _artifact(sibling)
        assert artifact is not None
        url = self._url(repository, sibling.rfilename, commit)
        file = HttpFile(url, self.token() or None, pinned=True, patience=self.patience)
        return RemoteFile(artifact, file, file.reach)

    def _url(self, repository: str, name: str, commit: str) -> str:
        from huggingface_hub import hf_hub_url

        return hf_hub_url(repository, name, revision=commit, endpoint=self.endpoint() or None)

    def _address(self) -> str:
        return self.endpoint() or own_address()

    def _ask(self, question: Callable[[HfApi], T], cancelled: Cancelled, *, tries_unheard: int = 0) -> T:
        """Asks the hub's library, patiently; its errors become ours."""
        from huggingface_hub import HfApi

        # Without a token of ours the library would send one that it finds on this machine.
        api = HfApi(endpoint=self.endpoint() or None, token=self.token() or False)
        tries = 0
        while True:
            tries += 1
            answer = self._try(question, api)
            if not isinstance(answer, Transient):
                return answer
            unheard = tries_unheard or self.patience.tries_unheard
            if tries >= (self.patience.tries if answer.answered else unheard):
                raise answer.failure() from answer
            self.patience.wait(answer, tries, cancelled)

    def _try(self, question: Callable[[HfApi], T], api: HfApi) -> T | Transient:
        from huggingface_hub.errors import GatedRepoError, HfHubHTTPError

        host = httpx.URL(self._address()).host
        try:
            return question(api)
        except GatedRepoError as error:
            raise SourceFailed(
                "This model's licence has to be accepted first.",
                hint="Open its page on the hub, accept the licence there, and set your access token here.",
                code=CODE_AUTH,
            ) from error
        except HfHubHTTPError as error:
            try:
                check_status(error.response, ())
            except Transient as trouble:
                return trouble
            raise
        except httpx.HTTPError as error:
            return connection_trouble(error, host)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            # The library takes for granted that the hub answers in its own form; a login page does not.
            if type(error).__name__ == "HFValidationError":
                raise
            raise SourceFailed(
                f"{host} gave an answer that cannot be read.",
                cause="A login page or a proxy may have answered in its place.",
                hint="Open a web page to log in to this network, then try again.",
            ) from error


def _artifact(sibling: RepoSibling) -> Artifact | None:
    """The hub's promise about a file; None for one without: it could not be checked."""
    lfs = sibling.lfs
    if lfs is not None and lfs.sha256:
        return Artifact(sibling.rfilename, lfs.size, sha256=lfs.sha256.lower())
    if sibling.size is None or not sibling.blob_id:
        return None
    return Artifact(sibling.rfilename, sibling.size, git_sha1=sibling.blob_id.lower())


def _licence(info: ModelInfo) -> str:
    for tag in info.tags or ():
        if tag.startswith("license:"):
            return tag.removeprefix("license:")
    return ""
