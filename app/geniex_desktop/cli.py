"""The command line: `geniex-desktop` opens the window, `ask` answers, `bench` measures and `doctor` looks
without one.

Exit codes: 0 done, 1 the input is at fault, 2 the machine or the engine is, 130 interrupted.
"""

from __future__ import annotations

import argparse
import logging
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from . import __version__, paths
from .engine.child import HOST_SWITCH
from .errors import AppError, Blame

if TYPE_CHECKING:
    from .engine.types import Sampler
    from .settings import Settings

log = logging.getLogger(__name__)
# Errors are shown by `write_error`; without this, logging would show them again until a log file is open.
logging.getLogger(__package__).addHandler(logging.NullHandler())

EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 128 + 13


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code. Whatever goes wrong ends as one error, never as a traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] == [HOST_SWITCH]:
        from .engine.host import main as host_main

        return host_main(arguments)
    from .commands.terminal import note, silence_stdout, use_utf8, write_error

    use_utf8()
    try:
        return _dispatch(_parser().parse_args(arguments))
    except AppError as error:
        log.error("%s | %s | %s | %s", error.text, error.cause, error.hint, error.detail)
        write_error(error)
        return error.blame.value
    except BrokenPipeError:
        silence_stdout()
        return EXIT_BROKEN_PIPE
    except KeyboardInterrupt:
        note("")
        return EXIT_INTERRUPTED
    except Exception as error:
        log.exception("unexpected")
        write_error(
            AppError(
                "Something went wrong inside GenieX Desktop.",
                cause=f"{type(error).__name__}: {error}",
                hint=f"Please report it with the log in {paths.log_dir()}.",
            )
        )
        return Blame.ENGINE.value


def _dispatch(options: argparse.Namespace) -> int:
    from . import log as logs

    role = options.command or "desktop"
    logs.setup(role, options.log_level)
    crash = logs.watch_crashes(role)
    if crash:
        log.error("the last run crashed:\n%s", crash)
    if options.command == "ask":
        return _ask(options)
    if options.command == "telemetry":
        from .commands.telemetry import dump_telemetry

        return dump_telemetry(options.file, options.seconds)
    if options.command == "doctor":
        from .commands.doctor import doctor
        from .settings import Settings

        return doctor(options.json, Settings(paths.settings_file()))
    if options.command == "models":
        from .commands.models import models
        from .settings import Settings

        return models(options, Settings(paths.settings_file()))
    if options.command == "bench":
        return _bench(options)
    from .commands.window import open_window

    return open_window(options.model, options.device, options.starter, options.demo, options.replay)


def _ask(options: argparse.Namespace) -> int:
    from .commands.ask import AskOptions, ask
    from .settings import Settings

    settings = Settings(paths.settings_file())
    asked = AskOptions(
        question=options.question,
        model=options.model,
        images=tuple(options.image),
        audio=tuple(options.audio),
        mmproj=options.mmproj,
        device=options.device or "auto",
        system=options.system,
        max_tokens=options.max_tokens,
        sampler=_sampler(options, settings),
        as_json=options.json,
        isolated=options.isolated,
        allow_repetition=options.allow_repetition,
    )
    return ask(asked, settings)


def _sampler(options: argparse.Namespace, settings: Settings) -> Sampler:
    """What is left out is as in the window."""
    from .engine.sampling import usual_sampler

    chosen = {name: getattr(options, name) for name in ("temperature", "top_p", "seed")}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    if options.greedy and chosen:
        raise AppError(
            "--greedy always takes the likeliest token.",
            hint="Leave --temperature, --top-p and --seed out.",
            blame=Blame.USER,
        )
    return replace(usual_sampler(settings, greedy=options.greedy or (False if chosen else None)), **chosen)


def _bench(options: argparse.Namespace) -> int:
    from .commands.bench import BenchOptions, bench

    asked = BenchOptions(
        models=tuple(options.models or ()),
        devices=tuple(options.devices or ("auto",)),
        n_prompt=tuple(options.n_prompt or (512,)),
        n_gen=tuple(options.n_gen or (128,)),
        threads=tuple(options.threads or (0,)),
        repetitions=options.repetitions,
        warmup=options.warmup,
        ctx_size=options.ctx_size,
        against=options.against,
        list_runs=options.list,
        show=options.show,
        text=options.text,
        top_n=options.top_n,
        as_object=options.json,
    )
    return bench(asked)


class _Parser(argparse.ArgumentParser):
    """Reports a wrong option as every other user error is reported."""

    def error(self, message: str) -> NoReturn:
        raise AppError(f"{message}.", hint=f"See {self.prog} --help.", blame=Blame.USER)


def _parser() -> argparse.ArgumentParser:
    from .commands.models_options import add_models
    from .log import LEVELS

    parser = _Parser(
        prog="geniex-desktop", description="Chat with local language models.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"GenieX Desktop {__version__}")
    parser.add_argument("--starter", action="store_true", help="open the starter model, fetched when missing")
    parser.add_argument(
        "--demo",
        nargs="?",
        const="720",
        choices=("720", "1080"),
        help="a window of 1280x720 or 1920x1080 with larger type, for recordings; its profile is temporary",
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play a recording, marked as a replay")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    ask = commands.add_parser(
        "ask",
        help="answer one question in the terminal",
        description="The answer goes to stdout as it comes, the profile to stderr.",
        allow_abbrev=False,
    )
    _add_ask_options(ask)
    _add_telemetry(commands)
    add_models(commands, _Parser)
    bench = commands.add_parser(
        "bench",
        help="measure models on devices, and compare with earlier runs",
        description="Results go to stdout, progress to stderr. Options that can be given more than once are"
        " combined. Exit code 2 when a measurement failed.",
        allow_abbrev=False,
    )
    _add_bench_options(bench)
    doctor = commands.add_parser(
        "doctor",
        help="look at this machine and tell what keeps the app from working well",
        description="Nothing is changed. The report holds no personal data. Exit code 1 when a check failed.",
        allow_abbrev=False,
    )
    doctor.add_argument("--json", action="store_true", help="one JSON object instead of text")
    for target, default in ((parser, None), (ask, argparse.SUPPRESS)):
        # Suppressed below a command, so that `--model X ask` is not undone by ask's own default.
        target.add_argument("--model", type=Path, metavar="FILE", default=default, help="a .gguf file")
        target.add_argument(
            "--device",
            metavar="DEVICE",
            default=default,
            help="auto, hybrid, npu, gpu, cpu, or a list such as HTP0,HTP1",
        )
    for target, default in (
        (parser, None),
        *((command, argparse.SUPPRESS) for command in (ask, doctor, bench)),
    ):
        target.add_argument(
            "--log-level", choices=LEVELS, default=default, help="show the log on stderr from this level on"
        )
    return parser


def _add_ask_options(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("question", metavar="QUESTION", help="the question; - reads it from standard input")
    ask.add_argument(
        "--image",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a picture that the question is about; may be given several times",
    )
    ask.add_argument(
        "--audio",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a recording that the question is about; may be given several times",
    )
    ask.add_argument(
        "--mmproj",
        type=Path,
        metavar="FILE",
        help="the projector that lets the model see or hear (default: the one in its folder)",
    )
    ask.add_argument("--system", metavar="TEXT", help="what the model is told before the question")
    ask.add_argument(
        "--max-tokens", type=_whole, default=0, metavar="N", help="end the answer after N tokens"
    )
    ask.add_argument("--greedy", action="store_true", help="always take the likeliest token")
    ask.add_argument(
        "--temperature",
        type=_positive,
        metavar="T",
        help="0.1 is sober, 1.5 is wild (default: as in the window)",
    )
    ask.add_argument("--top-p", type=_share, metavar="P", help="choose among the likeliest tokens up to P")
    ask.add_argument("--seed", type=_whole, metavar="N", help="repeat the same choices with the same N")
    ask.add_argument(
        "--allow-repetition", action="store_true", help="do not stop an answer that goes round in circles"
    )
    ask.add_argument("--json", action="store_true", help="one JSON object instead of the bare answer")
    carrier = ask.add_mutually_exclusive_group()
    carrier.add_argument(
        "--isolated",
        action="store_true",
        default=None,
        dest="isolated",
        help="run the engine in a process of its own",
    )
    carrier.add_argument(
        "--in-process", action="store_false", dest="isolated", help="run the engine in this process"
    )


def _add_bench_options(bench: argparse.ArgumentParser) -> None:
    more = "; can be given more than once"
    bench.add_argument(
        "--model", type=Path, action="append", dest="models", metavar="FILE", help=f"a .gguf file{more}"
    )
    bench.add_argument(
        "--device",
        action="append",
        dest="devices",
        metavar="DEVICE",
        help=f"hybrid, npu, gpu, cpu or a list; auto: the first of npu, gpu, cpu{more}",
    )
    bench.add_argument(
        *("-p", "--n-prompt"),
        type=_counted,
        action="append",
        metavar="N",
        help=f"tokens to prefill (512){more}",
    )
    bench.add_argument(
        *("-n", "--n-gen"),
        type=_counted,
        action="append",
        metavar="N",
        help=f"tokens to generate (128){more}",
    )
    bench.add_argument("-t", "--threads", type=_whole, action="append", metavar="N", help=f"threads{more}")
    bench.add_argument("-r", "--repetitions", type=_counted, default=5, metavar="N", help="measured runs (5)")
    bench.add_argument("--warmup", type=_whole, default=1, metavar="N", help="runs before them (1)")
    bench.add_argument("-c", "--ctx-size", type=_whole, default=0, metavar="N", help="context length")
    bench.add_argument(
        "--against",
        default="last",
        metavar="RUN",
        help="compare with this run; last: the newest of each setup (default); none",
    )
    instead = bench.add_mutually_exclusive_group()
    instead.add_argument("--list", action="store_true", help="list earlier runs")
    instead.add_argument("--show", metavar="RUN", help="show an earlier run; last: the newest")
    instead.add_argument(
        "--text", type=Path, metavar="FILE", help="perplexity of a text and the likeliest tokens after it"
    )
    bench.add_argument(
        "--top-n", type=_counted, default=10, metavar="N", help="how many of those tokens (10)"
    )
    bench.add_argument("--json", action="store_true", help="JSON instead of Markdown")


def _add_telemetry(commands: argparse._SubParsersAction[_Parser]) -> None:
    telemetry = commands.add_parser(
        "telemetry", help="what this machine tells of its devices", allow_abbrev=False
    )
    actions = telemetry.add_subparsers(dest="action", metavar="ACTION", parser_class=_Parser, required=True)
    dump = actions.add_parser(
        "dump",
        help="record what the interfaces of this machine answer",
        description="Writes JSON Lines with ids replaced, so that a machine can be tested where it is not.",
        allow_abbrev=False,
    )
    dump.add_argument(
        "file",
        nargs="?",
        type=Path,
        default=Path("geniex-telemetry.jsonl"),
        metavar="FILE",
        help="a new file; - writes to standard output (default: %(default)s)",
    )
    dump.add_argument("--seconds", type=_duration, default=60.0, metavar="S", help="how long (default: 60)")


def _whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= value < 2**31:
        raise argparse.ArgumentTypeError("a whole number from 0 to 2147483647 is needed")
    return value


def _counted(text: str) -> int:
    value = _whole(text)
    if value == 0:
        raise argparse.ArgumentTypeError("a whole number above 0 is needed")
    return value


def _positive(text: str) -> float:
    value = _number(text)
    if not value > 0:
        raise argparse.ArgumentTypeError("a number above 0 is needed; use --greedy for no randomness")
    return value


def _duration(text: str) -> float:
    value = _number(text)
    if not 1 <= value <= 3600:
        raise argparse.ArgumentTypeError("a number of seconds from 1 to 3600 is needed")
    return value


def _share(text: str) -> float:
    value = _number(text)
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError("a number above 0 and up to 1 is needed")
    return value


def _number(text: str) -> float:
    """A finite number, or -1.0 for anything else: no option allows that."""
    try:
        value = float(text)
    except ValueError:
        return -1.0
    return value if math.isfinite(value) else -1.0
