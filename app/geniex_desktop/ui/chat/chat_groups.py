"""The list of chats in groups: pinned, folders, then by day. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from PySide6.QtCore import QCoreApplication

from ...chats.records import ChatInfo

_WEEK, _MONTH = 7, 30


@dataclass(frozen=True, slots=True)
class Group:
    """Chats under a heading."""

    title: str
    chats: tuple[ChatInfo, ...]


def grouped(chats: Sequence[ChatInfo], today: date) -> list[Group]:
    """Groups in the order in which they are shown; within each, the order of the store.

    Days never go back up the list, even where a clock was set back between two chats.
    """
    pinned = [chat for chat in chats if chat.pinned]
    loose = [chat for chat in chats if not chat.pinned]
    groups = [Group(QCoreApplication.translate("Chats", "Pinned"), tuple(pinned))] if pinned else []
    folders = sorted({chat.folder for chat in loose if chat.folder}, key=str.casefold)
    groups += [Group(folder, tuple(chat for chat in loose if chat.folder == folder)) for folder in folders]
    age = 0
    days: dict[int, list[ChatInfo]] = {}
    for chat in loose:
        if not chat.folder:
            age = max(age, _age(chat, today))
            days.setdefault(age, []).append(chat)
    names = _names()
    return groups + [Group(names[age], tuple(members)) for age, members in days.items()]


def _age(chat: ChatInfo, today: date) -> int:
    """0 today, 1 yesterday, 2 this week, 3 this month, 4 before."""
    day = datetime.fromtimestamp(chat.updated, timezone.utc).astimezone().date()
    if day >= today:
        return 0
    if day == today - timedelta(days=1):
        return 1
    if day > today - timedelta(days=_WEEK):
        return 2
    return 3 if day > today - timedelta(days=_MONTH) else 4


def _names() -> tuple[str, ...]:
    translate = QCoreApplication.translate
    return (
        translate("Chats", "Today"),
        translate("Chats", "Yesterday"),
        translate("Chats", "Last 7 days"),
        translate("Chats", "Last 30 days"),
        translate("Chats", "Older"),
    )
