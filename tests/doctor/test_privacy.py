"""A report goes to strangers: no canary of a person or a machine may be in it."""

from __future__ import annotations

import pytest
from machines import FakeHost, orangepi, pc, runtime, snapdragon_windows, subject, with_files

from geniex_desktop.doctor.examination import examine
from geniex_desktop.doctor.host import Identity
from geniex_desktop.doctor.privacy import Cleaner
from geniex_desktop.doctor.report import as_json, as_text
from geniex_desktop.engine.types import PluginInfo
from geniex_desktop.errors import AppError

WEI = Identity("/home/zhang.wei", ("zhang.wei", "Zhang Wei"), ("weis-laptop.lan", "weis-laptop"))
WINDOWS = Identity(r"C:\Users\Zhang Wei", ("Zhang Wei",), ("WEIS-SURFACE",))
IMAGE = Identity("/root", ("root",), ("orangepi",))
SHORT = Identity("/", ("pi",), ())

CANARIES = (
    "zhang", "wei-", "weis-", "max", "mustermann", "0123456789abcdef", "SN-4711", "02:42:ac", "192.168.7.9",
    "hf_canary", "s3cr3t", "12345678-1234",
)  # fmt: skip


def canary_text(host: FakeHost) -> str:
    """What a driver or a loader might say."""
    home, name = host.identity.home, host.identity.host_names[0]
    return "\n".join(
        (
            f"cannot open {home}/Zhang Wei's models/private.gguf on {name}",
            r"or C:\Users\Max Mustermann\model or /home/mustermann/model or max.mustermann@example.org",
            "Serial Number: SN-4711-X  via 02:42:ac:11:00:02 from 192.168.7.9:8080",
            "id 12345678-1234-1234-1234-123456789abc",
            "hf_canaryCANARY123 Authorization: Bearer s3cr3t-token",
        )
    )


@pytest.mark.parametrize("make", [pc, snapdragon_windows, orangepi])
def test_no_canary_is_in_an_exported_report(make: object) -> None:
    host = make()  # type: ignore[operator]
    text = canary_text(host)
    host.registry = {key: {**values, "ImagePath": text} for key, values in host.registry.items()}
    host.environment = {**host.environment, "QT_IM_MODULE": "fcitx", "DISPLAY": "192.168.7.9:0"}
    host.commands = {"npu-smi info": text}
    logged = "".join(f"[ERROR] {line}\n" for line in text.splitlines())
    host = with_files(host, {f"{host.identity.home}/ascend/log/debug/plog/a.log": logged})
    for engine in (AppError(text, detail=text), runtime("CPU", plugins=(PluginInfo("qairt", failure=text),))):
        report = examine(subject(host, engine))
        assert "private.gguf" in as_json(report)
        for exported in (as_json(report), as_text(report)):
            lower = exported.lower()
            assert [canary for canary in CANARIES if canary.lower() in lower] == []


@pytest.mark.parametrize(
    ("identity", "text", "clean"),
    [
        (WEI, "/home/zhang.wei/x.gguf", "~/x.gguf"),
        (WEI, "/home/zhang.wei", "~"),
        (WEI, "in '/home/zhang.wei': no", "in '~': no"),
        (WEI, "/home/zhang.weiss/x", "/home/<user>/x"),
        (WEI, "/home/li/x and /Users/li/y", "/home/<user>/x and /Users/<user>/y"),
        (WEI, "/srv/home/models/x", "/srv/home/models/x"),
        (WEI, "zhang.wei@weis-laptop:~$", "<user>@<host>:~$"),
        (WEI, "by Zhang Wei.", "by <user>."),
        (WEI, "WEIS-LAPTOP.lan", "<host>"),
        (WINDOWS, r"C:\Users\Zhang Wei\AppData", r"~\AppData"),
        (WINDOWS, "c:/users/zhang wei/AppData", "~/AppData"),
        (WINDOWS, r"C:\Users\Li Na\AppData", r"C:\Users\<user>\AppData"),
        (WEI, "PySide6 6.8.0.2 and driver 31.0.48.2", "PySide6 6.8.0.2 and driver 31.0.48.2"),
        (WEI, "driver version 10.0.14.1", "driver version 10.0.14.1"),
        (WEI, "from 203.0.113.9:443 or http://203.0.113.9/x", "from <address>:443 or http://<address>/x"),
        (WEI, "https://me:pw@proxy.lan:3128", "https://<login>@proxy.lan:3128"),
        (WEI, "Serial\t\t: 0123456789abcdef", "Serial\t\t: <serial>"),
        (IMAGE, "root in /root on orangepi", "root in /root on orangepi"),
        (SHORT, "pi has a pipe, api and pi-hole", "<user> has a pipe, api and <user>-hole"),
    ],
)
def test_what_is_personal_goes_and_what_is_not_stays(identity: Identity, text: str, clean: str) -> None:
    assert Cleaner(identity).clean(text) == clean
