"""Finds shared libraries by their file names, without loading anything."""

from __future__ import annotations

from .host import Host, listing

_FOLDERS = {
    "x86_64": ("/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64", "/lib64"),
    "aarch64": ("/usr/lib/aarch64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib64", "/lib64"),
}
_FOR_ALL = ("/usr/lib", "/lib", "/usr/local/lib", "/vendor/lib64")


def library_folders(host: Host) -> list[str]:
    """Where the loader looks, as far as that can be told without its cache."""
    own = [folder for folder in host.environment.get("LD_LIBRARY_PATH", "").split(":") if folder]
    return [*own, *_FOLDERS.get(host.architecture, ()), *_FOR_ALL]


def find_library(host: Host, name: str) -> str:
    """The path of the first file of that name; "" when there is none."""
    return next((f"{folder}/{name}" for folder in library_folders(host) if name in listing(host, folder)), "")


def libraries_beginning(host: Host, prefix: str) -> list[str]:
    """Paths of all files whose names begin so, each folder's once."""
    found = [
        f"{folder}/{name}"
        for folder in library_folders(host)
        for name in listing(host, folder)
        if name.startswith(prefix)
    ]
    return list(dict.fromkeys(found))
