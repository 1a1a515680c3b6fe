"""The C headers as Python reads them agree with a C compiler, and with what Python repeats of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from cffi import FFI

from geniex_desktop.engine import cdefs, failures
from geniex_desktop.engine.types import CANCELLED, Edge, Phase


@pytest.fixture(scope="module")
def ffi(include: Path) -> FFI:
    parsed = FFI()
    parsed.cdef(cdefs.declarations(include))
    return parsed


def structs(ffi: FFI) -> list[str]:
    """The structures with members; handles have none to compare."""
    typedefs, _, _ = ffi.list_types()
    kinds = {name: ffi.typeof(name) for name in typedefs if name.startswith("geniex_")}
    return [name for name, kind in kinds.items() if kind.kind == "struct" and kind.fields is not None]


def test_layout_of_every_struct(ffi: FFI, compile_c, tmp_path: Path) -> None:
    expected: dict[str, int] = {}
    for name in structs(ffi):
        expected[f"sizeof({name})"] = ffi.sizeof(name)
        expected[f"_Alignof({name})"] = ffi.alignof(name)
        for field, member in ffi.typeof(name).fields:
            expected[f"offsetof({name}, {field})"] = member.offset
            expected[f"sizeof((({name}*)0)->{field})"] = ffi.sizeof(member.type)
    assert len(structs(ffi)) > 50
    source = tmp_path / "layout.c"
    lines = "\n".join(f'printf("%zu\\n", (size_t)({expression}));' for expression in expected)
    headers = "\n".join(f'#include "{header}"' for header in cdefs.HEADERS)
    source.write_text(f"#include <stdio.h>\n{headers}\nint main(void) {{\n{lines}\nreturn 0;\n}}\n")
    program = tmp_path / "layout"
    compile_c(source, program)
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert dict(zip(expected, map(int, output.split()), strict=True)) == expected


def test_every_declared_function_is_in_the_library(ffi: FFI, include: Path, native_build: Path) -> None:
    lib = ffi.dlopen(str(native_build / "lib" / "libgeniex.so"))
    headers = "\n".join((include / name).read_text() for name in cdefs.HEADERS)
    exported = headers.count("GENIEX_API ") - headers.count("#define GENIEX_API ")
    functions = [name for name in dir(lib) if name.startswith("geniex_")]
    assert len(functions) == exported
    assert all(getattr(lib, name) for name in functions)


@pytest.mark.parametrize(("python", "c"), [(Phase, "geniex_Phase"), (Edge, "geniex_PhaseEdge")])
def test_enumerations_that_python_repeats(ffi: FFI, python, c: str) -> None:
    names = {value: name.rsplit("_", 1)[1] for value, name in ffi.typeof(c).elements.items()}
    assert {member.value: member.name.rsplit("_", 1)[-1] for member in python} == names


def test_codes_that_python_repeats(ffi: FFI) -> None:
    codes = {
        name.removeprefix("GENIEX_ERROR_"): code
        for code, name in ffi.typeof("geniex_ErrorCode").elements.items()
    }
    assert codes["COMMON_CANCELLED"] == CANCELLED
    assert set(failures._ADVICE) <= set(codes)


def test_a_missing_header_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        cdefs.declarations(tmp_path)
