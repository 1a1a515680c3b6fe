"""Cuts a reply into blocks as it arrives: thinking, prose and code. No Qt.

A block that has closed never changes again, so its widget is laid out once; inside an
open prose block the finished paragraphs are fixed pieces and only the tail is drawn anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

PROSE_LIMIT = 4000
"""Characters after which a prose block closes at the next paragraph."""
PIECE_LIMIT = 8000
"""Characters after which a paragraph without an end is cut."""
CODE_LIMIT = 60_000
"""Characters after which code goes on in a further block."""

_FENCE = re.compile(r"^ {0,1}(`{3,}|~{3,})[ \t]*([^`\n]*)$")
_MAYBE_FENCE = re.compile(r"^ {0,1}(`{1,}|~{1,})[^`\n]*$")
_LIST_ITEM = re.compile(r"^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s")
_MAYBE_LIST_ITEM = re.compile(r"^(?:[-*+]|\d{1,9}[.)]?)?$")
_OPENERS = ("<think>", "<thinking>")
_CLOSER = re.compile(r"</think(?:ing)?>")
_CLOSER_AT_END = re.compile(r"</think(?:ing)?>$")
_QUOTES = {"`": "`", '"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u300c": "\u300d"}
_LONGEST_CLOSER = len("</thinking>")
_TOOL_OPENER, _TOOL_CLOSER = "<tool_call>", "</tool_call>"


class Kind(Enum):
    THINKING = "thinking"
    PROSE = "prose"
    CODE = "code"
    TOOL = "tool"
    """A tool call, between the tags that models put around one; never guessed from JSON alone."""


@dataclass(slots=True)
class Block:
    """One block of a reply.

    Attributes:
        pieces: Finished paragraphs of prose (each ends in a newline), lines of code, or text.
        tail: What may still change; always "" once closed.
        language: A fence's info word, as written.
    """

    kind: Kind
    pieces: list[str] = field(default_factory=list)
    tail: str = ""
    language: str = ""
    closed: bool = False
    size: int = 0
    """Characters in `pieces`."""

    def text(self) -> str:
        return "".join(self.pieces) + self.tail

    def add(self, piece: str) -> None:
        self.pieces.append(piece)
        self.size += len(piece)


class ReplyText:
    """The blocks of one reply. Feed it text in any pieces; `blocks` is always up to date."""

    def __init__(self, text: str = "", *, finished: bool = False) -> None:
        self.blocks: list[Block] = []
        self.fed = ""
        self._reset_answer()
        self._thinking = False
        self._decided = False
        self._held = ""
        if text:
            self.feed(text)
        if finished:
            self.finish()

    def _reset_answer(self) -> None:
        self._line = ""
        self._fence = ""
        self._piece: list[str] = []
        self._piece_size = 0

    def feed(self, text: str) -> None:
        """Takes the next part of the reply."""
        self.fed += text
        self._held += text
        if not self._decided:
            self._decide_opener()
        if self._decided:
            self._route()
            self._refresh_tail()

    def finish(self) -> None:
        """The reply has ended: everything closes."""
        held, self._held = self._held, ""
        self._decided = True
        if self._thinking:
            self.blocks[-1].tail = (self.blocks[-1].tail + _CLOSER_AT_END.sub("", held)).strip()
        else:
            self._answer(held)
            self._line_done(self._line)
            self._line = ""
            self._close_piece()
            self._close_open()
        for block in self.blocks:
            if block.tail:
                block.add(block.tail)
            block.tail = ""
            block.closed = True

    @property
    def thinking_open(self) -> bool:
        """The model is still thinking."""
        return self._thinking

    def answer(self) -> str:
        """The text without the thinking."""
        return "".join(_source(block) for block in self.blocks if block.kind is not Kind.THINKING).strip()

    def _decide_opener(self) -> None:
        start = self._held.lstrip()
        for opener in _OPENERS:
            if start.startswith(opener):
                self._held = start[len(opener) :].lstrip("\n")
                self._thinking = True
                self._decided = True
                self.blocks.append(Block(Kind.THINKING))
                return
        self._decided = bool(start) and not any(opener.startswith(start) for opener in _OPENERS)

    def _route(self) -> None:
        if self._thinking:
            closer, undecided = self._closer_of_thinking()
            if closer is None:
                keep = _partial_closer(self._held) if undecided is None else len(self._held) - undecided
                cut = len(self._held) - keep
                self.blocks[-1].tail += self._held[:cut]
                self._held = self._held[cut:]
                return
            self._end_thinking(self._held[: closer.start()])
            self._held = self._held[closer.end() :].lstrip("\n")
        keep = _partial_closer(self._held)
        cut = len(self._held) - keep
        ready, self._held = self._held[:cut], self._held[cut:]
        for closer in _CLOSER.finditer(ready):
            if self._is_missing_opener(ready[: closer.start()]):
                self._reclassify(closer.end() - len(ready) - keep)
                return
        self._answer(ready)

    def _closer_of_thinking(self) -> tuple[re.Match[str] | None, int | None]:
        """The tag that ends the thinking; or where one stands of which the next character must tell
        whether the model only quotes it."""
        for closer in _CLOSER.finditer(self._held):
            start, end = closer.span()
            before = self._held[start - 1] if start else self.blocks[-1].tail[-1:]
            quote = _QUOTES.get(before)
            if quote is None:
                return closer, None
            if end == len(self._held):
                return None, start
            if self._held[end] != quote:
                return closer, None
        return None, None

    def _end_thinking(self, last: str) -> None:
        block = self.blocks[-1]
        block.add((block.tail + last).strip())
        block.tail = ""
        block.closed = True
        self._thinking = False

    def _is_missing_opener(self, before: str) -> bool:
        """A closing tag outside code, with no thinking so far: the template had opened it."""
        if any(block.kind is Kind.THINKING for block in self.blocks):
            return False
        fence = self._fence
        line = ""
        for line in (self._line + before).split("\n"):
            mark = line.strip()
            if fence and mark and set(mark) == {fence[0]} and len(mark) >= len(fence):
                fence = ""
            elif not fence:
                opened = _FENCE.match(line)
                fence = opened.group(1) if opened else ""
        return not fence and line.count("`") % 2 == 0

    def _reclassify(self, end: int) -> None:
        """Everything up to `end` (counted from the end of what was fed) was thinking."""
        cut = len(self.fed) + end
        thought = _CLOSER.sub("", self.fed[:cut])
        self.blocks = [Block(Kind.THINKING, pieces=[thought.strip()], closed=True, size=len(thought))]
        self._reset_answer()
        self._held = self.fed[cut:].lstrip("\n")
        self._route()

    def _answer(self, text: str) -> None:
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._line_done(line + "\n")
        while not self._fence and len(self._line) > PIECE_LIMIT:
            cut = self._line.rfind(" ", 0, PIECE_LIMIT) + 1 or PIECE_LIMIT
            self._add_line(self._line[:cut])
            self._close_piece()
            self._line = self._line[cut:]

    def _line_done(self, line: str) -> None:
        bare = line.rstrip("\r\n")
        if self._fence == _TOOL_CLOSER:
            self._tool_line(line)
            return
        if self._fence:
            self._code_line(line, bare)
            return
        if bare.lstrip().startswith(_TOOL_OPENER):
            self._close_piece()
            self._close_open()
            self._fence = _TOOL_CLOSER
            self.blocks.append(Block(Kind.TOOL))
            self._tool_line(line.lstrip().removeprefix(_TOOL_OPENER))
            return
        fence = _FENCE.match(bare)
        if fence:
            self._close_piece()
            self._close_open()
            self._fence = fence.group(1)
            words = fence.group(2).split()
            self.blocks.append(Block(Kind.CODE, language=words[0] if words else ""))
            return
        if self._piece and self._starts_piece(bare):
            self._close_piece()
        if line:
            self._add_line(line)
        if self._piece_size > PIECE_LIMIT:
            self._close_piece()

    def _code_line(self, line: str, bare: str) -> None:
        mark = bare.strip()
        if mark and set(mark) == {self._fence[0]} and len(mark) >= len(self._fence):
            self._close_open()
            self._fence = ""
            return
        block = self.blocks[-1]
        if block.size > CODE_LIMIT:
            self._close_open()
            block = Block(Kind.CODE, language=block.language)
            self.blocks.append(block)
        if line:
            block.add(line)

    def _tool_line(self, line: str) -> None:
        inside, closer, after = line.partition(_TOOL_CLOSER)
        if inside:
            self.blocks[-1].add(inside)
        if closer:
            self._close_open()
            self._fence = ""
            if after.strip():
                self._line_done(after)

    def _starts_piece(self, line: str) -> bool:
        """A line after a blank one opens a new piece, unless it carries on a list."""
        if self._piece[-1].strip() or not line.strip() or line[0] in " \t":
            return False
        return not (_LIST_ITEM.match(line) and _LIST_ITEM.match(self._piece[0]))

    def _add_line(self, line: str) -> None:
        self._piece.append(line)
        self._piece_size += len(line)

    def _close_piece(self) -> None:
        piece = "".join(self._piece)
        self._piece, self._piece_size = [], 0
        if not piece.strip():
            return
        block = self._open_prose()
        block.tail = ""
        block.add(piece)
        if block.size > PROSE_LIMIT:
            block.closed = True

    def _open_prose(self) -> Block:
        if not self.blocks or self.blocks[-1].closed or self.blocks[-1].kind is not Kind.PROSE:
            self._close_open()
            self.blocks.append(Block(Kind.PROSE))
        return self.blocks[-1]

    def _close_open(self) -> None:
        if self.blocks and not self.blocks[-1].closed:
            self.blocks[-1].tail = ""
            self.blocks[-1].closed = True

    def _refresh_tail(self) -> None:
        if self._thinking:
            return
        if self._fence == _TOOL_CLOSER:
            self.blocks[-1].tail = "" if self._line.lstrip().startswith("<") else self._line
            return
        if self._fence:
            closing = self._line.strip() and set(self._line.strip()) == {self._fence[0]}
            self.blocks[-1].tail = "" if closing else self._line
            return
        shown = "" if _MAYBE_FENCE.match(self._line) or _maybe_tool(self._line) else self._line
        if self._piece and self._starts_piece(shown) and not _MAYBE_LIST_ITEM.match(shown):
            self._close_piece()
        tail = "".join(self._piece) + shown
        if tail.strip():
            self._open_prose().tail = tail
        elif self.blocks and not self.blocks[-1].closed and self.blocks[-1].kind is Kind.PROSE:
            self.blocks[-1].tail = ""


def _partial_closer(text: str) -> int:
    """Characters at the end that may be the beginning of a closing tag."""
    start = text.rfind("<", max(0, len(text) - _LONGEST_CLOSER + 1))
    if start < 0:
        return 0
    end = text[start:]
    return len(end) if "</think>".startswith(end) or "</thinking>".startswith(end) else 0


def _maybe_tool(line: str) -> bool:
    start = line.lstrip()
    return bool(start) and (start.startswith(_TOOL_OPENER) or _TOOL_OPENER.startswith(start))


def _source(block: Block) -> str:
    if block.kind is Kind.CODE:
        return f"```{block.language}\n{block.text()}```\n\n"
    if block.kind is Kind.TOOL:
        return f"{_TOOL_OPENER}{block.text()}{_TOOL_CLOSER}\n\n"
    return block.text()
