"""The chats that `chat_pictures.py` shows: made-up talk with made-up figures, of a machine without an NPU."""

from __future__ import annotations

import time
from dataclasses import replace

from geniex_desktop.chats.conversation import Conversation, Message, State
from geniex_desktop.chats.records import ChatInfo
from geniex_desktop.engine.death import death_error
from geniex_desktop.engine.types import ProfileData

DAY_S = 24 * 3600
DEVICE = "CPU"
MODEL = "Qwen2.5-0.5B-Instruct"
FIGURES = ProfileData(0.21, 0.0, 0.18, 3.74, 214, 128, 1184.0, 34.2, 0, 0, "eos")

GREETING = """Here is a small function. It takes the hour as a number, so it is easy to test:

```python
def greeting(hour: int) -> str:
    if hour < 12:
        return "Good morning"
    return "Good afternoon" if hour < 18 else "Good evening"
```

### Why this shape

- No clock inside: pass `datetime.now().hour` when you call it.
- Every hour has exactly one answer, so three tests cover it.
"""
TOOL_CALL = """I shall run the tests first.

<tool_call>
{"name": "run_tests", "arguments": {"path": "tests/test_greeting.py", "verbose": true}}
</tool_call>
"""
TABLE = r"""The three that people choose most:

| Type | Bits a weight | Size | Memory at 4k | Loss against F16, by perplexity |
|:-----|-----:|-----:|-----:|------|
| Q4_0 | 4.5 | 2.3 GB | 2.9 GB | small, and the fastest on most machines |
| Q5_K_M | 5.7 | 2.9 GB | 3.5 GB | smaller |
| Q8_0 | 8.5 | 4.3 GB | 4.8 GB | none to speak of |

The error is $\epsilon = \frac{1}{n} \sum_{i=1}^{n} (w_i - \hat{w}_i)^2$, and for the whole matrix

$$\|W - \hat{W}\|_F^2 \leq \frac{\Delta^2}{12} \cdot m \cdot n$$

> A quotation: *measure before you choose*.

- [x] measure speed
- [ ] measure quality
  1. on your own text
  2. with **perplexity**

مرحبا بالعالم، كيف حالك؟ هذه فقرة كاملة.
"""
THOUGHT = """<think>The greeting depends on the hour alone. Three ranges, so two comparisons are enough.

Should midnight count as morning? By the clock, yes.</think>"""
THOUGHTFUL = (
    "**Two comparisons are enough.** The third greeting is what is left over, so no hour is without one, and "
    "none has two."
)
WEEKEND = """如果天气好，可以去近一点的**湿地公园**：上午人少，适合散步和拍照。下面是一个简单的安排：

| 时间 | 地点 | 说明 |
|:-----|:-----|:-----|
| 9:00 | 湿地公园 | 观鸟，走木栈道 |
| 12:30 | 老街 | 吃一碗面 |
| 15:00 | 美术馆 | 周末免费开放 |

- **带水**和防晒，午后会有点热；
- 若下雨，先去美术馆。

```python
def 安排(下雨: bool) -> str:
    return "美术馆" if 下雨 else "湿地公园"
```
"""
PARK = (
    "If the weather is good, the **wetland park** is near: in the morning there are few people, and it is "
    "good for"
)
PARK_CHINESE = "如果天气好，可以去近一点的**湿地公园**：上午人少，适合散步和"
CRASH = death_error(
    -9,
    "\n".join(
        [
            *(f"12:04:{second:02d} prompt: {16 * second} of 4096 tokens read" for second in range(40)),
            "12:04:40 ggml_aligned_malloc: failed to allocate 1523 MB",
        ]
    ),
    platform="linux",
)
_TALK = (
    (
        "What does a KV cache hold?",
        (
            "For each layer, the **keys** and **values** of all tokens so far, not computed again.\n\n"
            "- It grows with each token.\n- A longer context needs more of it."
        ),
    ),
    (
        "How large does it get?",
        (
            "Two numbers for each layer, head and position. At 4,096 tokens this model needs about 48 MB:\n\n"
            "```python\nsize = 2 * layers * heads * width * tokens * bytes_each\n```"
        ),
    ),
    ("Does a quantised cache lose much?", "With `Q8_0` hardly anything; `Q4_0` is felt in long answers."),
    (
        "And what happens when the context is full?",
        "The oldest messages have to be left out, or the context made larger. Nothing is cut without you.",
    ),
)
"""Questions and answers of a long chat."""


def reply(chat: Conversation, text: str, reason: str = "eos", media_s: float = 0.0) -> Message:
    """A finished reply to the last message."""
    tip = chat.tip()
    assert tip is not None
    made = chat.start_reply(tip.id)
    made.text, made.state, made.device, made.model = text, State.DONE, DEVICE, MODEL
    made.profile = replace(FIGURES, stop_reason=reason, media_time=media_s)
    return made


def said(question: str, *answers: str, reason: str = "eos") -> Conversation:
    """One question; several answers are branches, the last but one of them shown."""
    chat = Conversation()
    user = chat.add_user(question)
    for answer in answers:
        made = chat.start_reply(user.id)
        made.text, made.state, made.device, made.model = answer, State.DONE, DEVICE, MODEL
        made.profile = replace(FIGURES, stop_reason=reason)
    if len(answers) > 1:
        chat.select(chat.siblings(made.id)[-2])
    return chat


def greeting() -> Conversation:
    """A function, then a call of a tool."""
    return said("Write a Python function that greets by time of day", GREETING)


def tool() -> Conversation:
    """A call of a tool, stopped at the limit of tokens."""
    chat = greeting()
    chat.add_user("Does it work?")
    reply(chat, TOOL_CALL, "length")
    return chat


def thoughtful() -> Conversation:
    """The second of three answers, which thought before."""
    chat = said("How many comparisons does a greeting need?", "Three.", THOUGHT + THOUGHTFUL, "It depends.")
    shown = chat.tip()
    assert shown is not None
    shown.thinking_seconds = 3.2
    return chat


def interrupted(question: str, text: str) -> Conversation:
    """A reply that ended in a crash of the engine."""
    chat = Conversation()
    user = chat.add_user(question)
    broken = chat.start_reply(user.id)
    broken.text, broken.state, broken.error, broken.device = text, State.FAILED, CRASH, DEVICE
    return chat


def long(turns: int) -> Conversation:
    """Many turns about one matter."""
    chat = Conversation()
    for turn in range(turns):
        question, answer = _TALK[turn % len(_TALK)]
        chat.add_user(question)
        made = reply(chat, answer)
        assert made.profile is not None
        speed = 36.0 - 0.1 * turn
        tokens = len(answer) // 4
        made.profile = replace(
            made.profile,
            generated_tokens=tokens,
            decoding_speed=speed,
            decode_time=tokens / speed,
            ttft=0.2 + 0.01 * (turn % 7),
        )
    return chat


def shelf(chinese: bool) -> list[tuple[ChatInfo, Conversation]]:
    """The chats of before, oldest first."""
    now = time.time()
    english = [
        ("Thermal paste or pad?", 6, "Paste conducts better, a pad is easier to place."),
        ("SQL window functions", 5, "A window keeps its rows, where GROUP BY folds them."),
        ("Trip packing list", 4, "Passport, charger, rain jacket."),
        ("Regex for log lines", 1, r"`^\S+ \S+ (ERROR|WARN)` finds the lines with a greeting, too."),
        ("Explain KV cache", 0, "It holds keys and values of all tokens so far."),
        ("What is in this photo?", 0, "A mountain ridge at sunset."),
    ]
    names = [
        ("导热硅脂还是导热垫？", 6, "硅脂导热更好。"),
        ("旅行打包清单", 4, "护照、充电器、雨衣。"),
        ("日志行的正则表达式", 1, "用分组即可。"),
        ("解释 KV 缓存", 0, "它保存每一层的键和值。"),
        ("用 Python 写一张贺卡", 0, "好的。"),
    ]
    result = []
    for number, (title, days, answer) in enumerate(names if chinese else english):
        when = now - days * DAY_S - (len(names) + 1 - number)
        info = ChatInfo(f"{number:032x}", title, named=True, created=when, updated=when)
        result.append((info, said(title, answer)))
    return result
