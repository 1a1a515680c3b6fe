"""`geniex-desktop doctor`: output, exit codes, and an engine that does not start."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from geniex_desktop import cli, paths
from geniex_desktop import log as logs
from geniex_desktop.commands import doctor as command
from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.isolated import IsolatedEngine
from geniex_desktop.engine.protocol import Engine
from geniex_desktop.engine.types import DeviceInfo, PluginInfo, RuntimeInfo
from geniex_desktop.errors import AppError
from geniex_desktop.settings import RUNTIME, Settings

pytestmark = pytest.mark.usefixtures("qapp")

WHOLE = PluginInfo("llama_cpp", "b1", (DeviceInfo("CPU", "a CPU"),))
BROKEN = PluginInfo("qairt", failure="libGenie.so: cannot open shared object file")


class Reporter:
    """An engine that can only tell what it is."""

    def __init__(self, answer: RuntimeInfo | AppError) -> None:
        self._answer = answer
        self.closed = False

    def runtime(self) -> RuntimeInfo:
        if isinstance(self._answer, AppError):
            raise self._answer
        return self._answer

    def cancel(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """`run(answer, *options)`: the exit code with an engine that answers so."""

    def start(answer: RuntimeInfo | AppError, *options: str) -> int:
        engine = Reporter(answer)
        carriers: list[tuple[bool, str]] = []

        def made(isolated: bool, runtime: str) -> Callable[[], Engine]:
            carriers.append((isolated, runtime))
            return lambda: engine  # type: ignore[return-value]

        monkeypatch.setattr(command, "make_engine", made)
        monkeypatch.setattr(logs, "watch_crashes", lambda role: "")
        code = cli.main(["doctor", *options])
        assert carriers == [(True, Settings(paths.settings_file()).get(RUNTIME))]
        assert engine.closed
        return code

    return start


def runtime(*plugins: PluginInfo) -> RuntimeInfo:
    return RuntimeInfo("0.1.0", "libgeniex.so", True, plugins)


def test_the_report_goes_to_stdout(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    code = run(runtime(WHOLE, BROKEN))
    out, err = capsys.readouterr()
    assert code == 1
    assert "FAIL  Plugin qairt: It cannot be loaded." in out
    assert "· qairt: libGenie.so: cannot open shared object file" in out
    assert "→ Install the library that the reason names" in out
    assert err == ""


def test_json_is_one_object_whose_verdict_is_the_exit_code(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    for plugins in ((WHOLE,), (WHOLE, BROKEN)):
        code = run(runtime(*plugins), "--json")
        content = json.loads(capsys.readouterr().out)
        failed = [check["id"] for check in content["checks"] if check["state"] == "fail"]
        assert code == (0 if content["ok"] else 1)
        assert content["ok"] is (failed == [])
        assert ("engine.plugin.qairt" in failed) is (BROKEN in plugins)


def test_an_engine_that_does_not_start_is_a_finding(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    error = AppError("The engine crashed.", hint="Update the driver.")
    assert run(error, "--json") == 1
    checks = {check["id"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["engine.start"]["action"] == "Update the driver."
    assert "processor.features" in checks


def test_what_is_loaded_may_crash_only_a_process_of_its_own() -> None:
    assert make_engine(isolated=True) is IsolatedEngine


def test_the_runtime_of_the_settings_is_examined(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    Settings(paths.settings_file()).set(RUNTIME, "/opt/geniex")
    assert run(runtime(WHOLE), "--json") in (0, 1)
    assert json.loads(capsys.readouterr().out)["checks"]


def test_an_unknown_option_is_the_users_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--fix"]) == 1
    assert "--fix" in capsys.readouterr().err
