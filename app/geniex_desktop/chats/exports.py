"""A chat as Markdown, HTML or JSON. The first two hold the shown path, JSON every branch."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any

from . import columns
from .attachments import IMAGE, TEXT, Attachment
from .conversation import Message, Role
from .presenting import quote
from .records import StoredChat

ContentOf = Callable[[str], bytes | None]
"""The bytes of a hash; None where they are gone."""

FORMAT = "geniex-desktop-chats"
VERSION = 1
_NONE = "{}\n}"
"""How the JSON ends while it has no attachments."""

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))}
_FENCE = re.compile(r"^ {0,3}```[^\n]*\n(.*?)(?:^ {0,3}```[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }}
.message {{ white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 1.5rem; }}
.user {{ background: #f3f3f1; color: #1c1c1a; border-radius: 8px; padding: .75rem 1rem; }}
.note {{ color: #6b6b66; font-size: 85%; }}
img {{ display: block; max-width: 100%; max-height: 24rem; border-radius: 8px; margin: 0 0 .5rem; }}
pre {{ background: #f3f3f1; color: #1c1c1a; border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; }}
@media (prefers-color-scheme: dark) {{
body {{ background: #141416; color: #ececea; }}
.user, pre {{ background: #242428; color: #ececea; }}
.note {{ color: #9a9a94; }}
}}
</style></head><body>
<h1>{title}</h1>
{messages}
</body></html>
"""


def _nothing(_sha256: str) -> None:
    """Of exports that name attachments only."""


def to_markdown(chat: StoredChat, you: str = "You") -> str:
    """The shown path; `you` is what the person is called."""
    lines = [f"# {' '.join(chat.info.title.split())}", ""]
    for message in chat.conversation.path():
        lines += [f"## {_speaker(message, you)}", ""]
        for part in message.parts:
            lines.append(f"*{attached(part)}*")
            if part.kind == TEXT:
                lines += ["", quote(part.name, part.text), ""]
        lines += [message.text.rstrip(), ""]
        if facts := _facts(message):
            lines += [f"*{facts}*", ""]
    return "\n".join(lines)


def to_html(chat: StoredChat, you: str = "You", content_of: ContentOf = _nothing) -> str:
    """The shown path as one page that loads nothing and runs nothing; images are in it."""
    return _PAGE.format(
        title=html.escape(chat.info.title),
        messages="\n".join(_html_message(message, you, content_of) for message in chat.conversation.path()),
    )


def to_json(chats: Iterable[StoredChat], content_of: ContentOf = _nothing) -> str:
    """Whole chats with what is attached to them, as far as its bytes are there."""
    chats = list(chats)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "chats": [_chat(chat) for chat in chats],
        "attachments": {},
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    # Put in by hand: base64 needs no escaping, in search of which long recordings would hold up all threads.
    inside = ",\n".join(f'  "{sha256}": "{code}"' for sha256, code in _contents(chats, content_of))
    return f"{text.removesuffix(_NONE)}{{\n{inside}\n }}\n}}" if inside else text


def file_name(title: str, ending: str) -> str:
    """A title as a file name that every system takes."""
    name = _FORBIDDEN.sub(" ", columns.clean(title))
    name = " ".join(name.split())[:80].strip(". ")
    if not name or name.split(".")[0].lower() in _RESERVED:
        name = f"Chat {name}".strip()
    return f"{name}.{ending}"


def _contents(chats: Iterable[StoredChat], content_of: ContentOf) -> Iterator[tuple[str, str]]:
    """By hash, in base64. Documents are in their messages already."""
    parts = {
        part.sha256
        for chat in chats
        for message in chat.conversation.messages()
        for part in message.parts
        if part.kind != TEXT
    }
    found = ((sha256, content_of(sha256)) for sha256 in sorted(parts))
    return ((sha256, base64.b64encode(content).decode()) for sha256, content in found if content is not None)


def _html_image(part: Attachment, content_of: ContentOf) -> str:
    content = content_of(part.sha256) if part.kind == IMAGE else None
    if content is None:
        return ""
    data = base64.b64encode(content).decode()
    return f'<img alt="{html.escape(part.name)}" src="data:image/png;base64,{data}">'


def _html_message(message: Message, you: str, content_of: ContentOf) -> str:
    body, end = [_html_image(part, content_of) for part in message.parts], 0
    body += [f"<pre>{html.escape(part.text)}</pre>" for part in message.parts if part.kind == TEXT]
    for fence in _FENCE.finditer(message.text):
        body.append(html.escape(message.text[end : fence.start()]))
        body.append(f"<pre><code>{html.escape(fence.group(1).rstrip())}</code></pre>")
        end = fence.end()
    body.append(html.escape(message.text[end:].rstrip()))
    notes = [attached(part) for part in message.parts] + [_facts(message)]
    lines = "".join(f'<p class="note">{html.escape(note)}</p>' for note in notes if note)
    heading = f'<p class="note"><strong>{html.escape(_speaker(message, you))}</strong></p>'
    kind = "user" if message.role is Role.USER else "answer"
    return f'{heading}\n<div class="message {kind}">{"".join(body)}</div>\n{lines}'


def _speaker(message: Message, you: str) -> str:
    return you if message.role is Role.USER else message.model or "Assistant"


def attached(part: Attachment) -> str:
    """What is attached, as a line of text."""
    return f"📎 {part.name} {part.detail}".rstrip()


def _facts(message: Message) -> str:
    profile = message.profile
    if profile is None:
        return ""
    speed = f"{profile.generated_tokens} tokens, {profile.decoding_speed:.1f} tok/s"
    return f"{speed}, {message.device}" if message.device else speed


def _chat(chat: StoredChat) -> dict[str, Any]:
    info, path = chat.info, chat.conversation.path()
    return {
        "title": info.title,
        "named": info.named,
        "pinned": info.pinned,
        "folder": info.folder,
        "created": info.created,
        "created_text": datetime.fromtimestamp(info.created).astimezone().isoformat(timespec="seconds"),
        "updated": info.updated,
        "options": json.loads(columns.pack_options(chat.options)),
        "shown": path[0].id if path else None,
        "messages": [_message(message) for message in chat.conversation.messages()],
    }


def _message(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "parent": message.parent or None,
        "role": message.role.value,
        "text": message.text,
        "state": message.state.value,
        "created": message.created,
        "model": message.model,
        "device": message.device,
        "thinking_seconds": message.thinking_seconds,
        "token_ids": list(message.token_ids),
        "profile": asdict(message.profile) if message.profile else None,
        "error": json.loads(columns.pack_error(message.error)) if message.error else None,
        "parts": [asdict(part) for part in message.parts],
        "chosen": message.chosen,
    }
