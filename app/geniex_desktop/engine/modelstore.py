"""The native model store: layout, locks, plans and commits are libgeniex's. Not for the GUI thread."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import AppError
from .library import Library, open_library
from .location import own_files

MODEL_TYPES = {"auto": -1, "llm": 0, "vlm": 1}

FilesProgress = Callable[[list[tuple[str, int, int]]], bool]
"""Told (name, bytes done, bytes in all) of each file; False cancels."""

_selecting = threading.Lock()
_selected: Path | None = None


@dataclass(frozen=True, slots=True)
class ModelPaths:
    """Where a ready model lies; absolute paths."""

    model: Path
    projector: Path | None
    tokenizer: Path | None
    folder: Path
    plugin_id: str
    model_type: str


class NativeStore:
    """The store in one data folder. Names are "org/repo", all values plain data; everything raises AppError.

    The library keeps one folder open at a time; whichever store is used last has it.
    """

    def __init__(self, data_folder: Path) -> None:
        self._folder = data_folder
        self._library = open_library(own_files())

    def _open(self) -> Library:
        global _selected  # noqa: PLW0603 - it mirrors the library's own global state
        library = self._library
        with _selecting:
            if _selected != self._folder:
                library.check(library.lib.geniex_model_deinit())
                _selected = None
                library.check(library.lib.geniex_model_init(library.arena().path(self._folder)))
                _selected = self._folder
        return library

    def overview(self) -> list[dict[str, Any]]:
        """Everything in the store, as geniex_store_overview() documents it."""
        library = self._open()
        models: list[dict[str, Any]] = self._json(library.lib.geniex_store_overview)["models"]
        return models

    def plan(self, name: str, listing: dict[str, Any], quant: str = "", model_type: str = "auto") -> Any:
        """What of a listing is a model: see geniex_store_plan(). Needs no folder."""
        library = self._library
        arena = library.arena()
        return self._json(
            library.lib.geniex_store_plan, _request(library, arena, name, listing, quant, model_type)
        )

    def begin(
        self, name: str, listing: dict[str, Any], quant: str = "", model_type: str = "auto"
    ) -> NativeDownload | None:
        """Starts a download; None while somebody else is at work on the model."""
        library = self._open()
        arena = library.arena()
        handle = arena.new("geniex_StoreDownload**")
        request = _request(library, arena, name, listing, quant, model_type)
        library.check(library.lib.geniex_store_begin(request, handle))
        return None if handle[0] == library.ffi.NULL else NativeDownload(library, handle[0])

    def discard(self, name: str) -> bool:
        """Deletes what an unfinished download left; False while somebody is at work on the model."""
        library = self._open()
        arena = library.arena()
        discarded = arena.new("bool*")
        library.check(library.lib.geniex_store_discard(arena.text(name), discarded))
        return bool(discarded[0])

    def refer(self, name: str, path: Path, quant: str = "", model_type: str = "auto") -> None:
        """Installs a model where it lies."""
        library = self._open()
        arena = library.arena()
        asked = arena.text(quant) if quant else library.ffi.NULL
        library.check(
            library.lib.geniex_store_refer(arena.text(name), arena.path(path), asked, MODEL_TYPES[model_type])
        )

    def import_copy(
        self, name: str, path: Path, progress: FilesProgress, quant: str = "", model_type: str = "auto"
    ) -> None:
        """Copies a folder, a file or an archive into the store; cancelled by `progress` (AppError)."""
        library = self._open()
        ffi, arena = library.ffi, library.arena()

        def report(files: Any, count: int, _data: Any) -> bool:
            told = [
                (library.text(files[i].file_name), files[i].downloaded_bytes, files[i].total_bytes)
                for i in range(count)
            ]
            return progress(told)

        callback = ffi.callback("geniex_download_progress_cb", report, error=False)
        request = arena.new("geniex_ModelPullInput*")
        request.struct_size = ffi.sizeof("geniex_ModelPullInput")
        request.model_name = arena.text(name)
        request.quant = arena.text(quant) if quant else ffi.NULL
        request.hub = library.lib.GENIEX_HUB_LOCALFS
        request.local_path = arena.path(path)
        request.on_progress = callback
        request.model_type = MODEL_TYPES[model_type]
        library.check(library.lib.geniex_model_pull(request))

    def paths(self, name: str) -> ModelPaths:
        """Of "org/repo" or "org/repo:QUANT"."""
        library = self._open()
        arena = library.arena()
        output = arena.new("geniex_ModelPaths*")
        library.check(library.lib.geniex_model_get_paths(arena.text(name), output))
        try:
            return ModelPaths(
                Path(library.text(output.model_path)),
                _path(library.text(output.mmproj_path)),
                _path(library.text(output.tokenizer_path)),
                Path(library.text(output.model_dir)),
                library.text(output.plugin_id),
                "vlm" if output.model_type == MODEL_TYPES["vlm"] else "llm",
            )
        finally:
            library.lib.geniex_model_paths_free(output)

    def remove(self, name: str) -> None:
        """Of "org/repo" or "org/repo:QUANT"; files that were not copied into the store stay."""
        library = self._open()
        library.check(library.lib.geniex_model_remove(library.arena().text(name)))

    def set_type(self, name: str, model_type: str) -> None:
        library = self._open()
        library.check(library.lib.geniex_model_set_type(library.arena().text(name), MODEL_TYPES[model_type]))

    def canonical_hub(self, name: str, hub: int) -> int:
        """The hub that a name itself points at, as geniex_HubSource."""
        library = self._library
        arena = library.arena()
        resolved = arena.new("int32_t*")
        library.check(library.lib.geniex_model_resolve_hub(arena.text(name), hub, resolved))
        return int(resolved[0])

    def _json(self, function: Any, *arguments: Any) -> Any:
        return _read_json(self._library, function, *arguments)


class NativeDownload:
    """A download that holds the model's lock until it is closed."""

    def __init__(self, library: Library, handle: Any) -> None:
        self._library = library
        self._handle = handle

    def __enter__(self) -> NativeDownload:
        return self

    def __exit__(self, *_error: object) -> None:
        self._library.check(self._library.lib.geniex_store_close(self._handle))

    def files(self) -> dict[str, Any]:
        """Where the bytes go: see geniex_store_files()."""
        library = self._library
        files: dict[str, Any] = _read_json(library, library.lib.geniex_store_files, self._handle)
        return files

    def keep(self, name: str) -> None:
        """The file at its final place is the right one."""
        library = self._library
        library.check(library.lib.geniex_store_keep(self._handle, library.arena().text(name)))

    def commit(self) -> None:
        """Makes the model ready."""
        self._library.check(self._library.lib.geniex_store_commit(self._handle))


def detect_chipset() -> str | None:
    """AI Hub's name of this machine's chipset; None when it is not a known one, or cannot be told here."""
    library = open_library(own_files())
    output = library.arena().new("char**")
    try:
        library.check(library.lib.geniex_model_detect_chipset(1, output))
    except AppError:
        return None
    return library.take_text(output[0]) or None


def _read_json(library: Library, function: Any, *arguments: Any) -> Any:
    output = library.arena().new("char**")
    library.check(function(*arguments, output))
    return json.loads(library.take_text(output[0]))


def _request(
    library: Library, arena: Any, name: str, listing: dict[str, Any], quant: str, model_type: str
) -> Any:
    request = arena.sized("geniex_StoreRequest")
    request.name = arena.text(name)
    request.quant = arena.text(quant) if quant else library.ffi.NULL
    request.model_type = MODEL_TYPES[model_type]
    request.listing = arena.text(json.dumps(listing))
    return request


def _path(text: str) -> Path | None:
    return Path(text) if text else None
