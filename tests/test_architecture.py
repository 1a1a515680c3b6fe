"""The rules of structure that no compiler checks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "app" / "geniex_desktop"
MODULES = sorted(PACKAGE.rglob("*.py"))

# What each part may import; everything may use the ground floor.
GROUND = {"durable", "errors", "log", "paths", "settings", "__init__"}
ALLOWED = {
    "engine": {"engine"},
    "models": {"models", "engine"},
    "chats": {"chats", "engine"},
    "telemetry": {"telemetry", "engine"},
    "bench": {"bench", "engine"},
    "doctor": {"doctor", "engine", "models", "telemetry"},
    "ui": {"ui", "chats", "models", "telemetry", "bench", "doctor", "engine"},
    "commands": {"commands", "ui", "chats", "models", "telemetry", "bench", "doctor", "engine"},
    "cli": {"commands", "engine"},
    "__main__": {"cli"},
}

# Below ui/: the engine's thread and its child process, their user on the command line, and the adapter
# that brings samples into the window.
QT_BELOW_UI = {"engine/thread.py", "engine/host.py", "commands/terminal_engine.py", "telemetry/qt.py"}

# Emitted by the window's own thread, always.
SIGNALS_OF_WIDGETS = {"activated", "clicked", "timeout", "toggled", "triggered", "valueChanged"}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def part_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Absolute dotted names of everything that the module imports, at the top or late."""
    package = path.relative_to(PACKAGE.parent).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    allowed = GROUND | ALLOWED.get(part, set())
    for name in imports(path):
        if name.startswith("geniex_desktop."):
            target = name.split(".")[1]
            # A name of the package itself, such as its version, is no part.
            is_part = (PACKAGE / target).is_dir() or (PACKAGE / f"{target}.py").exists()
            assert not is_part or target in allowed, f"{name_of(path)} must not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_qt_stays_in_the_user_interface(path: Path) -> None:
    uses_qt = any(name.split(".")[0] in ("PySide6", "shiboken6", "qasync") for name in imports(path))
    assert not uses_qt or part_of(path) == "ui" or name_of(path) in QT_BELOW_UI


def test_the_exceptions_exist_and_are_needed() -> None:
    for name in QT_BELOW_UI:
        assert any(imported.startswith("PySide6") for imported in imports(PACKAGE / name)), name


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) == "ui"], ids=name_of)
def test_lambdas_are_connected_to_signals_of_widgets_only(path: Path) -> None:
    """A lambda runs on the thread that emits, which for a worker's signal is not the window's."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        signal = node.func.value
        name = signal.attr if isinstance(signal, ast.Attribute) else ""
        if node.func.attr == "connect" and any(isinstance(given, ast.Lambda) for given in node.args):
            assert name in SIGNALS_OF_WIDGETS, f"line {node.lineno}: connect {name} to a bound slot"


SOURCES = [
    path
    for folder in ("app", "native", "plugins", "tests")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".cpp", ".h", ".c", ".hpp")
] + [ROOT / "dev.py"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_stay_small_and_have_a_subject(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 600
    assert path.stem not in ("util", "utils", "helpers", "misc", "common")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_functions_stay_short_and_modules_say_what_they_are_for(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree) or not tree.body
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"


def test_modules_of_tests_have_names_of_their_own() -> None:
    """Folders that are no packages share one space of names, and pytest refuses the second of a name."""
    loose = [
        path.stem
        for path in (ROOT / "tests").rglob("*.py")
        if path.name != "conftest.py" and not (path.parent / "__init__.py").exists()
    ]
    assert sorted(set(loose)) == sorted(loose)
