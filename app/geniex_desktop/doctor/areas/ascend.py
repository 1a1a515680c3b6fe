"""Ascend NPUs: the board, its device nodes and who may use them; then software, health and logs.

In the order in which one thing needs the other. After a failure that hides the rest, the rest is listed as
not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..access import access_finding
from ..findings import Evidence, Finding, State, not_looked_at
from ..host import Host, exists, listing, text_or_none
from ..subject import Subject
from ..wording import translate
from . import ascend_health, ascend_software

_MODEL = "/proc/device-tree/model"
_INSTALL_FACTS = "/etc/ascend_install.info"
_DRIVER = "/usr/local/Ascend/driver"
_MANAGER = "/dev/davinci_manager"
_BOARDS = re.compile(r"ascend|atlas|orange ?pi ?ai|hi1910|310b", re.IGNORECASE)


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    signs = _signs(host)
    title = translate("Doctor", "Board")
    if not signs:
        none = translate("Doctor", "There is no Ascend NPU here; there is nothing to check.")
        evidence = (
            Evidence(_MODEL, text_or_none(host, _MODEL) or "not there"),
            Evidence("/dev/davinci*, " + _INSTALL_FACTS, "not there"),
        )
        yield Finding("ascend.board", title, State.PASS, none, evidence)
        return
    found = translate("Doctor", "A machine with an Ascend NPU.")
    yield Finding("ascend.board", title, State.PASS, found, signs)
    nodes = _nodes(host)
    yield nodes
    if nodes.state is State.PASS:
        yield access_finding(
            host, "ascend.access", translate("Doctor", "NPU access"), (*_davincis(host), _MANAGER)
        )
    else:
        yield not_looked_at("ascend.access", translate("Doctor", "NPU access"), nodes)
    yield from ascend_software.check(subject)
    yield from ascend_health.check(host, nodes)


def _signs(host: Host) -> tuple[Evidence, ...]:
    """All that shows an Ascend NPU; nothing on any other machine."""
    if host.system != "linux":
        return ()
    signs = []
    model = text_or_none(host, _MODEL) or ""
    if _BOARDS.search(model):
        signs.append(Evidence(_MODEL, model))
    davincis = _davincis(host)
    if davincis:
        signs.append(Evidence("/dev", ", ".join(davincis)))
    facts = text_or_none(host, _INSTALL_FACTS)
    if facts is not None:
        signs.append(Evidence(_INSTALL_FACTS, facts))
    elif exists(host, _DRIVER):
        signs.append(Evidence(_DRIVER, "there"))
    return tuple(signs)


def _davincis(host: Host) -> list[str]:
    return [f"/dev/{name}" for name in listing(host, "/dev") if re.fullmatch(r"davinci\d+", name)]


def _nodes(host: Host) -> Finding:
    title = translate("Doctor", "Device nodes")
    davincis = _davincis(host)
    manager = exists(host, _MANAGER)
    evidence = (
        Evidence("/dev/davinci*", ", ".join(davincis) or "none"),
        Evidence(_MANAGER, "there" if manager else "not there"),
    )
    if davincis and manager:
        there = translate("Doctor", "The driver has made its device nodes.")
        return Finding("ascend.nodes", title, State.PASS, there, evidence)
    return Finding(
        "ascend.nodes",
        title,
        State.FAIL,
        translate("Doctor", "Device nodes are missing: the NPU's driver is not loaded."),
        evidence,
        translate("Doctor", "Start the board's official image, or install its driver package again."),
    )
