"""Importing the package is cheap: no native code, no binding, no Qt but for the thread."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def run_python(code: str) -> list[str]:
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    result: list[str] = json.loads(output)
    return result


def test_importing_loads_no_native_code() -> None:
    modules = run_python(
        "import sys, json, geniex_desktop.engine.thread, geniex_desktop.engine.carrier as c\n"
        "import geniex_desktop.engine.gguf, geniex_desktop.engine.host, geniex_desktop.engine.session\n"
        "c.make_engine(True)(); c.make_engine(False)()\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert "geniex_desktop.engine.session" in modules
    assert not {"cffi", "_cffi_backend"} & set(modules)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux")
def test_importing_maps_no_engine_library() -> None:
    mapped = run_python(
        "import json, geniex_desktop.engine.thread, geniex_desktop.engine.inprocess\n"
        "print(json.dumps([line.split()[-1] for line in open('/proc/self/maps') if '.so' in line]))"
    )
    assert mapped
    engine = ("libgeniex", "libggml", "libllama", "_cffi")
    assert not [path for path in mapped if any(name in path for name in engine)]


def test_only_the_thread_and_the_host_need_qt() -> None:
    modules = run_python(
        "import sys, json, pkgutil, importlib, geniex_desktop.engine as e\n"
        "for m in pkgutil.iter_modules(e.__path__):\n"
        "    if m.name not in ('thread', 'host'): importlib.import_module(f'{e.__name__}.{m.name}')\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert "geniex_desktop.engine.isolated" in modules
    assert not [name for name in modules if name.startswith("PySide6")]
