"""This machine."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import platform
import queue
import shutil
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

import psutil

from ..telemetry.access import Access, NativeError
from ..telemetry.ascend.dcmi import LIBRARIES, CtypesDcmi
from .host import CommandTimeout, Identity, Memory, Node, Outcome

_ARCHITECTURES = {"AMD64": "x86_64", "ARM64": "aarch64", "arm64": "aarch64"}
_SLICE_S = 0.1
"""How soon a running command notices `stop`."""
_CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
_CGROUP_USE = Path("/sys/fs/cgroup/memory.current")


class LocalHost:
    """The `Host` that the app runs on. `stop`, from any thread, ends a running command."""

    def __init__(self) -> None:
        self.system = sys.platform
        self.architecture = _ARCHITECTURES.get(platform.machine(), platform.machine())
        self.environment: Mapping[str, str] = os.environ
        self.identity = _identity()
        self.python_version = sys.version_info[:3]
        self.python_executable = sys.executable
        self.libc = " ".join(filter(None, platform.libc_ver()))
        self.user_groups = _own_groups()
        self.boot_time = psutil.boot_time()
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Ends a running command as if its time were over."""
        self._stopped.set()

    def read_text(self, path: str, limit: int = 65536) -> str:
        with Path(path).open("rb") as file:
            return file.read(limit).decode("utf-8", "replace")

    def read_tail(self, path: str, limit: int = 65536) -> str:
        with Path(path).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - limit))
            return file.read(limit).decode("utf-8", "replace")

    def names_in(self, folder: str) -> list[str]:
        return sorted(os.listdir(folder))  # noqa: PTH208

    def node(self, path: str) -> Node:
        facts = Path(path).stat()
        return Node(
            stat.filemode(facts.st_mode),
            _user_name(facts.st_uid),
            _group_name(facts.st_gid),
            # Asked, not tried: to open a device can wake it, or disturb who uses it.
            os.access(path, os.R_OK | os.W_OK),
            facts.st_mtime,
        )

    def group_members(self, group: str) -> frozenset[str]:
        return _group_members(group)

    def free_bytes(self, folder: str) -> int:
        return shutil.disk_usage(folder).free

    def memory(self) -> Memory:
        whole = psutil.virtual_memory()
        with contextlib.suppress(OSError, ValueError):  # no container, or one without a limit
            limit = int(_CGROUP_LIMIT.read_text(encoding="ascii"))
            left = limit - int(_CGROUP_USE.read_text(encoding="ascii"))
            return Memory(min(limit, whole.total), max(0, min(left, whole.available)))
        return Memory(whole.total, whole.available)

    def has_processor_feature(self, number: int) -> bool:
        return _has_processor_feature(number)

    def registry_values(self, key: str) -> Mapping[str, str]:
        return _registry_values(key)

    def registry_keys(self, key: str) -> list[str]:
        return _registry_keys(key)

    def package_version(self, name: str) -> str:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return ""

    def package_folder(self, name: str) -> PurePath | None:
        spec = importlib.util.find_spec(name)
        return Path(spec.origin).parent if spec is not None and spec.origin else None

    def npu_users(self, timeout_s: float) -> list[int]:
        answers: queue.SimpleQueue[list[int] | OSError] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answers.put(_npu_users(Access()))
            except OSError as error:
                answers.put(error)

        # On a thread of its own, which is left behind: a call of a driver may hang for good.
        threading.Thread(target=ask, name="npu users", daemon=True).start()
        try:
            answer = answers.get(timeout=timeout_s)
        except queue.Empty:
            raise CommandTimeout(f"no answer within {timeout_s:g} s") from None
        if isinstance(answer, OSError):
            raise answer
        return answer

    def run(self, command: Sequence[str], timeout_s: float) -> Outcome:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                out, err = process.communicate(timeout=_SLICE_S)
            except subprocess.TimeoutExpired:
                if time.monotonic() < deadline and not self._stopped.is_set():
                    continue
                _abandon(process)
                raise CommandTimeout(f"no answer within {timeout_s:g} s") from None
            return Outcome(process.returncode, (out or err).decode("utf-8", "replace"))


def _npu_users(access: Access) -> list[int]:
    """Without this process and its children. Raises OSError."""
    try:
        library = CtypesDcmi(access.load_first(LIBRARIES))
        users = {pid for card, device in library.chips() for pid in library.users(card, device)}
    except NativeError as error:
        raise OSError(str(error)) from error
    own = psutil.Process()
    return sorted(users - {own.pid, *(child.pid for child in own.children(recursive=True))})


def _abandon(process: subprocess.Popen[bytes]) -> None:
    """Kills; a process that hangs inside a driver does not even die, and is not waited for."""
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=1)


if sys.platform == "win32":
    import ctypes
    import winreg

    def _user_name(_number: int) -> str:
        return ""

    def _group_name(_number: int) -> str:
        return ""

    def _group_members(group: str) -> frozenset[str]:
        raise KeyError(group)

    def _own_groups() -> frozenset[str]:
        return frozenset()

    def _account() -> tuple[str, ...]:
        return (os.environ.get("USERNAME", ""),)

    def _has_processor_feature(number: int) -> bool:
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(number))

    def _registry_values(key: str) -> Mapping[str, str]:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            entries = (winreg.EnumValue(opened, i) for i in range(winreg.QueryInfoKey(opened)[1]))
            return {name: str(value) for name, value, _kind in entries}

    def _registry_keys(key: str) -> list[str]:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            return [winreg.EnumKey(opened, i) for i in range(winreg.QueryInfoKey(opened)[0])]

else:
    import grp
    import pwd

    def _user_name(number: int) -> str:
        try:
            return pwd.getpwuid(number).pw_name
        except KeyError:
            return str(number)

    def _group_name(number: int) -> str:
        try:
            return grp.getgrgid(number).gr_name
        except KeyError:
            return str(number)

    def _group_members(group: str) -> frozenset[str]:
        return frozenset(grp.getgrnam(group).gr_mem)

    def _own_groups() -> frozenset[str]:
        return frozenset(_group_name(number) for number in {*os.getgroups(), os.getegid()})

    def _account() -> tuple[str, ...]:
        try:
            entry = pwd.getpwuid(os.getuid())
        except KeyError:
            return (os.environ.get("USER", ""),)
        return (entry.pw_name, entry.pw_gecos.partition(",")[0])

    def _has_processor_feature(_number: int) -> bool:
        return False

    def _registry_values(key: str) -> Mapping[str, str]:
        raise FileNotFoundError(key)

    def _registry_keys(key: str) -> list[str]:
        raise FileNotFoundError(key)


def _identity() -> Identity:
    node = platform.node()
    hosts = (node, node.partition(".")[0])
    return Identity(str(Path.home()), tuple(filter(None, _account())), tuple(filter(None, hosts)))
