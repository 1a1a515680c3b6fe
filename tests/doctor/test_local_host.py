"""The real machine that the tests run on: what it answers has the shape that the checks expect."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import psutil
import pytest

from geniex_desktop.doctor.examination import examine
from geniex_desktop.doctor.findings import State
from geniex_desktop.doctor.host import CommandTimeout, exists, text_or_none
from geniex_desktop.doctor.local_host import LocalHost
from geniex_desktop.doctor.subject import local_subject
from geniex_desktop.engine.types import DeviceInfo, PluginInfo, RuntimeInfo
from geniex_desktop.errors import AppError

RUNTIME = RuntimeInfo("1", "x", True, (PluginInfo("llama_cpp", "1", (DeviceInfo("CPU", "a CPU"),)),))


@pytest.fixture
def host() -> LocalHost:
    return LocalHost()


def test_without_an_ascend_driver_nobody_tells_who_uses_an_npu(host: LocalHost) -> None:
    with pytest.raises(OSError, match="dcmi"):
        host.npu_users(30)


def test_files_are_read_from_both_ends(host: LocalHost, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abc\xff" + b"x" * 100 + b"end\0\n")
    assert host.read_text(str(path), 4) == "abc\N{REPLACEMENT CHARACTER}"
    assert host.read_tail(str(path), 5) == "end\0\n"
    assert text_or_none(host, str(path)) == "abc\N{REPLACEMENT CHARACTER}" + "x" * 100 + "end"
    assert text_or_none(host, str(tmp_path / "none")) is None
    assert exists(host, str(tmp_path))
    assert not exists(host, str(tmp_path / "none"))
    assert host.names_in(str(tmp_path)) == ["file"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_nodes_are_described_as_a_listing_does(host: LocalHost, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch(0o640)
    node = host.node(str(path))
    assert node.mode == "-rw-r-----"
    assert node.is_open_to_us
    assert node.owner
    assert node.group in host.user_groups
    assert host.node("/dev/null").mode.startswith("c")


def test_no_device_is_opened_to_see_whether_it_could_be(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(os, "open", lambda *arguments: opened.append(arguments))
    monkeypatch.setattr(Path, "open", lambda *arguments: opened.append(arguments))
    host.node(os.devnull)
    assert opened == []


def test_commands_answer_fail_and_are_missing(host: LocalHost) -> None:
    said = host.run([sys.executable, "-c", "print('hello')"], 60)
    assert (said.code, said.output.strip()) == (0, "hello")
    failed = host.run([sys.executable, "-c", "import sys; sys.exit('oh')"], 60)
    assert (failed.code, failed.output.strip()) == (1, "oh")
    with pytest.raises(FileNotFoundError):
        host.run(["no-such-program-here"], 60)


def test_a_command_that_hangs_is_killed(host: LocalHost) -> None:
    with pytest.raises(CommandTimeout, match=r"within 0\.3 s"):
        host.run([sys.executable, "-c", "import time; time.sleep(600)"], 0.3)
    assert psutil.Process().children() == []


def test_stop_ends_a_running_command(host: LocalHost) -> None:
    threading.Timer(0.2, host.stop).start()
    with pytest.raises(CommandTimeout):
        host.run([sys.executable, "-c", "import time; time.sleep(600)"], 600)


def test_packages_are_found_without_being_imported(host: LocalHost) -> None:
    assert host.package_version("psutil") == psutil.__version__
    assert host.package_version("no-such-package-here") == ""
    assert host.package_folder("PySide6") is not None
    assert host.package_folder("no_such_package_here") is None


def test_this_machine_is_examined_without_an_accident(host: LocalHost, tmp_path: Path) -> None:
    report = examine(local_subject(host, RUNTIME, tmp_path))
    assert not [f.id for f in report.findings if f.id.endswith(".unfinished")]
    states = {finding.id: finding.state for finding in report.findings}
    assert states["versions.qt"] is State.PASS
    assert states["disk.folder"] is State.PASS
    assert states["engine.plugin.llama_cpp"] is State.PASS


def test_a_missing_native_library_is_no_accident(
    host: LocalHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENIEX_LIB_PATH", str(tmp_path / "none"))
    assert local_subject(host, AppError("none"), tmp_path).native_folder == ""
