"""The engine in this process: the engine thread calls libgeniex directly."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import AppError, Blame
from .devices import choose_device
from .library import Library, open_library
from .location import engine_files
from .naming import name_and_precision
from .protocol import EventSink
from .run import Run, make_run
from .runtime import read_devices, read_runtime
from .session import LlmSession, Session
from .thinking import ThoughtOpener
from .types import GenerateRequest, LoadedModel, LoadSpec, Phase, PromptPreview, Reply, RuntimeInfo
from .vlm_session import VlmSession

_SWITCH_INTERVAL_S = 0.0005
"""How long a busy window may keep a generation's thread from Python; the default of 5 ms costs speed."""


_NO_SENSES = "no images and no audio: the projector: "
_WIDTHS = re.compile(r"text model \(n_embd = (\d+)\) and mmproj \(n_embd = (\d+)\)")
"""In what the llama_cpp plugin says of a projector for another model."""


class InProcessEngine:
    """`Engine` over libgeniex. Nothing native is loaded before the first call."""

    def __init__(self) -> None:
        self._library: Library | None = None
        self._run: Run | None = None
        self._session: Session | None = None
        self._thoughts = ThoughtOpener(lambda _request: None)

    def runtime(self) -> RuntimeInfo:
        return read_runtime(self._open()[0])

    def load(self, spec: LoadSpec, sink: EventSink) -> LoadedModel:
        library, run = self._open()
        self.unload()
        for path in (spec.model_path, spec.mmproj_path):
            if path is not None and not path.exists():
                raise library.error("COMMON_FILE_NOT_FOUND", f"There is no file {path}.")
        choice = choose_device(spec.device, read_devices(library, spec.plugin_id), spec.n_gpu_layers)
        library.log.take_found_devices()
        start = time.monotonic()
        kind: type[Session] = LlmSession if spec.mmproj_path is None else VlmSession
        library.log.take_last_problem()
        with run.watching(sink, Phase.LOAD):
            session = self._session = kind.open(library, run, spec, choice)
        self._thoughts = ThoughtOpener(session.preview)
        capabilities = session.capabilities()
        problem = ""
        if spec.mmproj_path is not None and not (capabilities.images or capabilities.audio):
            problem = _projector_problem(library.log.take_last_problem())
        seconds = time.monotonic() - start
        name, precision = name_and_precision(spec.model_path)
        info = session.model_info()
        return LoadedModel(
            spec=spec,
            name=name,
            precision=precision,
            device=choice.label,
            device_reason=choice.reason,
            load_seconds=seconds,
            vocab_size=info.vocab_size if info is not None else 0,
            context=session.context_use(),
            placement=session.placement(),
            capabilities=capabilities,
            projector_problem=problem,
            found_devices=library.log.take_found_devices(),
        )

    def unload(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
        run, session = self._open()[1], self._loaded()

        def generate(request: GenerateRequest, sink: EventSink) -> Reply:
            with run.watching(sink, Phase.PREFILL), _short_switch_interval():
                return session.generate(request)

        return self._thoughts.generate(request, sink, generate)

    def count_tokens(self, text: str) -> int | None:
        tokens = self._loaded().tokenize(text)
        return None if tokens is None else len(tokens)

    def preview(self, request: GenerateRequest) -> PromptPreview | None:
        return self._loaded().preview(request)

    def save_kv(self, path: Path) -> bool:
        return self._session is not None and self._session.save_kv(path)

    def load_kv(self, path: Path) -> bool:
        return self._session is not None and self._session.load_kv(path)

    def cancel(self) -> None:
        if self._run is not None:
            self._run.cancel()

    def abort(self) -> None:
        self.cancel()

    def close(self) -> None:
        try:
            self.unload()
        finally:
            run, self._run = self._run, None
            if run is not None:
                run.close()
            library, self._library = self._library, None
            if library is not None:
                library.deinit()

    def _open(self) -> tuple[Library, Run]:
        if self._library is None:
            library = open_library(engine_files())
            library.init()
            self._library = library
        if self._run is None:
            self._run = make_run(self._library)
        return self._library, self._run

    def _loaded(self) -> Session:
        if self._session is None:
            raise AppError("No model is loaded.", hint="Choose a model first.", blame=Blame.USER)
        return self._session


def _projector_problem(line: str) -> str:
    """Why a projector is not used, out of the line that the library logged about it."""
    mismatch = _WIDTHS.search(line)
    if mismatch:
        return f"The model reads vectors of {mismatch[1]} numbers, and the projector makes {mismatch[2]}."
    told = line.split("\n", maxsplit=1)[0].removeprefix(_NO_SENSES)
    return told or "The projector cannot be used with this model."


@contextmanager
def _short_switch_interval() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
