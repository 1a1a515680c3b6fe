"""The directory of a zip archive that may lie far away: read by ranges, within bounds, trusting nothing."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .artifact import SourceFailed

ReadRange = Callable[[int, int], bytes]
"""The bytes from an offset on: `read(offset, length)`."""

STORED, DEFLATED = 0, 8

_TAIL = (64 << 10) + 22
_MAX_ENTRIES = 20_000
_MAX_DIRECTORY = 8 << 20
_RATIO = 200
_RATIO_FROM = 100 << 20
_ENCRYPTED = 1
_SATURATED_16, _SATURATED_32 = 0xFFFF, 0xFFFFFFFF

_END = struct.Struct("<4s4H2LH")
_LOCATOR64 = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive: lengths and offset in bytes.

    Attributes:
        name: As the archive has it; not to be used as a path.
    """

    name: str
    size: int
    packed: int
    method: int
    crc32: str
    header: int


def read_members(read: ReadRange, total: int, what: str) -> list[Member]:
    """The files of an archive of `total` bytes; folders are left out.

    Raises:
        SourceFailed: no archive, a damaged or split one, or one that is made to do harm.
    """
    tail_length = min(total, _TAIL)
    tail = read(total - tail_length, tail_length)
    at = tail.rfind(b"PK\5\6")
    if at < 0 or at + _END.size > len(tail):
        raise _refuse(what, "it has no directory")
    _, disk, first_disk, _, count, length, offset, _ = _END.unpack_from(tail, at)
    if _SATURATED_16 in (count, disk) or _SATURATED_32 in (length, offset):
        disk, first_disk, count, length, offset = _end_of_large_archive(read, tail, at, total, what)
    if disk or first_disk:
        raise _refuse(what, "it is split over several files")
    if count > _MAX_ENTRIES or length > _MAX_DIRECTORY or offset + length > total:
        raise _refuse(what, "its directory is out of bounds")
    members = list(_entries(read(offset, length) if length else b"", count, total, what))
    names = [member.name for member in members]
    if len(set(names)) != len(names):
        raise _refuse(what, "it holds two files of one name")
    if sum(member.size for member in members) > _RATIO * max(total, _RATIO_FROM // _RATIO):
        raise _refuse(what, "it would unpack to far more than a model of its size")
    return members


def data_offset(read: ReadRange, member: Member, total: int, what: str) -> int:
    """Where a member's bytes begin: its own header may differ from the directory's in length."""
    if member.header + _LOCAL.size > total:
        raise _refuse(what, "a file lies outside of it")
    header = _LOCAL.unpack(read(member.header, _LOCAL.size))
    offset = int(member.header + _LOCAL.size + header[9] + header[10])
    if header[0] != b"PK\3\4" or offset + member.packed > total:
        raise _refuse(what, "a file lies outside of it")
    return offset


def inflate(blocks: Iterable[bytes], member: Member, what: str) -> Iterator[bytes]:
    """A member's unpacked bytes, never more than the directory promised."""
    if member.method == STORED:
        yield from blocks
        return
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    done = 0
    for block in blocks:
        pending = block
        while pending:
            try:
                unpacked = unpacker.decompress(pending, 1 << 20)
            except zlib.error as error:
                raise _refuse(what, f"'{member.name}' is damaged") from error
            done += len(unpacked)
            if done > member.size:
                raise _refuse(what, f"'{member.name}' is longer than it says")
            yield unpacked
            if not unpacked and not unpacker.unconsumed_tail:
                break
            pending = unpacker.unconsumed_tail
    if done != member.size or not unpacker.eof:
        raise _refuse(what, f"'{member.name}' is cut off")


def _end_of_large_archive(
    read: ReadRange, tail: bytes, at: int, total: int, what: str
) -> tuple[int, int, int, int, int]:
    """The ZIP64 form of the end record: disk, first disk, entries, length and offset of the directory."""
    locator = at - _LOCATOR64.size
    if locator < 0 or tail[locator : locator + 4] != b"PK\6\7":
        raise _refuse(what, "its directory cannot be found")
    offset = _LOCATOR64.unpack_from(tail, locator)[2]
    if offset + _END64.size > total:
        raise _refuse(what, "its directory is out of bounds")
    record = _END64.unpack(read(offset, _END64.size))
    if record[0] != b"PK\6\6":
        raise _refuse(what, "its directory cannot be found")
    return record[4], record[5], record[7], record[8], record[9]


def _entries(directory: bytes, count: int, total: int, what: str) -> Iterator[Member]:
    at = 0
    for _ in range(count):
        if at + _ENTRY.size > len(directory):
            raise _refuse(what, "its directory is cut off")
        fields = _ENTRY.unpack_from(directory, at)
        flags, method, crc, packed, size = fields[3], fields[4], fields[7], fields[8], fields[9]
        name_length, extra_length, comment_length, header = *fields[10:13], fields[16]
        name_at, extra_at = at + _ENTRY.size, at + _ENTRY.size + name_length
        at = extra_at + extra_length + comment_length
        if fields[0] != b"PK\1\2" or at > len(directory):
            raise _refuse(what, "its directory is damaged")
        name = directory[name_at:extra_at].decode("utf-8", "replace")
        extra = directory[extra_at : extra_at + extra_length]
        size, packed, header = _large_values(extra, size, packed, header, what)
        if name.endswith("/"):
            continue
        if flags & _ENCRYPTED or method not in (STORED, DEFLATED):
            raise _refuse(what, f"'{name}' is packed in a way that is not supported")
        if method == STORED and packed != size:
            raise _refuse(what, f"'{name}' has two lengths")
        if header + packed > total:
            raise _refuse(what, "a file lies outside of it")
        yield Member(name, size, packed, method, f"{crc:08x}", header)


def _large_values(extra: bytes, size: int, packed: int, header: int, what: str) -> tuple[int, int, int]:
    """Values that do not fit into 32 bits stand in an extra field, in this order, if they are saturated."""
    values = [size, packed, header]
    if _SATURATED_32 not in values:
        return size, packed, header
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            field, place = extra[at + 4 : at + 4 + length], 0
            for index, value in enumerate(values):
                if value == _SATURATED_32:
                    if place + 8 > len(field):
                        break
                    (values[index],) = struct.unpack_from("<Q", field, place)
                    place += 8
            return values[0], values[1], values[2]
        at += 4 + length
    raise _refuse(what, "its directory is damaged")


def _refuse(what: str, reason: str) -> SourceFailed:
    return SourceFailed(
        f"The archive {what} cannot be used.",
        cause=f"{reason[0].upper()}{reason[1:]}.",
        hint="Choose another source.",
    )
