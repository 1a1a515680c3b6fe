"""Machines made of plain data: what the doctor's checks are tried on.

Paths, nodes and command output have the shapes of real machines; names, ids and serials are invented.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from geniex_desktop.doctor.findings import Finding
from geniex_desktop.doctor.host import CommandTimeout, Identity, Memory, Node, Outcome
from geniex_desktop.doctor.subject import Subject
from geniex_desktop.engine.types import DeviceInfo, PluginInfo, RuntimeInfo
from geniex_desktop.errors import AppError

# Every finding of a machine by its id: `examined(host, runtime)`.
Examined = Callable[..., dict[str, Finding]]

GIB = 2**30
BOOT = 1_750_000_000.0
HOME = "/home/zhang.wei"
MODELS = f"{HOME}/.local/share/geniex-desktop/models"
NATIVE = "/opt/geniex-desktop/_native"
PYSIDE = "/opt/geniex-desktop/PySide6"
WEI = Identity(HOME, ("zhang.wei", "Zhang Wei"), ("weis-laptop",))
ROOMY = Memory(16 * GIB, 12 * GIB)
CHIP_KEY = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
PACKAGES = dict.fromkeys(
    ("cffi", "filelock", "huggingface_hub", "httpx2", "platformdirs", "psutil", "pygments", "qasync"), "1.2.3"
)


@dataclass
class FakeHost:
    """A `Host` out of dictionaries. `files`: contents by path; one that ends in the separator is a folder.

    Attributes:
        nodes: What differs from a file that is open to everybody.
        commands: Output by the whole command line, or the exception that running it raises.
        ran: Every command line that was run.
        users: Processes that use the NPU, or what asking for them raises.
    """

    system: str = "linux"
    architecture: str = "x86_64"
    environment: Mapping[str, str] = field(default_factory=dict)
    identity: Identity = WEI
    python_version: tuple[int, int, int] = (3, 12, 4)
    python_executable: str = f"{HOME}/venv/bin/python"
    libc: str = "glibc 2.36"
    user_groups: frozenset[str] = frozenset({"users"})
    boot_time: float = BOOT
    files: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, Node | OSError] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    groups: dict[str, frozenset[str]] = field(default_factory=dict)
    free: int | OSError = 100 * 10**9
    ram: Memory = ROOMY
    features: set[int] = field(default_factory=set)
    registry: dict[str, dict[str, str]] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=lambda: {"PySide6-Essentials": "6.8.0.2", **PACKAGES})
    folders: dict[str, str] = field(default_factory=lambda: {"PySide6": PYSIDE})
    commands: dict[str, str | Exception | Outcome] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    users: list[int] | Exception = field(default_factory=lambda: OSError("libdcmi.so is missing"))

    @property
    def separator(self) -> str:
        return "\\" if self.system == "win32" else "/"

    def read_text(self, path: str, limit: int = 65536) -> str:
        if path in self.unreadable:
            raise PermissionError(13, "Permission denied", path)
        if path not in self.files:
            raise FileNotFoundError(2, "No such file or directory", path)
        return self.files[path][:limit]

    def read_tail(self, path: str, limit: int = 65536) -> str:
        return self.read_text(path, 2**30)[-limit:]

    def names_in(self, folder: str) -> list[str]:
        start = folder.rstrip(self.separator) + self.separator
        below = [path[len(start) :] for path in (*self.files, *self.nodes) if path.startswith(start)]
        if not below and start not in self.files:
            raise FileNotFoundError(2, "No such file or directory", folder)
        return sorted({name.split(self.separator)[0] for name in below} - {""})

    def node(self, path: str) -> Node:
        if path in self.nodes:
            found = self.nodes[path]
            if isinstance(found, OSError):
                raise found
            return found
        if path in self.files:
            return Node("-rw-r--r--", "root", "root", True, BOOT + 60)
        self.names_in(path)
        return Node("drwxr-xr-x", "root", "root", True, BOOT + 60)

    def group_members(self, group: str) -> frozenset[str]:
        return self.groups[group]

    def free_bytes(self, folder: str) -> int:
        if isinstance(self.free, OSError):
            raise self.free
        return self.free

    def memory(self) -> Memory:
        return self.ram

    def has_processor_feature(self, number: int) -> bool:
        return number in self.features

    def registry_values(self, key: str) -> Mapping[str, str]:
        if key not in self.registry:
            raise FileNotFoundError(2, "The system cannot find the file specified")
        return self.registry[key]

    def registry_keys(self, key: str) -> list[str]:
        names = [name[len(key) + 1 :] for name in self.registry if name.startswith(f"{key}\\")]
        if not names:
            raise FileNotFoundError(2, "The system cannot find the file specified")
        return names

    def package_version(self, name: str) -> str:
        return self.packages.get(name, "")

    def package_folder(self, name: str) -> PurePath | None:
        make = PureWindowsPath if self.system == "win32" else PurePosixPath
        return make(self.folders[name]) if name in self.folders else None

    def npu_users(self, timeout_s: float) -> list[int]:
        if isinstance(self.users, Exception):
            raise self.users
        return self.users

    def run(self, command: Sequence[str], timeout_s: float) -> Outcome:
        line = " ".join(command)
        self.ran.append(line)
        answer = self.commands.get(line, FileNotFoundError(2, "No such file or directory", command[0]))
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Outcome) else Outcome(0, answer)


def device_node(group: str, *, mode: str = "crw-rw----", open_to_us: bool = False) -> Node:
    assert len(mode) == 10
    return Node(mode, "root", group, open_to_us, BOOT + 1)


def runtime(*devices: str, plugins: tuple[PluginInfo, ...] = ()) -> RuntimeInfo:
    """A runtime with the llama_cpp plugin and its devices, and other plugins behind it."""
    infos = tuple(DeviceInfo(name, f"Test {name}") for name in devices)
    own = PluginInfo("llama_cpp", "b1", infos)
    return RuntimeInfo("0.1.0", f"{NATIVE}/libgeniex.so", True, (own, *plugins))


def subject(host: FakeHost, engine: RuntimeInfo | AppError | None = None) -> Subject:
    if host.system == "win32":
        models, native = r"C:\Users\Zhang Wei\AppData\Local\geniex-desktop\models", r"C:\GenieX\_native"
    else:
        models, native = MODELS, NATIVE
    return Subject(host, engine if engine is not None else runtime("CPU"), models, native)


def with_files(host: FakeHost, files: dict[str, str], without: Sequence[str] = ()) -> FakeHost:
    """The same machine with other files; `without` are beginnings of paths that are left out."""
    kept = {path: text for path, text in host.files.items() if not path.startswith(tuple(without) or ("\0",))}
    nodes = {
        path: node for path, node in host.nodes.items() if not path.startswith(tuple(without) or ("\0",))
    }
    return replace(host, files={**kept, **files}, nodes=nodes, ran=[])


# ---------------------------------------------------------------- a PC

_QT_FILES = {
    f"{PYSIDE}/Qt/plugins/platforms/libqxcb.so": "",
    f"{PYSIDE}/Qt/plugins/platforms/libqwayland.so": "",
    f"{PYSIDE}/Qt/plugins/platforms/libqoffscreen.so": "",
    f"{PYSIDE}/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so": "",
    f"{PYSIDE}/Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so": "",
}
_QT_LIBRARIES = (
    "libEGL.so.1", "libGL.so.1", "libxkbcommon.so.0", "libfontconfig.so.1", "libxcb-cursor.so.0",
    "libxkbcommon-x11.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1",
)  # fmt: skip


def _linux_files(architecture: str, cpuinfo: str, name: str) -> dict[str, str]:
    libraries = {f"/usr/lib/{architecture}-linux-gnu/{library}": "" for library in _QT_LIBRARIES}
    return {
        **_QT_FILES,
        **libraries,
        "/proc/cpuinfo": cpuinfo,
        "/etc/os-release": f'NAME="x"\nPRETTY_NAME="{name}"\n',
        "/proc/sys/kernel/osrelease": "6.1.0-31\n",
        "/proc/mounts": "/dev/root / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\n",
        f"{HOME}/": "",
        "/dev/null": "",
        f"{NATIVE}/libgeniex.so": "",
        f"{NATIVE}/llama_cpp/libgeniex_plugin.so": "",
    }


def pc() -> FakeHost:
    """A Linux PC without an NPU, in an X11 session."""
    cpuinfo = "processor\t: 0\nmodel name\t: AMD EPYC\nflags\t\t: fpu sse4_2 avx avx2 fma f16c avx512f\n"
    return FakeHost(
        environment={"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11", "LANG": "en_GB.UTF-8"},
        files=_linux_files("x86_64", cpuinfo, "Debian GNU/Linux 12 (bookworm)"),
    )


# ---------------------------------------------------------------- Snapdragon X

_SERVICE = r"SYSTEM\CurrentControlSet\Services\qcnspmcdm"
_NPU_CLASS = r"SYSTEM\CurrentControlSet\Control\Class\{f01a9d53-3ff6-48d2-9f97-c8a7004be10c}"
DRIVER_STORE = r"C:\Windows\System32\DriverStore\FileRepository\qcnspmcdm8380.inf_arm64_0123456789abcdef"
SIGNATURE = (
    "powershell.exe -NoProfile -NonInteractive -Command "
    r"(Get-AuthenticodeSignature -LiteralPath 'C:\GenieX\_native\llama_cpp\libggml-htp.cat').Status"
)


def snapdragon_windows() -> FakeHost:
    """A Snapdragon X laptop on which everything is as it should be."""
    return FakeHost(
        system="win32",
        architecture="aarch64",
        environment={"SystemRoot": r"C:\Windows"},
        identity=Identity(r"C:\Users\Zhang Wei", ("Zhang Wei",), ("WEIS-SURFACE",)),
        python_executable=r"C:\Users\Zhang Wei\venv\Scripts\python.exe",
        libc="",
        files={
            f"{DRIVER_STORE}\\libcdsprpc.dll": "",
            f"{DRIVER_STORE}\\qcnspmcdm8380.sys": "",
            r"C:\GenieX\_native\geniex.dll": "",
            r"C:\GenieX\_native\llama_cpp\geniex_plugin.dll": "",
            r"C:\GenieX\_native\llama_cpp\libggml-htp-v73.so": "",
            r"C:\GenieX\_native\llama_cpp\libggml-htp-v81.so": "",
            r"C:\GenieX\_native\llama_cpp\libggml-htp.cat": "",
            "C:\\Users\\Zhang Wei\\": "",
        },
        features={43, 66},
        registry={
            CHIP_KEY: {"ProcessorNameString": "Snapdragon(R) X Elite - X1E78100 - Qualcomm(R) Oryon(TM) CPU"},
            r"SOFTWARE\Microsoft\Windows NT\CurrentVersion": {
                "ProductName": "Windows 11 Home",
                "CurrentBuild": "26100",
            },
            r"SYSTEM\CurrentControlSet\Control": {"SystemStartOptions": " NOEXECUTE=OPTIN"},
            _SERVICE: {
                "ImagePath": "\\SystemRoot" + DRIVER_STORE[len(r"C:\Windows") :] + r"\qcnspmcdm8380.sys"
            },
            rf"{_NPU_CLASS}\0000": {
                "DriverDesc": "Snapdragon(R) X Elite - X1E78100 - Qualcomm(R) Hexagon(TM) NPU",
                "DriverVersion": "30.0.140.10",
                "DriverDate": "4-2-2025",
            },
        },
        commands={SIGNATURE: "Valid\r\n"},
    )


def snapdragon_linux() -> FakeHost:
    """The same chip under Linux, with access to the NPU."""
    cpuinfo = "processor\t: 0\nFeatures\t: fp asimd asimdhp asimddp i8mm bf16\n"
    node = device_node("fastrpc", open_to_us=True)
    return FakeHost(
        architecture="aarch64",
        environment={"WAYLAND_DISPLAY": "wayland-0", "LANG": "en_GB.UTF-8"},
        user_groups=frozenset({"users", "fastrpc"}),
        groups={"fastrpc": frozenset({"zhang.wei"})},
        files={
            **_linux_files("aarch64", cpuinfo, "Ubuntu 25.10"),
            "/proc/device-tree/compatible": "lenovo,yoga-slim7x\0qcom,x1e80100\0",
            "/sys/class/remoteproc/remoteproc0/name": "adsp\n",
            "/sys/class/remoteproc/remoteproc0/state": "running\n",
            "/sys/class/remoteproc/remoteproc1/name": "cdsp\n",
            "/sys/class/remoteproc/remoteproc1/state": "running\n",
            "/usr/lib/aarch64-linux-gnu/libcdsprpc.so": "",
            "/usr/lib/aarch64-linux-gnu/libcdsprpc.so.1": "",
            f"{NATIVE}/llama_cpp/libggml-htp-v73.so": "",
        },
        nodes={"/dev/fastrpc-cdsp": node, "/dev/dma_heap/system": replace(node, group="video")},
    )


# ---------------------------------------------------------------- OrangePi AIPro

TOOLKIT = "/usr/local/Ascend/ascend-toolkit/latest"
_RULE = "+" + "-" * 79 + "+\n"


def npu_table(
    *, health: str = "OK", watts: str = "7.4", celsius: str = "52", processes: tuple[str, ...] | None = None
) -> str:
    """What `npu-smi info` prints; the 310B has no table of processes."""
    table = (
        _RULE
        + "| npu-smi 25.0.rc1.1                         Version: 25.0.rc1.1                      |\n"
        + _RULE
        + "| NPU     Name                  | Health          | Power(W)  Temp(C)  Hugepages-Usage(page) |\n"
        + "| Chip    Device                | Bus-Id          | AICore(%) Memory-Usage(MB)               |\n"
        + "+=======+=======+=======+\n"
        + f"| 0       310B4                 | {health:<15} | {watts:<9} {celsius:<7} 15 / 15              |\n"
        + "| 0       0                     | NA              | 0         1331 / 7545                    |\n"
        + _RULE
    )
    if processes is not None:
        table += "| NPU     Chip  | Process id  | Process name  | Process memory(MB) |\n+=====+=====+\n"
        table += "".join(f"| 0       0     | {row} | 120 |\n" for row in processes)
        table += "" if processes else "| No running processes found in NPU 0 |\n"
        table += _RULE
    return table


def orangepi() -> FakeHost:
    """An OrangePi AIPro on which everything is as it should be."""
    cpuinfo = "processor\t: 0\nFeatures\t: fp asimd asimdhp asimddp\nSerial\t\t: 0123456789abcdef\n"
    node = device_node("HwHiAiUser", open_to_us=True)
    return FakeHost(
        architecture="aarch64",
        environment={"DISPLAY": ":0", "LANG": "zh_CN.UTF-8", "QT_IM_MODULE": "ibus"},
        user_groups=frozenset({"users", "HwHiAiUser"}),
        groups={"HwHiAiUser": frozenset({"zhang.wei"})},
        ram=Memory(8 * GIB, 5 * GIB),
        files={
            **_linux_files("aarch64", cpuinfo, "Ubuntu 22.04.3 LTS"),
            "/proc/device-tree/model": "OrangePi AI Pro\0",
            "/etc/ascend_install.info": "Driver_Install_Type=full\nUserName=HwHiAiUser\n",
            "/usr/local/Ascend/driver/version.info": "Version=23.0.0\nascendhal_version=7.35.19\n",
            f"{TOOLKIT}/lib64/libascendcl.so": "",
            f"{TOOLKIT}/version.cfg": "# comment\ntoolkit_installed_version=[8.0.0.10:8.0.0]\n",
            f"{TOOLKIT}/opp/built-in/op_impl/ai_core/tbe/kernel/ascend310b/add.json": "",
            f"{HOME}/atc_data/": "",
        },
        nodes={"/dev/davinci0": node, "/dev/davinci_manager": node},
        commands={"npu-smi info": npu_table()},
    )


HUNG = CommandTimeout("no answer within 5 s")
