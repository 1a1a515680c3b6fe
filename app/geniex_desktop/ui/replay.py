"""Plays a recording: the messages at the pace of their tokens, beside the curves of the devices."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..chats.conversation import Conversation
from ..engine.types import Phase, ProfileData, Reply
from ..errors import AppError
from ..telemetry.phases import Span
from ..telemetry.recording import Recording, read_recording
from .chat.controller import ChatController
from .devices.recordings import Recordings
from .devices.source import PlayingSource
from .jobs import Jobs, Newest

_TICK_MS = 33


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer; times are nanoseconds after the recording's start."""

    question: str
    answer: str
    asked_ns: int
    tokens: array[int]
    end_ns: int
    figures: dict[str, Any]

    def said(self, now_ns: int) -> str:
        """What of the answer was there at a time: its characters, shared out over its tokens."""
        if now_ns >= self.end_ns:
            return self.answer
        count = bisect_right(self.tokens, now_ns)
        return self.answer[: len(self.answer) * count // max(1, len(self.tokens))]


def turns(recording: Recording) -> list[Turn]:
    """The turns of a recording that holds messages; [] for one without."""
    texts = [text for _, text in recording.texts]
    decodes = [span for span in recording.spans if span.phase is Phase.DECODE]
    result = []
    for number, span in enumerate(decodes[: len(texts) // 2]):
        end = span.end_ns if span.end_ns is not None else recording.end_ns
        first, last = bisect_left(recording.tokens, span.start_ns), bisect_right(recording.tokens, end)
        figures = recording.replies[number] if number < len(recording.replies) else {}
        asked = _asked(recording, span)
        question, answer = texts[2 * number], texts[2 * number + 1]
        result.append(Turn(question, answer, asked, recording.tokens[first:last], end, figures))
    return result


def _asked(recording: Recording, decode: Span) -> int:
    begins = [span.start_ns for span in recording.spans if span.request == decode.request]
    return min(begins, default=decode.start_ns)


class Replay(QObject):
    """State of the one replay that may run. It never touches a stored chat."""

    changed = Signal()
    """It has begun or ended."""
    failed = Signal(object)
    """AppError: the file cannot be played."""

    def __init__(
        self, controller: ChatController, recordings: Recordings, jobs: Jobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.name = ""
        """Of the recording that is played; "" while none is."""
        self._controller = controller
        self._recordings = recordings
        self._readings = Newest(jobs)
        self._source: PlayingSource | None = None
        self._turns: list[Turn] = []
        self._conversation = Conversation()
        self._reply: int | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.step)
        controller.reset.connect(self._chat_changed)

    def open(self, path: Path) -> None:
        """Reads a recording, then plays it."""
        self._readings.submit(lambda: read_recording(path), self.play, self._refused)

    def play(self, recording: Recording) -> None:
        """Plays a recording in a chat that is not kept."""
        self.name = recording.name
        self._turns = turns(recording)
        self._conversation, self._reply = Conversation(), None
        self._controller.show(self._conversation)
        self._source = self._recordings.play(recording)
        self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Ends the replay: this machine again, and an empty chat."""
        if self.name:
            self._end()
            self._recordings.back_to_live()
            self._controller.new_chat()

    @Slot()
    def step(self) -> None:
        """Brings the chat up to the replay's present moment."""
        if self._source is None:
            return
        now = self._source.now_ns()
        while self._turns and self._turns[0].asked_ns <= now:
            turn = self._turns[0]
            if self._reply is None:
                asked = self._conversation.add_user(turn.question)
                self._reply = self._conversation.start_reply(asked.id).id
                self._controller.branched.emit()
            self._say(turn, self._reply, now)
            if now < turn.end_ns:
                return
            self._finish(turn, self._reply)
        if not self._turns and now >= self._source.recording.end_ns:
            self._timer.stop()

    def _say(self, turn: Turn, reply_id: int, now: int) -> None:
        said, shown = turn.said(now), self._conversation[reply_id].text
        if len(said) > len(shown):
            self._conversation.append(reply_id, said[len(shown) :])
            self._controller.reply_changed.emit(reply_id)

    def _finish(self, turn: Turn, reply_id: int) -> None:
        figures = turn.figures
        profile = ProfileData(
            ttft=_number(figures, "ttft_s"),
            media_time=_number(figures, "media_s"),
            prompt_time=_number(figures, "prefill_s"),
            decode_time=_number(figures, "decode_s"),
            prompt_tokens=int(_number(figures, "prompt_tokens")),
            generated_tokens=int(_number(figures, "generated_tokens")) or len(turn.tokens),
            prefill_speed=_number(figures, "prefill_speed"),
            decoding_speed=_number(figures, "decode_speed"),
            draft_n_total=0,
            draft_n_accepted=0,
            stop_reason="completed",
        )
        device = str(figures.get("device", ""))
        self._conversation.finish(reply_id, Reply(turn.answer, profile, (), None), device)
        self._turns.pop(0)
        self._reply = None
        self._controller.reply_changed.emit(reply_id)

    @Slot()
    def _chat_changed(self) -> None:
        """Another chat has been opened: the replay is over."""
        if self.name and self._controller.conversation is not self._conversation:
            self._end()
            self._recordings.back_to_live()

    def _end(self) -> None:
        self._timer.stop()
        self.name, self._source, self._turns = "", None, []
        self.changed.emit()

    def _refused(self, error: AppError) -> None:
        self.failed.emit(error)


def _number(figures: dict[str, Any], name: str) -> float:
    """A figure of a file from outside; 0.0 for what is none."""
    value = figures.get(name)
    return float(value) if isinstance(value, (int, float)) and abs(value) < 1e12 else 0.0
