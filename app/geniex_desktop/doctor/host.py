"""The machine as the checks see it: everything they may ask, and nothing that changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command said. `output` is its stdout, and its stderr where that was empty."""

    code: int
    output: str


class CommandTimeout(Exception):
    """A command did not end in time; it was killed."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes. `available` can be used without swapping."""

    total: int
    available: int


@dataclass(frozen=True, slots=True)
class Node:
    """A file or device node as a listing shows it.

    Attributes:
        mode: As `ls -l` writes it: crw-rw----.
        is_open_to_us: This user may read and write it, as the kernel says; it was not opened.
    """

    mode: str
    owner: str
    group: str
    is_open_to_us: bool
    modified: float
    """Seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who and where this is; known so that a report can leave it out."""

    home: str
    names: tuple[str, ...]
    """Login and full name of the user."""
    host_names: tuple[str, ...]


class Host(Protocol):
    """A machine. File functions raise OSError; texts are decoded with replacement characters."""

    system: str
    """linux, win32 or darwin."""
    architecture: str
    """x86_64, aarch64, or whatever the system says."""
    environment: Mapping[str, str]
    identity: Identity
    python_version: tuple[int, int, int]
    python_executable: str
    libc: str
    """Name and version, such as "glibc 2.36"; "" when unknown."""
    user_groups: frozenset[str]
    """Groups that this process has."""
    boot_time: float
    """Seconds since the epoch."""

    def read_text(self, path: str, limit: int = 65536) -> str:
        """The first `limit` bytes of a file."""

    def read_tail(self, path: str, limit: int = 65536) -> str:
        """The last `limit` bytes of a file."""

    def names_in(self, folder: str) -> list[str]:
        """Sorted names in a folder."""

    def node(self, path: str) -> Node:
        """Owner, mode and access of a file or device node."""

    def group_members(self, group: str) -> frozenset[str]:
        """Users that the group's entry lists. KeyError for an unknown group."""

    def free_bytes(self, folder: str) -> int:
        """Free space for this user on the disk that holds a folder."""

    def memory(self) -> Memory:
        """Of the machine, or of the container that this runs in."""

    def has_processor_feature(self, number: int) -> bool:
        """Windows' IsProcessorFeaturePresent."""

    def registry_values(self, key: str) -> Mapping[str, str]:
        """Values below a key of HKEY_LOCAL_MACHINE. OSError where there is none."""

    def registry_keys(self, key: str) -> list[str]:
        """Names of the sub-keys. OSError where there is none."""

    def package_version(self, name: str) -> str:
        """Of an installed Python package; "" when it is not there."""

    def package_folder(self, name: str) -> PurePath | None:
        """Where an importable package lies; it is not imported."""

    def npu_users(self, timeout_s: float) -> list[int]:
        """Other processes that the Ascend driver's library knows to use an NPU.

        OSError when it is not there or does not tell, CommandTimeout.
        """

    def run(self, command: Sequence[str], timeout_s: float) -> Outcome:
        """Runs a program that only reads. OSError when it is not there, CommandTimeout."""


def exists(host: Host, path: str) -> bool:
    """Whether something is there and can be looked at."""
    try:
        host.node(path)
    except OSError:
        return False
    return True


def listing(host: Host, folder: str) -> list[str]:
    """Names in a folder; none when it is not there."""
    try:
        return host.names_in(folder)
    except OSError:
        return []


def text_or_none(host: Host, path: str) -> str | None:
    """A file's text without blanks and zeros around it; None when it cannot be read."""
    try:
        return host.read_text(path).strip("\0 \r\n\t")
    except OSError:
        return None
