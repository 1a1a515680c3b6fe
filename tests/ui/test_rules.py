"""Rules of the window's code that no type checker knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import geniex_desktop.ui

UI = Path(geniex_desktop.ui.__file__).parent
PACKAGE = UI.parent
WORKER_SIGNALS = (
    *("runtime_ready", "loaded", "unloaded", "replied", "failed"),
    *("started_request", "tokens_counted", "previewed", "sampled", "_finished"),
)


def sources(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_signals_of_workers_never_meet_a_lambda() -> None:
    """A lambda connected to a worker's signal runs on the worker's thread."""
    wrong, seen = [], 0
    for path, tree in sources(UI):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            owner = node.func.value
            if (
                node.func.attr == "connect"
                and isinstance(owner, ast.Attribute)
                and owner.attr in WORKER_SIGNALS
            ):
                seen += 1
                if not isinstance(node.args[0], ast.Attribute):
                    wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []
    assert seen > 5


def test_nothing_below_the_window_imports_qt() -> None:
    allowed = {PACKAGE / "engine" / name for name in ("thread.py", "child.py", "host.py")}
    allowed.add(PACKAGE / "telemetry" / "qt.py")
    layers = [PACKAGE / name for name in ("chats", "engine", "models", "telemetry")]
    wrong = []
    for path, tree in (found for layer in layers for found in sources(layer)):
        if path in allowed:
            continue
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            wrong += [f"{path}: {name}" for name in names if name.startswith(("PySide6", "qasync"))]
    assert wrong == []


@pytest.mark.parametrize("call", ["setHtml", "setMarkdown", "insertHtml", "toHtml"])
def test_text_from_outside_never_becomes_html(call: str) -> None:
    users = [
        path.name for path, _ in sources(UI) if re.search(rf"\.{call}\(", path.read_text(encoding="utf-8"))
    ]
    assert users == []


def test_colours_and_fonts_live_in_the_theme() -> None:
    users = [
        f"{path.name}: {match.group()}"
        for path, _ in sources(UI)
        if path.name != "theme.py"
        for match in re.finditer(r"\"#[0-9A-Fa-f]{6}\"|QFont\(\"", path.read_text(encoding="utf-8"))
        if match.group() != '"#000000"'
    ]
    assert users == []


def test_the_window_imports_no_heavy_module_at_its_start() -> None:
    code = "import sys, geniex_desktop.ui.app; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    ).stdout.split()
    assert "geniex_desktop.ui.main_window" in loaded
    heavy = {"pygments", "huggingface_hub", "numpy", "psutil", "cffi", "PySide6.QtNetwork"}
    assert heavy & set(loaded) == set()
