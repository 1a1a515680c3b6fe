"""The libraries that run on the NPU itself: of llama.cpp's Hexagon backend, and of Qualcomm's runtime."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..host import CommandTimeout, Host, listing
from ..subject import Subject
from ..wording import translate

_CATALOGUE = "libggml-htp.cat"
_BOOT = r"SYSTEM\CurrentControlSet\Control"
_SIGNATURE_S = 8.0
_QNN_WHEEL = "onnxruntime-qnn"
_QNN_PACKAGE = "onnxruntime_qnn"


def check(subject: Subject, hexagon: int | None) -> Iterator[Finding]:
    """`hexagon` is the NPU's version, such as 73; None when it is not known."""
    host = subject.host
    separator = "\\" if host.system == "win32" else "/"
    folders = [subject.native_folder, f"{subject.native_folder}{separator}llama_cpp"]
    files = {name: folder for folder in folders for name in listing(host, folder)}
    yield _backend(folders[1], files, hexagon)
    if host.system == "win32" and any(name.startswith("libggml-htp") for name in files):
        yield _signing(host, files, separator)
    yield _qnn(host, hexagon)


def _backend(folder: str, files: dict[str, str], hexagon: int | None) -> Finding:
    title = translate("Doctor", "Hexagon libraries")
    htp = sorted(name for name in files if re.fullmatch(r"libggml-htp-v\d+\.so", name))
    evidence = (Evidence(f"libggml-htp-v*.so in {folder}", ", ".join(htp) or "none"),)
    if not htp:
        return Finding(
            "snapdragon.libraries",
            title,
            State.FAIL,
            translate("Doctor", "This build of the app brings nothing that runs on the NPU."),
            evidence,
            translate("Doctor", "Install the build of GenieX Desktop for Snapdragon."),
        )
    if hexagon is not None and f"libggml-htp-v{hexagon}.so" not in htp:
        return Finding(
            "snapdragon.libraries",
            title,
            State.FAIL,
            translate("Doctor", "None of them is for this NPU, a Hexagon v%1.").of(hexagon),
            evidence,
            translate("Doctor", "Use the CPU or GPU; llama.cpp has no part for this NPU here."),
        )
    found = translate("Doctor", "The part of llama.cpp that runs on the NPU is there.")
    return Finding("snapdragon.libraries", title, State.PASS, found, evidence)


def _signing(host: Host, files: dict[str, str], separator: str) -> Finding:
    """Windows' driver runs a library on the NPU only if a signed catalogue lists it."""
    title = translate("Doctor", "Signed catalogue")
    folder = files.get(_CATALOGUE)
    if folder is None:
        return Finding(
            "snapdragon.signing",
            title,
            State.FAIL,
            translate("Doctor", "%1 is missing: Windows will not let the libraries onto the NPU.").of(
                _CATALOGUE
            ),
            (Evidence(_CATALOGUE, "not found"),),
            translate("Doctor", "Install GenieX Desktop again."),
        )
    status = _signature(host, f"{folder}{separator}{_CATALOGUE}")
    testing = _test_signing(host)
    evidence = (Evidence(_CATALOGUE, f"signature: {status}"), Evidence("test signing", testing))
    if status == "Valid":
        signed = translate("Doctor", "The catalogue is signed, and Windows trusts the signature.")
        return Finding("snapdragon.signing", title, State.PASS, signed, evidence)
    if status in ("NotSigned", "HashMismatch", "NotTrusted", "UnknownError"):
        return Finding(
            "snapdragon.signing",
            title,
            State.FAIL,
            translate("Doctor", "Windows does not trust the catalogue (%1).").of(status),
            evidence,
            translate(
                "Doctor", "Install a signed build; one of your own needs its certificate and test signing."
            ),
        )
    unknown = translate("Doctor", "The signature cannot be looked at here.")
    return Finding("snapdragon.signing", title, State.UNKNOWN, unknown, evidence)


def _signature(host: Host, path: str) -> str:
    """Windows' word for the state of a file's signature, or why it could not be had."""
    quoted = path.replace("'", "''")
    script = f"(Get-AuthenticodeSignature -LiteralPath '{quoted}').Status"
    try:
        outcome = host.run(
            ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", script], _SIGNATURE_S
        )
    except (OSError, CommandTimeout) as error:
        return f"not known: {error}"
    return outcome.output.strip() if outcome.code == 0 else f"not known: exit code {outcome.code}"


def _test_signing(host: Host) -> str:
    try:
        options = host.registry_values(_BOOT).get("SystemStartOptions", "")
    except OSError as error:
        return f"not known: {error}"
    return "on" if "TESTSIGNING" in options.upper() else "off"


def _qnn(host: Host, hexagon: int | None) -> Finding:
    """Only for bundles made for Qualcomm's runtime: its absence is no fault."""
    title = translate("Doctor", "Qualcomm AI runtime")
    version = host.package_version(_QNN_WHEEL)
    folder = host.package_folder(_QNN_PACKAGE)
    if not version or folder is None:
        found = translate("Doctor", "Not installed; GGUF models do not need it.")
        return Finding("snapdragon.qairt", title, State.PASS, found, (Evidence(_QNN_WHEEL, "not installed"),))
    names = listing(host, str(folder))
    parts = [name for name in names if re.search(r"Htp|Genie|QnnSystem", name)]
    evidence = (Evidence(_QNN_WHEEL, f"version {version}"), Evidence(str(folder), ", ".join(parts) or "none"))
    skeleton = f"htpv{hexagon}skel"
    if hexagon is not None and not any(skeleton in name.lower() for name in names):
        return Finding(
            "snapdragon.qairt",
            title,
            State.WARN,
            translate("Doctor", "Version %1 has no part for this NPU, a Hexagon v%2.").of(version, hexagon),
            evidence,
            translate("Doctor", "Install the newest onnxruntime-qnn, and no second one beside it."),
        )
    found = translate("Doctor", "Version %1, with the part for this NPU.").of(version)
    return Finding("snapdragon.qairt", title, State.PASS, found, evidence)
