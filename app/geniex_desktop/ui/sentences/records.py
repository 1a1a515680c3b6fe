"""What is said of chats, recordings and measurements."""

from ..language import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Sentences", "As chats, %1."),
    # what a system says of files
    QT_TRANSLATE_NOOP("Sentences", "No such file or directory"),
    QT_TRANSLATE_NOOP("Sentences", "Permission denied"),
    QT_TRANSLATE_NOOP("Sentences", "No space left on device"),
    QT_TRANSLATE_NOOP("Sentences", "Read-only file system"),
    QT_TRANSLATE_NOOP("Sentences", "Input/output error"),
    QT_TRANSLATE_NOOP("Sentences", "%1: No space left on device"),
    QT_TRANSLATE_NOOP("Sentences", "%1: Permission denied"),
    QT_TRANSLATE_NOOP("Sentences", "%1: Read-only file system"),
    # chats
    QT_TRANSLATE_NOOP("Sentences", "The app ended while this reply was being written."),
    QT_TRANSLATE_NOOP("Sentences", "What had been written is kept. Ask again, or go on with the chat."),
    QT_TRANSLATE_NOOP("Sentences", "Your chats were written by a newer version of this app."),
    QT_TRANSLATE_NOOP("Sentences", "They can be read, but nothing is added to them, lest it be lost."),
    QT_TRANSLATE_NOOP("Sentences", "Update the app. What you write now stays in this window only."),
    QT_TRANSLATE_NOOP("Sentences", "The file with your chats was damaged."),
    QT_TRANSLATE_NOOP(
        "Sentences", "%1 chats with %2 messages could be read and are here; about %3 entries could not."
    ),
    QT_TRANSLATE_NOOP(
        "Sentences", "%1 chats with %2 messages could be read and are here; nothing is known to be missing."
    ),
    QT_TRANSLATE_NOOP("Sentences", "The damaged file is kept as %1, beside the new one."),
    QT_TRANSLATE_NOOP("Sentences", "A change of your chats could not be saved."),
    QT_TRANSLATE_NOOP("Sentences", "Not saved yet"),
    QT_TRANSLATE_NOOP("Sentences", "the disk is full"),
    QT_TRANSLATE_NOOP("Sentences", "the disk refused"),
    QT_TRANSLATE_NOOP("Sentences", "the chats cannot be written to"),
    QT_TRANSLATE_NOOP("Sentences", "another program holds the chats"),
    QT_TRANSLATE_NOOP("Sentences", "Free some space; nothing you wrote is lost while this window is open."),
    QT_TRANSLATE_NOOP("Sentences", "Nothing you wrote is lost while this window is open."),
    QT_TRANSLATE_NOOP("Sentences", "Close it, or wait."),
    QT_TRANSLATE_NOOP("Sentences", "The file could not be imported."),
    QT_TRANSLATE_NOOP("Sentences", "As chats, it is larger than %1 MiB."),
    QT_TRANSLATE_NOOP("Sentences", "As chats, it is no JSON (%1)."),
    QT_TRANSLATE_NOOP("Sentences", "As chats, it was not made by this app's export."),
    QT_TRANSLATE_NOOP("Sentences", "As chats, it was made by a newer version of the app."),
    QT_TRANSLATE_NOOP("Sentences", "As chats, it has more than %1 messages."),
    QT_TRANSLATE_NOOP("Sentences", "As chats, a message has no text, or far too much."),
    QT_TRANSLATE_NOOP(
        "Sentences", "Nothing was changed. Choose a JSON file that was exported from this app."
    ),
    # recordings
    QT_TRANSLATE_NOOP("Sentences", "%1 cannot be opened as a recording."),
    QT_TRANSLATE_NOOP("Sentences", "It does not begin as a recording does."),
    QT_TRANSLATE_NOOP("Sentences", "It was made by a newer version of the app."),
    QT_TRANSLATE_NOOP("Sentences", "Choose a file that ends in .telemetry.jsonl."),
    # benchmarks
    QT_TRANSLATE_NOOP("Sentences", "%1 could not be measured."),
    QT_TRANSLATE_NOOP("Sentences", "Measure it again, or choose another device."),
    QT_TRANSLATE_NOOP("Sentences", "There is nothing to measure."),
    QT_TRANSLATE_NOOP("Sentences", "Choose a model, a device and a workload."),
    QT_TRANSLATE_NOOP("Sentences", "This name cannot be measured: it holds a tab or a line end."),
    QT_TRANSLATE_NOOP("Sentences", "Rename the file."),
    QT_TRANSLATE_NOOP("Sentences", "The results could not be saved."),
    QT_TRANSLATE_NOOP("Sentences", "Free some space on the disk; export the results to keep them."),
    QT_TRANSLATE_NOOP("Sentences", "The measuring program cannot be started."),
    QT_TRANSLATE_NOOP("Sentences", "The measuring program geniex-bench is missing."),
    QT_TRANSLATE_NOOP("Sentences", "It belongs beside the native library, but %1 has no %2."),
    QT_TRANSLATE_NOOP(
        "Sentences", "Install GenieX Desktop again, or build the library with GENIEX_BENCHMARK=ON."
    ),
    QT_TRANSLATE_NOOP("Sentences", "The measuring program gave up."),
    QT_TRANSLATE_NOOP("Sentences", "Choose other settings."),
    QT_TRANSLATE_NOOP("Sentences", "See the log under the details."),
    QT_TRANSLATE_NOOP("Sentences", "The measurement could not write its files."),
    QT_TRANSLATE_NOOP("Sentences", "Free some space on the disk and try again."),
    QT_TRANSLATE_NOOP("Sentences", "There is no text to score."),
    QT_TRANSLATE_NOOP("Sentences", "Paste a text, or name a file."),
    QT_TRANSLATE_NOOP("Sentences", "The text is too long to score."),
    QT_TRANSLATE_NOOP("Sentences", "It has %1 characters; %2 are the limit."),
    QT_TRANSLATE_NOOP("Sentences", "Take a part of it."),
    QT_TRANSLATE_NOOP("Sentences", "The text could not be scored."),
    QT_TRANSLATE_NOOP("Sentences", "The result holds no figures."),
    QT_TRANSLATE_NOOP("Sentences", "Try another text, model or device."),
)
