"""Runs all checks in order. What can be checked is one table: a new area is one module and one line."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .. import __version__
from .areas import (
    ascend,
    disk,
    display,
    engine,
    input_methods,
    memory,
    processor,
    snapdragon,
    versions,
)
from .findings import AreaFindings, Evidence, Finding, Report, State
from .privacy import without_personal_data
from .subject import Subject
from .wording import Text, translate

log = logging.getLogger(__name__)

Checks = Callable[[Subject], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Area:
    """Checks that belong together; each may depend on those before it."""

    id: str
    title: Text
    checks: Checks


AREAS = (
    Area("processor", translate("Doctor", "Processor"), processor.check),
    Area("memory", translate("Doctor", "Memory"), memory.check),
    Area("disk", translate("Doctor", "Disk"), disk.check),
    Area("versions", translate("Doctor", "Versions"), versions.check),
    Area("engine", translate("Doctor", "Engine and plugins"), engine.check),
    Area("snapdragon", translate("Doctor", "Snapdragon NPU"), snapdragon.check),
    Area("ascend", translate("Doctor", "Ascend NPU"), ascend.check),
    Area("display", translate("Doctor", "Display"), display.check),
    Area("input", translate("Doctor", "Input methods"), input_methods.check),
)


def examine(
    subject: Subject, areas: tuple[Area, ...] = AREAS, cancelled: Callable[[], bool] = lambda: False
) -> Report:
    """Looks at everything; takes seconds, so not for the GUI thread. Never raises.

    The report is free of personal data. After `cancelled` says yes it ends with the area at hand.
    """
    examined: list[AreaFindings] = []
    for area in areas:
        if cancelled():
            break
        examined.append(AreaFindings(area.id, area.title, tuple(_findings(area, subject))))
    return without_personal_data(Report(__version__, tuple(examined)), subject.host.identity)


def _findings(area: Area, subject: Subject) -> Iterator[Finding]:
    """An area's findings; a check that breaks costs itself and those that depend on it."""
    try:
        yield from area.checks(subject)
    except Exception as error:
        log.exception("a check of %s failed", area.id)
        yield Finding(
            f"{area.id}.unfinished",
            translate("Doctor", "Further checks"),
            State.UNKNOWN,
            translate("Doctor", "The check itself went wrong, which is a mistake of the app's."),
            (Evidence(area.id, f"{type(error).__name__}: {error}"),),
            translate("Doctor", "Report it together with this page."),
        )
