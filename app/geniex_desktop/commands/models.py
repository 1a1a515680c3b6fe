"""`models`: what is in the store, and bringing models there, without a window."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import paths
from ..errors import AppError
from ..models.artifact import DownloadCancelled
from ..models.pull import FileProgress, PullRequest, pull, repair
from ..models.sources import Hub, SearchResult
from ..models.sources.hubs import HubSettings, find_hub, make_hubs
from ..models.sources.packages import installed_models
from ..models.store import ModelStore, StoredModel
from ..models.tokens import get_token
from ..settings import CHIPSET, HUB_MIRROR, MODELS_FOLDER, Settings
from .terminal import DownloadLine, note, write_answer

EXIT_DAMAGED = 1
TOKEN_VARIABLE = "GENIEX_HFTOKEN"  # noqa: S105 - the name of a variable

_COLUMNS = "{:<44} {:<11} {:>10}  {}"


def models(options: argparse.Namespace, settings: Settings) -> int:
    """Runs one of the commands below; returns the exit code.

    Raises:
        AppError: whatever went wrong.
    """
    command: Callable[[_Context], int] = _COMMANDS[options.action]
    return command(_Context(options, settings))


class _Context:
    """The options of a command and what it works on."""

    def __init__(self, options: argparse.Namespace, settings: Settings) -> None:
        self.options = options
        self.settings = settings
        self.as_json: bool = options.json

    def folder(self) -> Path:
        """The data folder: of the option, of the setting, or the app's own."""
        given = self.options.data_dir or self.settings.get(MODELS_FOLDER)
        return Path(given).expanduser().absolute() if given else paths.data_dir()

    def store(self) -> ModelStore:
        return ModelStore(self.folder())

    def hubs(self) -> dict[str, Hub]:
        return make_hubs(
            HubSettings(
                token=_token,
                mirror=lambda: self.settings.get(HUB_MIRROR),
                chipset=lambda: getattr(self.options, "chipset", "") or self.settings.get(CHIPSET),
            )
        )

    def show(self, value: Any, text: str) -> None:
        """One JSON object per line, or text for people."""
        write_answer((json.dumps(value) if self.as_json else text) + "\n")


def _token(hub: str) -> str:
    if hub == "huggingface" and os.environ.get(TOKEN_VARIABLE):
        return os.environ[TOKEN_VARIABLE]
    return get_token(hub)


# ---------------------------------------------------------------------- looking


def _list(context: _Context) -> int:
    models = context.store().list()
    if context.as_json:
        context.show([_as_object(model) for model in models], "")
        return 0
    lines = [_COLUMNS.format("NAME", "STATE", "SIZE", "PRECISIONS")]
    for model in models:
        precisions = ", ".join(model.quants) or model.problem
        lines.append(_COLUMNS.format(model.name, model.state.value, _megabytes(model), precisions))
    context.show(None, "\n".join(lines))
    return 0


def _where(context: _Context) -> int:
    if context.options.move:
        target = Path(context.options.move).expanduser().absolute()
        line = DownloadLine("moving")
        try:
            store = context.store().move_to(target, line, lambda: False)
        finally:
            line.end()
        context.settings.set(MODELS_FOLDER, str(store.folder))
        folder = store.folder
    elif context.options.name:
        name, _, quant = context.options.name.partition(":")
        found = context.store().paths(name, quant)
        projector = str(found.projector) if found.projector else None
        context.show({"model": str(found.model), "projector": projector}, str(found.model))
        return 0
    else:
        folder = context.folder()
    context.show({"folder": str(folder / "models")}, str(folder / "models"))
    return 0


def _search(context: _Context) -> int:
    hubs = context.hubs()
    asked = [find_hub(hubs, context.options.hub)] if context.options.hub else list(hubs.values())[:2]
    found: list[SearchResult] = []
    failures: list[AppError] = []
    for hub in asked:
        answer = _ask(hub, context.options.query, context.options.limit)
        if isinstance(answer, AppError):
            failures.append(answer)
            note(f"{hub.title}: {answer.text} {answer.cause}")
        else:
            found += answer
    if failures and not found:
        raise failures[0]
    lines = [f"{result.hub}:{result.reference}" for result in found]
    objects = [
        {
            "hub": result.hub,
            "name": result.reference,
            "downloads": result.downloads,
            "likes": result.likes,
            "updated": result.updated,
            "licence": result.licence,
            "gated": result.gated,
        }
        for result in found
    ]
    context.show(objects, "\n".join(lines))
    return 0


def _ask(hub: Hub, query: str, limit: int) -> list[SearchResult] | AppError:
    """One hub's silence must not hide what the others know."""
    try:
        return hub.search(query, limit)
    except AppError as error:
        return error


def _verify(context: _Context) -> int:
    line = DownloadLine(context.options.name)
    try:
        outcome = context.store().verify(context.options.name, line, lambda: False)
    finally:
        line.end()
    told = {"good": outcome.good, "damaged": outcome.damaged, "recorded": outcome.recorded}
    text = [f"damaged: {name}" for name in outcome.damaged]
    text += [f"good: {name}" for name in outcome.good]
    text += [f"recorded for the first time: {name}" for name in outcome.recorded]
    context.show(told, "\n".join(text))
    return EXIT_DAMAGED if outcome.damaged else 0


# ---------------------------------------------------------------------- changing


def _pull(context: _Context) -> int:
    options = context.options
    store, hubs = context.store(), context.hubs()
    progress = _Progress(context.as_json)
    cancelled = _when_input_ends() if options.helper else lambda: False
    try:
        if options.repair:
            model = repair(store, hubs, options.name, progress, cancelled)
        else:
            model = pull(store, *_request(hubs, options), progress, cancelled)
    except AppError as error:
        if not context.as_json:
            raise
        _write_failure(error)
        return 0 if isinstance(error, DownloadCancelled) and options.helper else error.blame.value
    finally:
        progress.end()
    context.show({"event": "done", "model": _as_object(model)}, f"{model.name} is ready.")
    return 0


def _show(context: _Context) -> int:
    """What a repository holds; for a program that started us also why that is not known."""
    options = context.options
    cancelled = _when_input_ends() if options.helper else lambda: False
    try:
        hub, request = _request(context.hubs(), options)
        repository = hub.repository(request.reference, request.revision, cancelled)
        plan = context.store().plan(request.name or repository.name, repository.listing())
    except AppError as error:
        if not options.helper:
            raise
        _write_failure(error)
        return error.blame.value
    plan |= {"licence": repository.licence, "gated": repository.gated, "page": repository.page}
    lines = [f"{quant['quant']:<12} {quant['size'] / 1e6:>10.0f} MB" for quant in plan["quants"]]
    if repository.licence:
        lines.append(f"licence: {repository.licence}")
    context.show({"event": "done", "plan": plan} if options.helper else plan, "\n".join(lines))
    return 0


def _write_failure(error: AppError) -> None:
    """An error as the last event of a command."""
    text = " ".join(filter(None, (error.text, error.cause, error.hint)))
    write_answer(json.dumps({"event": "error", "code": error.code, "message": text}) + "\n")


def _request(hubs: dict[str, Hub], options: argparse.Namespace) -> tuple[Hub, PullRequest]:
    """The hub and the question of "hub:name:precision", of which only the name must be there."""
    name, hub_key = options.name, options.hub
    prefix, _, rest = name.partition(":")
    if not hub_key and prefix in hubs and rest:
        hub_key, name = prefix, rest
    if not hub_key:
        hub_key = _hub_of_name(name)
    quant = options.quant or ""
    last = name.rpartition("/")[2]
    if not quant and ":" in last:
        name, _, quant = name.rpartition(":")
    revision = options.revision or ""
    if hub_key == "docker":
        quant, revision = "", revision or quant  # a tag there, not a precision
    hub = find_hub(hubs, hub_key)
    return hub, PullRequest(hub_key, name, quant, options.store_as or "", revision, options.type)


def _hub_of_name(name: str) -> str:
    """What a name itself says, as the native library's AUTO has it."""
    lower = name.lower()
    docker = ("docker.io/", "index.docker.io/", "registry-1.docker.io/", "hub.docker.com/r/")
    if lower.removeprefix("https://").removeprefix("http://").startswith(docker):
        return "docker"
    if lower.startswith(("qualcomm/", "ai-hub-models/")) or "/" not in lower:
        return "aihub"
    return "huggingface"


def _remove(context: _Context) -> int:
    name, _, quant = context.options.name.partition(":")
    store = context.store()
    if context.options.unfinished:
        store.discard(name)
    else:
        store.get(name)
        store.remove(name, quant)
    context.show({"removed": context.options.name}, f"{context.options.name} is removed.")
    return 0


def _import(context: _Context) -> int:
    options = context.options
    if options.path is None:
        files = [str(path) for path in installed_models()]
        context.show(files, "\n".join(files) or "No installed Python package holds a model.")
        return 0
    path = options.path.expanduser().absolute()
    name = options.store_as or f"local/{path.stem if path.is_file() else path.name}"
    store = context.store()
    if options.in_place:
        model = store.import_in_place(path, name, options.quant or "")
    else:
        line = DownloadLine(name)
        try:
            model = store.import_copy(path, name, line, lambda: False, options.quant or "")
        finally:
            line.end()
    context.show(_as_object(model), f"{model.name} is ready.")
    return 0


_COMMANDS: dict[str, Callable[[_Context], int]] = {
    "list": _list,
    "search": _search,
    "show": _show,
    "pull": _pull,
    "rm": _remove,
    "verify": _verify,
    "import": _import,
    "where": _where,
}


# ---------------------------------------------------------------------- telling


def _megabytes(model: StoredModel) -> str:
    if model.done < model.size:
        return f"{model.done / 1e6:.0f}/{model.size / 1e6:.0f} MB"
    return f"{model.size / 1e6:.0f} MB"


def _as_object(model: StoredModel) -> dict[str, Any]:
    return {
        "name": model.name,
        "state": model.state.value,
        "problem": model.problem,
        "type": model.model_type,
        "plugin": model.plugin_id,
        "size": model.size,
        "done": model.done,
        "precisions": list(model.quants),
        "hub": model.origin.hub,
        "reference": model.origin.reference,
        "revision": model.origin.revision,
        "files": [
            {"name": file.name, "size": file.size, "done": file.done, "verified": file.verified}
            for file in model.files or model.pending
        ],
    }


class _Progress:
    """Progress of a pull: one line for people, or JSON lines ten times a second."""

    _SECONDS = 0.1

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._line: DownloadLine | None = None
        self._told = 0.0

    def __call__(self, files: tuple[FileProgress, ...]) -> None:
        done, total = sum(file.done for file in files), sum(file.total for file in files)
        if not self._as_json:
            self._line = self._line or DownloadLine("download")
            self._line(done, total)
            return
        now = time.monotonic()
        if done < total and now - self._told < self._SECONDS:
            return
        self._told = now
        told = [{"name": file.name, "done": file.done, "total": file.total} for file in files]
        write_answer(json.dumps({"event": "progress", "files": told}) + "\n")

    def end(self) -> None:
        if self._line is not None:
            self._line.end()


def _when_input_ends() -> Callable[[], bool]:
    """Cancelled when whoever started us closes our input, on purpose or by dying."""
    ended = threading.Event()

    def watch() -> None:
        # Not through sys.stdin: a thread that is blocked in there keeps the interpreter from ending.
        with contextlib.suppress(OSError):
            while os.read(0, 1):
                pass
        ended.set()

    threading.Thread(target=watch, name="input-watch", daemon=True).start()
    return ended.is_set
