"""Whether this user may use a device, and which group would help."""

from __future__ import annotations

from .findings import Evidence, Finding, State
from .host import Host, Node
from .wording import Text, translate


def access_finding(host: Host, finding_id: str, title: Text, paths: tuple[str, ...]) -> Finding:
    """One finding about nodes that must all be readable and writable. They are there."""
    evidence: list[Evidence] = []
    closed: list[Node] = []
    for path in paths:
        try:
            node = host.node(path)
        except OSError as error:
            unread = translate("Doctor", "The device cannot be looked at.")
            return Finding(finding_id, title, State.UNKNOWN, unread, (Evidence(path, str(error)),))
        evidence.append(Evidence(path, f"{node.mode} {node.owner} {node.group}"))
        if not node.is_open_to_us:
            closed.append(node)
    evidence.append(Evidence("groups of this user", ", ".join(sorted(host.user_groups)) or "none"))
    if not closed:
        open_ = translate("Doctor", "You may use it.")
        return Finding(finding_id, title, State.PASS, open_, tuple(evidence))
    found = translate("Doctor", "You may not use it.")
    return Finding(finding_id, title, State.FAIL, found, tuple(evidence), _remedy(host, closed[0]))


def _remedy(host: Host, node: Node) -> Text:
    """Joining the group where that helps; never wider permissions for everybody."""
    no_help = node.mode[4:6] != "rw" or node.group == "root" or node.group in host.user_groups
    if no_help:
        return translate("Doctor", "Install the udev rules of the driver, which give the device to a group.")
    try:
        listed = host.group_members(node.group)
    except KeyError:
        listed = frozenset()
    if any(name in listed for name in host.identity.names):
        return translate("Doctor", "You have joined the group %1: log out and in again.").of(node.group)
    return translate(
        "Doctor", "Add your user to the group %1 (sudo usermod -aG %1 $USER), then log in again."
    ).of(node.group)
