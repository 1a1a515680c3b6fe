"""The plugin with the test accelerators HTP0, HTP1 and GPUOpenCL, in a process of its own.

ggml keeps its devices for the life of a process, so the one that runs the other tests must not see these.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from geniex_desktop.engine.library import open_library
from geniex_desktop.engine.location import engine_files
from geniex_desktop.engine.run import make_run
from geniex_desktop.engine.runtime import read_devices
from geniex_desktop.engine.session import LlmSession
from geniex_desktop.engine.types import LoadSpec, Phase

from .harness import TINY_MODEL, Conversation, user

T = TypeVar("T")

MODULE = "libggml-hexagon.so"
TRACE = 5
BURST = 7


def new_process() -> ProcessPoolExecutor:
    """Runs functions of modules in one new process with this one's environment, until it is left."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def in_own_process(scenario: Callable[..., T], *arguments: object) -> T:
    """What `scenario` returns in a process of its own."""
    with new_process() as process:
        return process.submit(scenario, *arguments).result(timeout=240)


class Lines(logging.Handler):
    """Keeps every line of the native log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.levelno, record.getMessage()))


class Machine:
    """A machine with two NPU sessions and a GPU, as the plugin sees it."""

    def __init__(self) -> None:
        self._log = Lines()
        logger = logging.getLogger("geniex.native")
        logger.setLevel(TRACE)
        logger.addHandler(self._log)
        self.library = open_library(engine_files())
        self.library.init()
        self.run = make_run(self.library)
        self.devices = [device.id for device in read_devices(self.library, "llama_cpp")]

    def load(
        self, device: str | None, n_gpu_layers: int = -1, path: Path = TINY_MODEL, **config: int
    ) -> Conversation:
        """Loads a model as a client of the plain ABI does. Raises AppError."""
        arena = self.library.arena()
        create = arena.new("geniex_LlmCreateInput*")
        create.model_path = arena.path(path)
        create.plugin_id = arena.text("llama_cpp")
        create.device_id = arena.text(device) if device is not None else self.library.ffi.NULL
        create.config.n_gpu_layers = n_gpu_layers
        for name, value in {"power_mode": BURST, "n_ctx": 512, **config}.items():
            setattr(create.config, name, value)
        handle = arena.new("geniex_LLM**")
        with self.run.watching(lambda event: None, Phase.LOAD):
            self.library.checked("geniex_llm_create", create, handle)
        return Conversation(LlmSession(self.library, handle[0], self.run, LoadSpec(path)), self.run)

    def lines(self, level: int = 0) -> list[str]:
        """The native log since it was forgotten, of `level` and above."""
        return [line for at, line in self._log.lines if at >= level]

    def forget_lines(self) -> None:
        self._log.lines.clear()

    def sessions(self, device: str) -> int:
        """Sessions that were opened so far on a device; negative while none is open."""
        return int(self._module().geniex_test_sessions(device.encode()))

    @staticmethod
    def environment(name: str) -> str:
        """A variable as native code sees it; Python's own copy is older."""
        getenv = ctypes.CDLL(None).getenv
        getenv.restype = ctypes.c_char_p
        return (getenv(name.encode()) or b"").decode()

    def power_mode(self, device: str) -> int:
        """-1 = never set."""
        return int(self._module().geniex_test_power_mode(device.encode()))

    def fail_computation(self, count: int) -> None:
        """Lets the `count`th computation from now on fail, and no other."""
        self._module().geniex_test_fail_computation(count)

    def _module(self) -> ctypes.CDLL:
        """The test accelerators' own functions; the library is in the process already."""
        return ctypes.CDLL(str(Path(self.environment("GENIEX_PLUGIN_PATH"), "llama_cpp", MODULE)))


def answer(chat: Conversation, question: str) -> str:
    return chat.reply((user(question),)).text


@functools.cache
def this_machine() -> Machine:
    """One for all scenarios of a process that leave nothing behind."""
    return Machine()


def load_and_answer(
    device: str | None, questions: tuple[str, ...], options: dict[str, int]
) -> dict[str, Any]:
    """A scenario: one model's replies, with all that is known about it."""
    machine = this_machine()
    machine.forget_lines()
    chat = machine.load(device, **options)
    result = {
        "devices": machine.devices,
        "texts": [answer(chat, question) for question in questions],
        "placement": chat.session.placement(),
        "lines": machine.lines(),
        "warnings": machine.lines(logging.WARNING),
    }
    chat.session.close()
    return result
