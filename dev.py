#!/usr/bin/env python3
"""Everything a checkout needs, in one command; standard library only.

    python3 dev.py run [options]            set up, then start the app with the starter model
    python3 dev.py test [--full]            set up, then all tests and checks
    python3 dev.py test PYTEST_ARGUMENTS    set up, then only these Python tests
    python3 dev.py check                    formatting, lint and types only
    python3 dev.py build                    set up only

Sets up .venv with the package installed editable, and again only what has changed since the last time.
Options of `run` are those of geniex-desktop. On Debian and Ubuntu, missing system packages are
installed when run as root; otherwise the line to type is printed.
"""

from __future__ import annotations

import ast
import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import shorten
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BUILD = ROOT / "build"
STAMP = VENV / "geniex-setup.json"
# A copy of the plugin with accelerators that every machine has, for the tests.
ACCELERATORS = BUILD / "accelerators"
STARTER = BUILD / "starter" / "SmolLM2-135M-Instruct.Q4_1.gguf"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

SUPPORTED_PYTHON = ((3, 10), (3, 13))
FIRST_QUESTION = "What is the capital of France?"

# What the Qt wheels link to but do not bring along, by the Debian package that does.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}

# Fonts that the interface needs: a package, and the files that show it or its like is there.
FONTS = {
    "fonts-dejavu-core": ("DejaVuSans.ttf", "NotoSans-Regular.ttf"),
    "fonts-wqy-microhei": ("wqy-*.ttc", "NotoSansCJK*", "SourceHanSans*"),
    "fonts-noto-color-emoji": ("NotoColorEmoji*.ttf",),
}

_started = time.monotonic()


class Failed(Exception):
    """A step did not work; the text is for the person at the terminal."""


def say(text: str) -> None:
    print(f"[{time.monotonic() - _started:6.1f}s] {text}", flush=True)


def environment() -> dict[str, str]:
    """The environment of everything that is started: our tools first, compiler cache where there is one."""
    env = dict(os.environ)
    env["PATH"] = f"{PYTHON.parent}{os.pathsep}{env.get('PATH', '')}"
    env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    env["PIP_NO_INPUT"] = "1"
    if shutil.which("ccache"):
        env.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
        env.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        # The same file compiled for another build folder is the same file.
        env.setdefault("CCACHE_BASEDIR", str(ROOT.parent))
        env.setdefault("CCACHE_NOHASHDIR", "1")
    return env


def execute(command: Sequence[object], **extra_environment: str) -> None:
    """Runs a command with its output shown. Raises Failed."""
    words = [str(word) for word in command]
    result = subprocess.run(words, cwd=ROOT, env={**environment(), **extra_environment}, check=False)
    if result.returncode != 0:
        raise Failed(f"failed with code {result.returncode}: {shorten(' '.join(words), 200)}")


def execute_quietly(title: str, command: Sequence[object], log_name: str) -> None:
    """Runs a long command with its output in a file; tells now and then how far it is. Raises Failed."""
    log = BUILD / log_name
    log.parent.mkdir(exist_ok=True)
    say(f"{title} ...")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(20)
                    break
                say(f"{title} ... {compile_progress(log)}")
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode != 0:
        tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-60:]
        raise Failed(
            "\n".join([*tail, f"{title}: failed with code {process.returncode}; all of it is in {log}"])
        )


def compile_progress(log: Path) -> str:
    """The last "[done/total]" that ninja wrote."""
    steps = re.findall(rb"\[(\d+/\d+)\]", log.read_bytes()[-4096:])
    return f"compiled {steps[-1].decode()}" if steps else "still at it"


# -- the machine ---------------------------------------------------------------------------------


def check_python() -> None:
    low, high = SUPPORTED_PYTHON
    if not low <= sys.version_info[:2] <= high:
        raise Failed(
            f"Python {low[0]}.{low[1]} to {high[0]}.{high[1]} is needed, not {platform.python_version()}.\n"
            "Start dev.py with another one, for example: python3.12 dev.py run"
        )


def missing_packages() -> list[str]:
    """Debian packages that must be there before the build: compiler, venv, Qt's libraries."""
    if sys.platform != "linux":
        return []
    missing = [package for library, package in QT_LIBRARIES.items() if not loads(library)]
    if not any(shutil.which(name) for name in (os.environ.get("CXX", "c++"), "g++", "clang++")):
        missing.append("g++")
    if importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python3.{sys.version_info[1]}-venv")
    return missing


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_extras() -> list[str]:
    """Packages without which something is poorer but works: fonts, and zlib for compressed model archives."""
    if sys.platform != "linux":
        return []
    return missing_fonts() + ([] if Path("/usr/include/zlib.h").exists() else ["zlib1g-dev"])


def missing_fonts() -> list[str]:
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
    return [
        package
        for package, patterns in FONTS.items()
        if not any(next(folder.rglob(pattern), None) for folder in folders for pattern in patterns)
    ]


def prepare_machine() -> None:
    """Installs missing system packages as root, else says what to type. Raises Failed."""
    needed, extras = missing_packages(), missing_extras()
    if not needed and not extras:
        return
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")
    line = f"apt-get install -y --no-install-recommends {' '.join(needed + extras)}"
    if as_root:
        say(f"installing system packages: {' '.join(needed + extras)}")
        try:
            execute(["apt-get", "update", "-q"], DEBIAN_FRONTEND="noninteractive")
            execute(line.split(), DEBIAN_FRONTEND="noninteractive")
        except Failed as failure:
            if needed:
                raise
            say(f"note: characters may show as boxes, compressed archives may not open: {failure}")
    elif needed:
        raise Failed(
            f"System packages are missing (names of Debian and Ubuntu). Please run:\n\n    sudo {line}\n"
        )
    else:
        say(f"note: for all characters and compressed model archives run: sudo {line}")


# -- the virtual environment ---------------------------------------------------------------------


def set_up(development: bool) -> None:
    """Brings .venv and the installed package up to date with the checkout."""
    check_python()
    prepare_machine()
    python = f"{platform.python_version()} {sys.base_prefix}"
    stamp = read_stamp()
    if stamp.get("python") != python or stamp.get("root") != str(ROOT) or not PYTHON.exists():
        say(f"making .venv with Python {platform.python_version()}")
        execute([sys.executable, "-m", "venv", "--clear", VENV])
        stamp = {"python": python, "root": str(ROOT)}
    development = development or bool(stamp.get("development"))
    project = digest([ROOT / "pyproject.toml"])
    sources = digest(native_sources()) + digest_names(ROOT / "app")
    pip = [PYTHON, "-m", "pip", "install"]
    package = f"{ROOT}[dev]" if development else str(ROOT)
    # Without build isolation the tools keep their paths, so that only what changed is compiled.
    editable = ["--no-build-isolation", "--verbose", *accelerator_settings(development), "--editable"]
    if stamp.get("project") != project or stamp.get("development", False) != development:
        execute_quietly("installing the build tools", [*pip, *build_requirements()], "tools.log")
        title = "building libgeniex and installing the package with what it needs"
        execute_quietly(title, [*pip, *editable, package], "install.log")
    elif stamp.get("sources") != sources:
        title = "building libgeniex again"
        execute_quietly(title, [*pip, "--no-deps", *editable, str(ROOT)], "install.log")
    else:
        return
    stamp.update(project=project, sources=sources, development=development)
    STAMP.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    say("set up")


def accelerator_settings(development: bool) -> list[str]:
    """Makes the build put the test accelerators beside it, where the tests run on them."""
    if not development or sys.platform != "linux":
        return []
    return [f"--config-settings=cmake.define.GENIEX_TEST_BACKEND={ACCELERATORS}"]


def read_stamp() -> dict[str, object]:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def build_requirements() -> list[str]:
    """[build-system] requires of pyproject.toml.

    Python 3.10 has no TOML reader, but TOML's list of strings is also a Python one.
    """
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r"^requires = (\[.*?^\])", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise Failed("pyproject.toml has no build requirements")
    return list(ast.literal_eval(found[1]))


def native_sources() -> Iterator[Path]:
    for folder in ("native", "plugins", "tests/native/test_backend"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def digest(paths: Iterator[Path] | Sequence[Path]) -> str:
    """Changes with the files' names and contents, and with what the environment tells the build."""
    total = hashlib.sha256()
    for name in ("CC", "CXX", "CXXFLAGS", "CMAKE_ARGS", "GENIEX_LLAMA_CPP_DIR"):
        total.update(f"{name}={os.environ.get(name, '')}\n".encode())
    for path in paths:
        total.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return total.hexdigest()


def digest_names(folder: Path) -> str:
    """Changes when a Python file comes or goes: the editable install keeps a list."""
    return hashlib.sha256("\n".join(sorted(map(str, folder.rglob("*.py")))).encode()).hexdigest()


# -- the commands --------------------------------------------------------------------------------


def run_app(arguments: list[str]) -> None:
    set_up(development=False)
    app = [PYTHON, "-m", "geniex_desktop"]
    if has_display():
        starter = [] if "--model" in arguments else ["--starter"]
        say("starting GenieX Desktop")
        become([*app, *starter, *arguments])
    say("there is no display here, so the window stays away; a first answer in the terminal instead:")
    print(f"\n> {FIRST_QUESTION}\n", flush=True)
    become([*app, "ask", FIRST_QUESTION, "--greedy", *arguments])


def has_display() -> bool:
    if sys.platform != "linux":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def become(command: Sequence[object]) -> NoReturn:
    """Ends with the command's own exit code; Ctrl+C is the command's business."""
    process = subprocess.Popen([str(word) for word in command], cwd=ROOT, env=environment())
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            sys.exit(process.wait())


def run_tests(arguments: list[str]) -> None:
    """All checks, the Python tests last, so that their summary closes the output."""
    full = "--full" in arguments
    chosen = [argument for argument in arguments if argument != "--full"]
    set_up(development=True)
    failures: list[str] = []
    fake = BUILD / "native-plain"
    attempt(failures, build_native, fake)
    if not chosen:
        attempt(failures, test_native, fake)
        if sys.platform == "linux":
            sanitized = BUILD / "native-sanitize"
            fuzz_files = 20_000 if full else 2_000
            options = ("-DGENIEX_SANITIZE=address;undefined", f"-DGENIEX_FUZZ_FILES={fuzz_files}")
            attempt(failures, build_native, sanitized, *options)
            attempt(failures, test_native, sanitized)
        if sys.platform == "linux" and full:
            threads = BUILD / "native-threads"
            attempt(failures, build_native, threads, "-DGENIEX_SANITIZE=thread", "-DGENIEX_RACES=1000")
            attempt(failures, test_native, threads)
        failures += lint()
    attempt(failures, fetch_starter)
    for failure in failures:
        say(failure)
    say("Python tests")
    selection = ["-m", "full or not full"] if full else []
    tests = subprocess.run(
        [str(PYTHON), "-m", "pytest", *selection, *chosen],
        cwd=ROOT,
        env={
            **environment(),
            "GENIEX_TEST_NATIVE": str(fake),
            "GENIEX_TEST_ACCELERATORS": str(ACCELERATORS),
            "GENIEX_TEST_SMOLLM2": str(STARTER),
            "QT_QPA_PLATFORM": "offscreen",
        },
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if failures or tests.returncode != 0:
        sys.stdout.flush()
        sys.exit("\n".join(["", *failures, f"Python tests: code {tests.returncode}"]))


def attempt(failures: list[str], step: object, *arguments: object) -> None:
    """Calls a step and goes on if it fails, so that one run shows everything."""
    assert callable(step)
    try:
        step(*arguments)
    except Failed as failure:
        failures.append(str(failure))


def build_native(folder: Path, *definitions: str) -> None:
    """Compiles libgeniex with its tests, the fake plugin and geniex-bench, without llama.cpp."""
    title = f"compiling the native tests in {folder.relative_to(ROOT).as_posix()}"
    cmake = PYTHON.parent / "cmake"
    configure = [cmake, "-S", "native", "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo"]
    configure += ["-DGENIEX_PLUGIN_LLAMA_CPP=OFF", "-DGENIEX_TESTS=ON", "-DGENIEX_BENCHMARK=ON", *definitions]
    execute_quietly(f"configuring {folder.name}", configure, f"{folder.name}-configure.log")
    execute_quietly(title, [cmake, "--build", folder], f"{folder.name}.log")


def fetch_starter() -> None:
    """Gets the tests' real model, once; not into the home folder of whoever runs them."""
    say("the starter model for the tests")
    program = """
import pathlib, sys
from geniex_desktop.commands.starter import starter_file
from geniex_desktop.errors import AppError
from geniex_desktop.models.starter import StarterModel
try:
    starter_file(StarterModel(pathlib.Path(sys.argv[1])))
except AppError as error:
    sys.exit(f"{error.text} {error.cause}")
"""
    execute([PYTHON, "-c", program, STARTER.parent])


def test_native(folder: Path) -> None:
    say(f"native tests in {folder.relative_to(ROOT).as_posix()}")
    command = [PYTHON.parent / "ctest", "--test-dir", folder, "--output-on-failure", "--no-tests=error"]
    execute(
        [*command, "--progress", "--timeout", "600"],
        ASAN_OPTIONS="detect_leaks=1:strict_string_checks=1",
        UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1",
    )


def lint() -> list[str]:
    """Formatting, lint and types; returns what failed."""
    say("formatting, lint and types")
    sources = [
        path
        for folder in ("native", "plugins", "tests")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".c", ".cpp", ".h", ".hpp")
    ]
    module = [PYTHON, "-m"]
    failures: list[str] = []
    attempt(failures, execute, [*module, "ruff", "check", "--quiet"])
    attempt(failures, execute, [*module, "ruff", "format", "--check", "--quiet"])
    attempt(failures, execute, [*module, "mypy"])
    attempt(failures, execute, [PYTHON.parent / "clang-format", "--dry-run", "-Werror", *sources])
    return failures


def check(_arguments: list[str]) -> None:
    set_up(development=True)
    failures = lint()
    if failures:
        raise Failed("\n".join(failures))


def main() -> None:
    commands = {
        "run": run_app,
        "test": run_tests,
        "check": check,
        "build": lambda _arguments: set_up(development=False),
    }
    name, arguments = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if name not in commands:
        print(__doc__)
        sys.exit(0 if name in ("-h", "--help", "help") else 2)
    try:
        commands[name](arguments)
    except Failed as failure:
        sys.stdout.flush()
        sys.exit(f"dev.py: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
