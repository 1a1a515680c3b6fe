"""OrangePi AIPro boards with one thing out of order each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from machines import (
    BOOT,
    HOME,
    HUNG,
    TOOLKIT,
    Examined,
    FakeHost,
    device_node,
    npu_table,
    orangepi,
    pc,
    with_files,
)

from geniex_desktop.doctor.findings import State
from geniex_desktop.doctor.host import Node, Outcome

Change = Callable[[FakeHost], FakeHost]
DRIVER = "/usr/local/Ascend/driver/version.info"
LOGS = f"{HOME}/ascend/log/debug/plog"
HEALTH = "npu-smi info -t health -i 0 -c 0"
CACHE = f"{HOME}/atc_data"
READ_ONLY = Node("drwxr-xr-x", "root", "root", False, BOOT)


def files(new: dict[str, str], *without: str) -> Change:
    return lambda host: with_files(host, new, without)


def closed(**changes: object) -> Change:
    def change(host: FakeHost) -> FakeHost:
        nodes = {path: device_node("HwHiAiUser") for path in ("/dev/davinci0", "/dev/davinci_manager")}
        return replace(host, nodes=nodes, **{"user_groups": frozenset({"users"}), **changes})  # type: ignore[arg-type]

    return change


def smi(table: str | Exception | Outcome, health: str = "") -> Change:
    commands: dict[str, str | Exception | Outcome] = {"npu-smi info": table}
    if health:
        commands[HEALTH] = health
    return lambda host: replace(host, commands=commands)


def sensor_alarm(code: str) -> Change:
    text = f"\tHealth Status                  : Alarm\n\tError Code                     : {code}\n"
    return smi(npu_table(health="Alarm", watts="0.0", celsius="65"), text)


CASES: list[tuple[str, Change, State, str, str]] = [
    ("ascend.board", lambda h: h, State.PASS, "Ascend", ""),
    ("ascend.nodes", lambda h: h, State.PASS, "has made", ""),
    ("ascend.nodes", files({}, "/dev/davinci"), State.FAIL, "not loaded", "official image"),
    ("ascend.nodes", files({}, "/dev/davinci_manager"), State.FAIL, "not loaded", "official image"),
    ("ascend.access", lambda h: h, State.PASS, "may use", ""),
    ("ascend.access", closed(groups={}), State.FAIL, "may not", "usermod -aG HwHiAiUser"),
    ("ascend.access", closed(), State.FAIL, "may not", "log out and in"),
    ("ascend.access", closed(user_groups=frozenset({"HwHiAiUser"})), State.FAIL, "may not", "udev rules"),
    ("ascend.access", files({}, "/dev/davinci"), State.UNKNOWN, "Not looked at", ""),
    ("ascend.versions", lambda h: h, State.PASS, "Driver 23.0.0 and CANN 8.0.0", ""),
    ("ascend.versions", files({DRIVER: "Version=22.0.4\n"}), State.FAIL, "507008", "newer driver"),
    ("ascend.versions", files({DRIVER: "Version=23.0.rc3\n"}), State.PASS, "23.0.rc3", ""),
    (
        "ascend.versions",
        files({f"{TOOLKIT}/version.info": "Version=7.0.RC1\n"}),
        State.WARN,
        "7.0.RC1",
        "8.0",
    ),
    ("ascend.versions", files({}, DRIVER), State.UNKNOWN, "cannot be compared", ""),
    ("ascend.toolkit", lambda h: h, State.PASS, TOOLKIT, ""),
    ("ascend.toolkit", files({}, TOOLKIT), State.FAIL, "not installed", "two packages"),
    (
        "ascend.toolkit",
        lambda h: with_files(
            replace(h, environment={"ASCEND_HOME_PATH": "/opt/cann"}),
            {"/opt/cann/aarch64-linux/lib64/libascendcl.so": ""},
        ),
        State.PASS,
        "/opt/cann",
        "",
    ),
    ("ascend.kernels", lambda h: h, State.PASS, "installed", ""),
    ("ascend.kernels", files({}, f"{TOOLKIT}/opp"), State.WARN, "not where", "310B kernels"),
    ("ascend.cache", lambda h: h, State.PASS, "kept", ""),
    (
        "ascend.cache",
        lambda h: replace(h, nodes={**h.nodes, CACHE: READ_ONLY}),
        State.WARN,
        "may not",
        "CACHE_PATH",
    ),
    ("ascend.cache", lambda h: replace(h, free=10**8), State.WARN, "no room", "200 MB"),
    (
        "ascend.cache",
        files({"/proc/mounts": f"tmpfs {HOME} tmpfs rw 0 0\n"}),
        State.WARN,
        "outlive",
        "real disk",
    ),
    ("ascend.cache", lambda h: replace(h, free=OSError(5, "I/O error")), State.UNKNOWN, "cannot be", ""),
    ("ascend.log", lambda h: h, State.PASS, "Nothing has been logged", ""),
    ("ascend.log", files({f"{LOGS}/plog-9_1.log": "[INFO] fine\n"}), State.PASS, "No errors", ""),
    (
        "ascend.log",
        files({f"{LOGS}/plog-9_1.log": "".join(f"[ERROR] RUNTIME(9): code {i}\n" for i in range(8))}),
        State.WARN,
        "8 errors",
        "ASCEND_GLOBAL_LOG_LEVEL=1",
    ),
    (
        "ascend.log",
        lambda h: replace(with_files(h, {f"{LOGS}/a.log": ""}), unreadable={f"{LOGS}/a.log"}),
        State.UNKNOWN,
        "cannot be read",
        "",
    ),
    ("ascend.health", lambda h: h, State.PASS, "healthy", ""),
    ("ascend.health", sensor_alarm("80E3A203"), State.PASS, "current sensor", ""),
    ("ascend.health", sensor_alarm("80F18003"), State.WARN, "Alarm, 80F18003", "off and on"),
    ("ascend.health", sensor_alarm("80E3A203, 80F18003"), State.WARN, "80F18003", "off and on"),
    ("ascend.health", smi(npu_table(health="Critical")), State.WARN, "Critical", "off and on"),
    ("ascend.health", smi("a table of the year 2030"), State.UNKNOWN, "not known here", ""),
    ("ascend.health", smi(FileNotFoundError(2, "No such file")), State.UNKNOWN, "no answer", ""),
    ("ascend.health", smi(HUNG), State.UNKNOWN, "no answer", ""),
    ("ascend.health", smi(Outcome(255, "DrvMngGetConsoleLogLevel failed")), State.UNKNOWN, "no answer", ""),
    ("ascend.health", files({}, "/dev/davinci"), State.UNKNOWN, "Not looked at", ""),
    ("ascend.temperature", lambda h: h, State.PASS, "52 °C", ""),
    ("ascend.temperature", smi(npu_table(celsius="85")), State.WARN, "slow down", "fan"),
    ("ascend.temperature", smi(npu_table(celsius="NA")), State.UNKNOWN, "no temperature", ""),
    ("ascend.users", lambda h: h, State.UNKNOWN, "does not tell", ""),
    ("ascend.users", lambda h: replace(h, users=HUNG), State.UNKNOWN, "does not tell", ""),
    ("ascend.users", lambda h: replace(h, users=[]), State.PASS, "Nobody", ""),
    ("ascend.users", lambda h: replace(h, users=[812, 813]), State.WARN, "2 other", "Close"),
    ("ascend.users", smi(npu_table(processes=())), State.PASS, "Nobody", ""),
    ("ascend.users", smi(npu_table(processes=("812 | python3",))), State.WARN, "1 other", "Close"),
    (
        "ascend.users",
        smi(npu_table(processes=tuple(f"{900 + i} | worker" for i in range(64)))),
        State.FAIL,
        "64 other",
        "Close",
    ),
]


@pytest.mark.parametrize(("check", "change", "state", "found", "action"), CASES)
def test_a_check_on_a_changed_board(
    examined: Examined, check: str, change: Change, state: State, found: str, action: str
) -> None:
    finding = examined(change(orangepi()))[check]
    assert finding.state is state
    assert found in str(finding.found)
    assert action in str(finding.action or "")


def test_everything_is_listed_also_where_the_first_step_fails(examined: Examined) -> None:
    whole = [name for name in examined(orangepi()) if name.startswith("ascend.")]
    without_nodes = with_files(orangepi(), {}, ("/dev/davinci",))
    assert [name for name in examined(without_nodes) if name.startswith("ascend.")] == whole
    assert without_nodes.ran == []


def test_npu_smi_is_found_beside_the_driver(examined: Examined) -> None:
    host = replace(orangepi(), commands={"/usr/local/Ascend/driver/tools/npu-smi info": npu_table()})
    assert examined(host)["ascend.temperature"].state is State.PASS


def test_a_card_in_another_machine_is_an_ascend_npu_too(examined: Examined) -> None:
    host = replace(pc(), nodes={"/dev/davinci3": device_node("HwHiAiUser")})
    findings = examined(host)
    assert findings["ascend.board"].evidence[0].found == "/dev/davinci3"
    assert findings["ascend.nodes"].state is State.FAIL


def test_the_newest_log_since_the_start_counts(examined: Examined) -> None:
    old = Node("-rw-------", "x", "x", True, BOOT - 1)
    host = with_files(orangepi(), {f"{LOGS}/old.log": "[ERROR] old\n", f"{LOGS}/new.log": "[ERROR] new\n"})
    host.nodes[f"{LOGS}/old.log"] = old
    assert examined(host)["ascend.log"].evidence[0].found == "[ERROR] new"
    host.nodes[f"{LOGS}/new.log"] = old
    assert examined(host)["ascend.log"].state is State.PASS
