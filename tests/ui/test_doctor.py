"""The device check in the window: how it is reached, run, shown and copied."""

from __future__ import annotations

import ast
import json
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from window_bench import MODEL, Bench, wait

from geniex_desktop import doctor
from geniex_desktop.doctor.findings import AreaFindings, Evidence, Finding, Report, State
from geniex_desktop.doctor.local_host import LocalHost
from geniex_desktop.doctor.report import as_json, as_text
from geniex_desktop.doctor.wording import Text, translate
from geniex_desktop.engine.types import DeviceInfo
from geniex_desktop.errors import AppError
from geniex_desktop.ui.doctor import checkup as checkup_module
from geniex_desktop.ui.doctor.check_row import CheckRow, CopyLabel
from geniex_desktop.ui.doctor.checkup import Checkup
from geniex_desktop.ui.language import Language
from geniex_desktop.ui.resources import resource_path

LONG_PATH = "/opt/" + "/".join(f"folder-{number}" for number in range(30)) + "/libcdsprpc.so"
REPORT = Report(
    "1.0",
    (
        AreaFindings(
            "disk",
            translate("Doctor", "Disk"),
            (
                Finding("disk.a", Text("First"), State.PASS, Text("fine")),
                Finding(
                    "disk.b",
                    Text("Second"),
                    State.FAIL,
                    Text("%1 is <b>bad</b>").of("x"),
                    (Evidence(LONG_PATH, "line one\nline two"),),
                    Text("Mend it"),
                ),
            ),
        ),
        AreaFindings(
            "other", Text("Other"), (Finding("other.c", Text("Third"), State.UNKNOWN, Text("who knows")),)
        ),
    ),
)


class StubHost(LocalHost):
    """This machine, waiting at its first answer for as long as the test likes."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.reached = threading.Event()
        self.thread: int | None = None

    def package_folder(self, name: str) -> PurePath | None:
        self.thread = threading.get_ident()
        self.reached.set()
        assert self.gate.wait(30)
        return super().package_folder(name)

    def stop(self) -> None:
        super().stop()
        self.gate.set()


@pytest.fixture
def host(bench: Bench) -> Iterator[StubHost]:
    """What the bench's checkup looks at."""
    result = StubHost()
    bench.checkup._make_host = lambda: result
    yield result
    result.gate.set()


def shown_texts(bench: Bench) -> list[str]:
    return [text.text() for text in bench.window.doctor.findChildren(QLabel) if text.isVisible()]


def press(bench: Bench, text: str) -> Callable[[], None]:
    (found,) = [b for b in bench.window.findChildren(QPushButton) if b.text() == text and b.isVisible()]
    return found.click


def show_report(bench: Bench, report: Report = REPORT) -> list[CheckRow]:
    bench.checkup.report = report
    bench.window._show_check(True)
    bench.window.show_page(1)
    bench.window.doctor.refresh()
    return all_rows(bench)


def all_rows(bench: Bench) -> list[CheckRow]:
    """They come area by area, in turns of the event loop."""
    while not bench.window.doctor.settled:
        wait(1)
    return bench.window.doctor.rows


def test_the_settings_lead_to_the_check_and_it_runs(bench: Bench, qtbot: QtBot, host: StubHost) -> None:
    host.gate.set()
    bench.window.show_page(1)
    assert bench.window.settings.isVisible()
    press(bench, "Run the device check")()
    qtbot.waitUntil(lambda: bench.checkup.report is not None)
    assert bench.window.doctor.isVisible()
    assert not bench.checkup.running
    assert host.thread not in (None, threading.get_ident())
    assert bench.script.threads
    ids = [row.finding.id for row in all_rows(bench)]
    assert "engine.plugin.llama_cpp" in ids
    assert "processor.features" in ids
    bench.window.doctor.back.click()
    assert not bench.window.doctor.isVisible()
    assert bench.window._stack.currentIndex() == 1


def test_while_it_runs_it_says_so_and_does_not_run_twice(bench: Bench, qtbot: QtBot, host: StubHost) -> None:
    bench.window.check_device()
    qtbot.waitUntil(host.reached.is_set)
    page = bench.window.doctor
    assert page.summary.text().startswith("Looking at this machine")
    assert not page.again.isEnabled()
    assert page.copy.isHidden()
    made: list[object] = []
    bench.checkup._make_host = lambda: made.append(1) or host  # type: ignore[func-returns-value]
    bench.checkup.start()
    host.gate.set()
    qtbot.waitUntil(lambda: not bench.checkup.running)
    assert made == []
    assert page.again.isEnabled()


def test_a_known_engine_is_not_asked_again(bench: Bench, qtbot: QtBot, host: StubHost) -> None:
    host.gate.set()
    bench.session.ask_runtime()
    qtbot.waitUntil(lambda: bench.session.runtime is not None)
    asked: list[int] = []
    bench.session.ask_runtime = lambda: asked.append(1)  # type: ignore[method-assign]
    bench.checkup.start()
    qtbot.waitUntil(lambda: not bench.checkup.running)
    assert asked == []


def test_an_engine_that_does_not_start_is_a_finding(bench: Bench, qtbot: QtBot, host: StubHost) -> None:
    host.gate.set()
    bench.script.runtime_failure = AppError("The engine crashed.", hint="Update the driver.")
    bench.window.check_device()
    qtbot.waitUntil(lambda: bench.checkup.report is not None)
    (row,) = [row for row in all_rows(bench) if row.finding.id == "engine.start"]
    assert row.finding.state is State.FAIL
    assert "Update the driver." in shown_texts(bench)
    # Mended: the next run asks again.
    bench.script.runtime_failure = None
    bench.script.devices = (DeviceInfo("HTP0", "Hexagon"),)
    bench.checkup.start()
    qtbot.waitUntil(lambda: not bench.checkup.running)
    assert "engine.start" not in [row.finding.id for row in all_rows(bench)]


def test_a_run_that_breaks_says_why(bench: Bench, qtbot: QtBot) -> None:
    def broken() -> LocalHost:
        raise AppError("No machine.", cause="It is gone.")

    bench.checkup._make_host = broken
    bench.window.check_device()
    qtbot.waitUntil(lambda: not bench.checkup.running)
    assert bench.window.doctor.summary.text() == "No machine. It is gone."


def test_closing_ends_a_run(bench: Bench, qtbot: QtBot, host: StubHost) -> None:
    bench.window.check_device()
    qtbot.waitUntil(host.reached.is_set)
    bench.checkup.stop()
    qtbot.waitUntil(lambda: not bench.checkup.running)
    assert bench.checkup.report is not None
    assert "input.method" not in [finding.id for finding in bench.checkup.report.findings]


def test_states_are_told_by_more_than_colour(bench: Bench) -> None:
    rows = show_report(bench)
    assert [row.accessibleName() for row in rows] == [
        "First: in order",
        "Second: problem",
        "Third: unknown",
    ]
    pictures = [row.findChildren(QLabel)[0].pixmap().toImage() for row in rows]
    masks = [picture.createAlphaMask() for picture in pictures]
    assert masks[0] != masks[1] != masks[2] != masks[0]
    assert bench.window.doctor.summary.text() == "Problems: 1. Could not be looked at: 1."


def test_evidence_is_folded_and_action_is_not(bench: Bench, qtbot: QtBot) -> None:
    plain, failed, _unknown = show_report(bench)
    assert "Mend it" in shown_texts(bench)
    assert "x is <b>bad</b>" in shown_texts(bench)
    assert not failed.evidence.isVisible()
    assert plain.fold.isHidden()
    failed.fold.click()
    assert failed.evidence.isVisible()
    assert failed.fold.accessibleName() == "Hide what was looked at"
    qtbot.waitUntil(lambda: bench.window.doctor.widget().width() <= bench.window.doctor.viewport().width())
    failed.fold.click()
    assert not failed.evidence.isVisible()


def test_what_needs_doing_comes_first(bench: Bench) -> None:
    show_report(bench)
    first, *_others = bench.window.doctor.widget().findChildren(CheckRow)
    assert first.accessibleName() == "Disk · Second: problem"
    assert first not in bench.window.doctor.rows
    harmless = Report("1.0", (AreaFindings("a", Text("A"), (REPORT.findings[0],)),))
    show_report(bench, harmless)
    assert "What to do" not in shown_texts(bench)
    assert bench.window.doctor.summary.text() == "Nothing stands in the way."


def test_a_report_comes_area_by_area(bench: Bench) -> None:
    areas = [AreaFindings(str(i), Text(f"Area {i}"), REPORT.findings) for i in range(12)]
    bench.checkup.report = Report("1.0", tuple(areas))
    bench.window._show_check(True)
    bench.window.show_page(1)
    page = bench.window.doctor
    page.refresh()
    counts = []
    while not page.settled:
        counts.append(len(page.rows))
        wait(0)
    assert counts == [3 * number for number in range(len(counts))]
    assert len(page.rows) == 36
    page.refresh()
    page.refresh()
    assert len(all_rows(bench)) == 36
    assert page._areas.layout().count() == 3 * 13


def test_a_long_path_wraps_and_is_copied_as_it_is(bench: Bench, qtbot: QtBot) -> None:
    bench.window.resize(640, 480)
    failed = show_report(bench)[1]
    failed.fold.click()
    page = bench.window.doctor
    qtbot.waitUntil(lambda: failed.evidence.findChildren(CopyLabel)[0].width() > 200)
    assert page.widget().minimumSizeHint().width() <= page.viewport().width()
    label = failed.evidence.findChildren(CopyLabel)[0]
    label.setFocus()
    label.setSelection(0, len(label.text()))
    qtbot.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == LONG_PATH


def test_the_report_is_copied_in_english(bench: Bench) -> None:
    show_report(bench)
    press(bench, "Copy report")()
    text = QGuiApplication.clipboard().text()
    assert "FAIL  Second: x is <b>bad</b>" in text
    assert "line two" in text
    assert bench.window.doctor.copy.text() == "Copied"


def test_the_report_is_saved_as_text_or_json(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    show_report(bench)
    page = bench.window.doctor
    for name in ("report", "report.json"):
        with qtbot.waitSignal(bench.checkup.saved):
            page.save_report(str(tmp_path / name))
    assert (tmp_path / "report.txt").read_text(encoding="utf-8").rstrip() == as_text(REPORT).rstrip()
    assert json.loads((tmp_path / "report.json").read_bytes()) == json.loads(as_json(REPORT))
    assert page.save.text() == "Saved"
    with qtbot.waitSignal(bench.checkup.saved):
        page.save_report(str(tmp_path / "missing" / "report.txt"))
    assert "refused to read or write" in page.summary.text()
    page.refresh()
    assert page.save.text() == "Save report…"
    assert "Problems" in page.summary.text()


def test_an_area_of_one_check_is_named_once(app: QApplication, qtbot: QtBot) -> None:
    finding = Finding("display", Text("Display"), State.WARN, Text("x"))
    rows = [CheckRow(finding, area) for area in ("Display", "Machine")]
    for row in rows:
        qtbot.addWidget(row)
    assert [row.accessibleName() for row in rows] == ["Display: warning", "Machine · Display: warning"]


def test_an_error_leads_to_the_check_from_its_details(
    open_bench: Bench, qtbot: QtBot, host: StubHost
) -> None:
    bench = open_bench
    host.gate.set()
    bench.script.load_failure = AppError("The driver failed.", detail="code 14001")
    with qtbot.waitSignal(bench.session.load_failed):
        bench.session.open(MODEL)
    qtbot.waitUntil(lambda: "error" in bench.rows)
    card = bench.row_widget("error")._card
    assert card._check.isHidden()
    card._fold.click()
    assert card._check.isVisible()
    card._check.click()
    assert bench.window.doctor.isVisible()
    qtbot.waitUntil(lambda: not bench.checkup.running)


def test_an_error_of_the_first_page_leads_there_too(bench: Bench, qtbot: QtBot, host: StubHost) -> None:
    host.gate.set()
    page = bench.window.first_run
    assert page is not None
    page.show_error(AppError("No network."))
    page._error.card._check.click()
    assert bench.window.doctor.isVisible()
    qtbot.waitUntil(lambda: not bench.checkup.running)


def test_the_page_stays_open_through_a_change_of_theme(bench: Bench, qtbot: QtBot) -> None:
    show_report(bench)
    bench.window.build()
    qtbot.waitUntil(bench.window.doctor.isVisible)
    assert len(all_rows(bench)) == 3


def test_the_machine_is_this_one_by_default(bench: Bench) -> None:
    assert isinstance(checkup_module.this_machine(), LocalHost)
    assert isinstance(bench.checkup, Checkup)


def test_all_that_the_doctor_can_say_is_translated() -> None:
    said = {
        node.args[1].value
        for path in Path(doctor.__path__[0]).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "translate"
        if isinstance(node.args[1], ast.Constant)
    }
    assert len(said) > 150
    root = ET.parse(resource_path("translations", "geniex_zh_CN.ts")).getroot()
    (context,) = [entry for entry in root.iter("context") if entry.findtext("name") == "Doctor"]
    assert said == {message.findtext("source") for message in context.iter("message")}


def test_the_check_speaks_chinese(bench: Bench, app: QApplication, qtbot: QtBot) -> None:
    language = Language(app)
    language.apply("zh_CN")
    try:
        bench.window.build()
        show_report(bench)
        qtbot.waitUntil(lambda: "磁盘" in shown_texts(bench))
        assert bench.window.doctor.summary.text() == "问题\uff1a1。无法检查\uff1a1。"
    finally:
        language.apply("en")
