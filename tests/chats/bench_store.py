"""Measures the store: opening a chat of 1,000 messages, its size on the disk, search, and the list.

    python tests/chats/bench_store.py [FOLDER]

Milliseconds of this thread's CPU time, the median of 20 runs; bytes are those of the whole folder.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from samples import PROFILE, database, open_store

from geniex_desktop.chats.conversation import Conversation
from geniex_desktop.chats.records import ChatInfo, ChatOptions
from geniex_desktop.engine.types import Reply

MESSAGES = 1000
REPLY_WORDS = 250
RUNS = 20


def prose(chance: random.Random, words: int) -> str:
    letters = "etaoinshrdlucmfw"
    return " ".join("".join(chance.choices(letters, k=chance.randrange(2, 10))) for _ in range(words))


def conversation(seed: int) -> Conversation:
    """1,000 messages with tokens and figures: about 1,500 characters a reply."""
    chance = random.Random(seed)
    result = Conversation()
    for _ in range(MESSAGES // 2):
        reply = result.start_reply(result.add_user(prose(chance, 20)).id)
        tokens = tuple(chance.randrange(150_000) for _ in range(REPLY_WORDS * 4 // 3))
        result.finish(reply.id, Reply(prose(chance, REPLY_WORDS), PROFILE, tokens, None), "NPU", "Model-4B")
    return result


def milliseconds(run: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        began = time.thread_time()
        run()
        times.append(1000 * (time.thread_time() - began))
    return statistics.median(times)


def report(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    store = open_store(folder)
    sizes = []
    for seed in range(5):
        store.add_all(
            ChatInfo(f"k{seed}", f"chat {seed}", created=1.0, updated=1.0), ChatOptions(), conversation(seed)
        )
        database(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sizes.append(sum(path.stat().st_size for path in folder.iterdir()))
    added = [after - before for before, after in itertools.pairwise(sizes)]
    report(f"1,000 messages add {statistics.median(added) / 1e6:.1f} MB")
    report(f"opening 1,000 messages: {milliseconds(lambda: store.open('k0')):.1f} ms")
    report(f"search in 5,000 messages: {milliseconds(lambda: store.search('the ta')):.1f} ms")
    report(f"list of chats: {milliseconds(store.chats):.2f} ms")


if __name__ == "__main__":
    main()
