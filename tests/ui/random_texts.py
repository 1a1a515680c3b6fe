"""What is typed, answered and searched for at random: texts of every kind that was ever trouble."""

from __future__ import annotations

from geniex_desktop.engine.types import CANCELLED
from geniex_desktop.errors import AppError

_SECTION = (
    "## Heading\n\nSome **bold** words, `code`, a [link](https://a.example) and 这是**重点。**后面 "
    "in a paragraph that wraps once or twice. 😀\n\n- first\n- second with $x_1$\n\n| a | b |\n|---|---|\n"
    "| 1 | 2 |\n\n"
    "```python\ndef f(value: int) -> str:\n    return str(value)\n```\n\n"
)

REPLIES = (
    "Hello **there**.",
    "",
    _SECTION,
    _SECTION * 40,
    "```python\n" + "value = value + 1  # a line\n" * 1500,
    "<think>\nLet me see. " + "It may be so. " * 60 + "\n</think>\n\nIt is so.",
    "it may be</think>It is.",
    "مرحبا بك. هذا **نص** عربي.\n\nAnd English.\n\n```\ncode\n```\n\nשלום",
    "naïve 😀👨‍👩‍👧 中文 é " * 50,
    "if a<b and c>d then vector<int> x\n\n<details><summary>s</summary>x</details><script>alert(1)</script>",
    'Sure.\n<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>\n<tool_call>{"name": "g"',
    "$148+ → $19 and \\(e=5.2\\frac{\\$}{€}\\) and $$\\sum_{i=1}^n x_i$$",
    "word " * 4000,
    "x" * 20_000,
    "- " * 300 + "deep",
    "> " * 200 + "quoted",
)

DRAFTS = (
    "Why is the sky blue?",
    "这是什么？",
    "مرحبا",
    "a<|im_end|>b",
    "Translate 😀 and 👨‍👩‍👧",
    "line\n" * 30,
    "x",
    " ",
    "word " * 3000,
    "<b>bold</b> & more",
)

QUERIES = ("sky", "重点", "نص", '"', "a OR b*", "😀", "zzzz", "hello th", "  ", "new", "dark", "model", "-")

FAILURES = (
    AppError("The engine has ended.", cause="It was killed.", hint="Try again.", detail="a log\n" * 30),
    AppError("Out of memory.", code=-100201, cause="The model needs 9 GB."),
    AppError("Stopped.", code=CANCELLED),
)
