"""How the engine's threads wait for each other: asleep, unless the environment says otherwise."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import ctypes
from geniex_desktop.engine.library import open_library
from geniex_desktop.engine.location import engine_files

library = open_library(engine_files())
library.init()
getenv = ctypes.CDLL(None).getenv
getenv.restype = ctypes.c_char_p
print(getenv(b"OMP_WAIT_POLICY"))
library.deinit()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the policy is set for the OpenMP of Linux builds")
@pytest.mark.parametrize(
    ("environment", "policy", "left_behind"),
    [
        ({}, "OMP_WAIT_POLICY = 'PASSIVE'", "None"),
        ({"OMP_WAIT_POLICY": "active"}, "OMP_WAIT_POLICY = 'ACTIVE'", "b'active'"),
        ({"GOMP_SPINCOUNT": "77"}, "GOMP_SPINCOUNT = '77'", "None"),
    ],
)
def test_policy_when_the_engine_is_loaded(environment: dict[str, str], policy: str, left_behind: str) -> None:
    inherited = {k: v for k, v in os.environ.items() if k not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**inherited, "OMP_DISPLAY_ENV": "verbose", **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert policy in result.stderr
    assert result.stdout.strip() == left_behind
