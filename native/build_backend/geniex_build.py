"""The build backend: scikit-build-core, after llama.cpp's source has been made available.

Nothing of llama.cpp is committed; CMake gets its folder and commit as definitions. A folder that the caller
names (config setting, CMAKE_ARGS or the environment's GENIEX_LLAMA_CPP_DIR) wins and costs no download.
"""

from __future__ import annotations

import os
from typing import Any

import scikit_build_core.build as _core
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from llama_source import PIN, SourceError, ensure_source

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ConfigSettings = dict[str, Any]


def build_wheel(
    wheel_directory: str,
    config_settings: ConfigSettings | None = None,
    metadata_directory: str | None = None,
) -> str:
    return _core.build_wheel(wheel_directory, with_llama_source(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: ConfigSettings | None = None,
    metadata_directory: str | None = None,
) -> str:
    return _core.build_editable(wheel_directory, with_llama_source(config_settings), metadata_directory)


def with_llama_source(config_settings: ConfigSettings | None) -> ConfigSettings:
    """Adds the CMake definitions for llama.cpp, unless the caller has set them or left the plugin out."""
    settings = dict(config_settings or {})
    if _definition(settings, "GENIEX_PLUGIN_LLAMA_CPP").upper() in ("OFF", "0", "FALSE", "NO"):
        return settings
    if _definition(settings, "GENIEX_LLAMA_CPP_DIR"):
        return settings
    named = os.environ.get("GENIEX_LLAMA_CPP_DIR", "")
    if named:
        settings["cmake.define.GENIEX_LLAMA_CPP_DIR"] = named
        return settings
    try:
        settings["cmake.define.GENIEX_LLAMA_CPP_DIR"] = str(ensure_source())
    except SourceError as error:
        raise SystemExit(f"geniex: {error}") from None
    settings["cmake.define.GENIEX_LLAMA_CPP_COMMIT"] = PIN.commit
    return settings


def _definition(settings: ConfigSettings, name: str) -> str:
    """A CMake definition as the caller gave it, by config setting or CMAKE_ARGS; "" when not given."""
    for key in (f"cmake.define.{name}", f"skbuild.cmake.define.{name}"):
        if settings.get(key):
            return str(settings[key])
    for argument in os.environ.get("CMAKE_ARGS", "").split():
        if argument.startswith(f"-D{name}"):
            return argument.partition("=")[2]
    return ""
