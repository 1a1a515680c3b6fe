"""What the tests of telemetry share."""

from __future__ import annotations

from pathlib import Path

import pytest
from machines import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An empty machine."""
    root = tmp_path / "root"
    root.mkdir()
    return Machine(root)
