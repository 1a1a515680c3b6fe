"""On screens of other densities, in both languages, everything is sharp and no text is cut."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import json, os, sys
from itertools import product
sys.path.insert(0, {tests!r})
from pathlib import Path
from PySide6.QtWidgets import QApplication, QToolButton
from clipped import clipped
from picture_chats import CRASH
from scripted import Script
from window_bench import MODEL, Bench, wait
from geniex_desktop.ui import theme
from geniex_desktop.ui.language import Language

app = QApplication([])
language = Language(app)
language.apply("en")
theme.apply(app, "light")
bench = Bench(Script(), Path({folder!r}))
bench.window.resize(800, 600)
bench.window.show()
bench.session.open(MODEL)
while bench.session.model is None:
    wait(5)
bench.controller.send("Hi")
while bench.controller.busy:
    wait(5)
bench.script.failure = CRASH
bench.script.fail_at = 1
bench.controller.send("Hi")
while bench.controller.busy:
    wait(5)
found = {{"small": [], "cut": []}}
for locale, size in product(("en", "zh_CN"), ((640, 480), (800, 600))):
    language.apply(locale)
    bench.window.build()
    bench.window.resize(*size)
    for page in (0, 2, 3, 4, 1, 0):
        bench.window.show_page(page)
        if page == 0 and size[0] > 640:
            bench.window.toggle_inspector()
        wait(50)
        picture = bench.window.grab()
        for button in bench.window.findChildren(QToolButton):
            if button.isVisible() and not button.icon().isNull():
                wanted = button.iconSize()
                pixmap = button.icon().pixmap(wanted, button.devicePixelRatio())
                if pixmap.width() < round(wanted.width() * button.devicePixelRatio()):
                    found["small"].append(button.accessibleName())
        for _ in range(25):
            # What has come meanwhile may be waiting for its place.
            if not clipped(bench.window):
                break
            wait(20)
        found["cut"] += [[locale, size, page, *cut] for cut in clipped(bench.window)]
found["size"] = [picture.width(), picture.height()]
bench.close()
print(json.dumps(found), flush=True)
# Python's teardown takes Qt's objects apart in any order; how the app ends is another test's matter.
os._exit(0)
"""


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_the_window_is_sharp_and_no_text_is_cut(tmp_path: Path, scale: str) -> None:
    code = SCRIPT.format(tests=str(Path(__file__).parent), folder=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ, QT_SCALE_FACTOR=scale),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    found = json.loads(done.stdout)
    assert found["size"] == [round(800 * float(scale)), round(600 * float(scale))]
    assert found["small"] == []
    assert found["cut"] == []
