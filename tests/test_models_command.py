"""`geniex-desktop models`: what it shows, as text and as JSON, and its exit codes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from geniex_desktop import cli
from geniex_desktop import log as logs
from geniex_desktop.commands import models as command
from geniex_desktop.errors import AppError
from geniex_desktop.models.artifact import Artifact, Cancelled, Progress, SourceFailed
from geniex_desktop.models.part import Part
from geniex_desktop.models.sources import Place, RemoteFile, Repository, SearchResult
from geniex_desktop.settings import MODELS_FOLDER, Settings

CONTENT = b"GGUF" + bytes(500)


class OneModel:
    """A hub with one model, which is delivered at once."""

    key, title = "huggingface", "A hub"

    def __init__(self, failure: AppError | None = None) -> None:
        self.failure = failure

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        if self.failure is not None:
            raise self.failure
        return [SearchResult(self.key, "org/tiny", "org/tiny", downloads=5, licence="mit")]

    def repository(
        self, reference: str, revision: str = "", cancelled: Cancelled = lambda: False
    ) -> Repository:
        if self.failure is not None:
            raise self.failure

        def deliver(artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
            Part(place.path, artifact.size, place.chunk_size, place.note).fill([CONTENT])
            progress(artifact.size, artifact.size)

        artifact = Artifact("tiny-Q4_0.gguf", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
        return Repository(
            self.key, reference, reference, "c0", {artifact.file_name: RemoteFile(artifact, deliver)}
        )


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> OneModel:
    only = OneModel()
    monkeypatch.setattr(command, "make_hubs", lambda _settings: {only.key: only})
    return only


@pytest.fixture
def run(app_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """`run(*arguments)`: exit code and output."""
    # The test runner has its own.
    monkeypatch.setattr(logs, "watch_crashes", lambda role: "")

    def call(*arguments: str) -> tuple[int, str]:
        code = cli.main(["models", *arguments])
        return code, capsys.readouterr().out

    return call


def test_an_empty_store_is_an_empty_list(run: Any) -> None:
    assert run("list", "--json") == (0, "[]\n")


def test_pull_list_where_verify_and_remove(run: Any, hub: OneModel, app_home: Path) -> None:
    code, out = run("pull", "org/tiny:Q4_0", "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert events[0] == {
        "event": "progress",
        "files": [{"name": "tiny-Q4_0.gguf", "done": len(CONTENT), "total": len(CONTENT)}],
    }
    assert events[-1]["event"] == "done"
    assert events[-1]["model"]["state"] == "ready"
    (model,) = json.loads(run("list", "--json")[1])
    assert (model["name"], model["precisions"], model["revision"]) == ("org/tiny", ["Q4_0"], "c0")
    assert "org/tiny" in run("list")[1]
    where = json.loads(run("where", "org/tiny:Q4_0", "--json")[1])
    assert Path(where["model"]).read_bytes() == CONTENT
    assert run("where")[1].strip() == str(app_home / "data" / "models")
    assert json.loads(run("verify", "org/tiny", "--json")[1])["good"] == ["tiny-Q4_0.gguf"]
    Path(where["model"]).write_bytes(CONTENT[:-1] + b"x")
    assert run("verify", "org/tiny") == (1, "damaged: tiny-Q4_0.gguf\n")
    assert run("pull", "org/tiny", "--repair") == (0, "org/tiny is ready.\n")
    assert run("rm", "org/tiny")[0] == 0
    assert run("rm", "org/tiny")[0] == 1


def test_a_failing_pull_tells_code_and_reason(run: Any, hub: OneModel) -> None:
    hub.failure = SourceFailed("It is gone.", code=-100010)
    code, out = run("pull", "org/tiny", "--json")
    assert (code, json.loads(out)) == (1, {"event": "error", "code": -100010, "message": "It is gone."})
    assert run("pull", "org/tiny")[0] == 1


def test_search_shows_what_hubs_found_and_fails_only_when_all_do(run: Any, hub: OneModel) -> None:
    assert run("search", "tiny") == (0, "huggingface:org/tiny\n")
    (found,) = json.loads(run("search", "tiny", "--json")[1])
    assert (found["name"], found["downloads"], found["gated"]) == ("org/tiny", 5, False)
    hub.failure = SourceFailed("Nobody answers.")
    assert run("search", "tiny")[0] == 1
    assert run("search", "tiny", "--hub", "nowhere")[0] == 1


def test_import_by_copy_and_in_place(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine-Q8_0.gguf"
    file.write_bytes(CONTENT)
    assert run("import", str(file)) == (0, "local/mine-Q8_0 is ready.\n")
    model = json.loads(run("import", str(file), "--in-place", "--as", "me/mine", "--json")[1])
    assert (model["name"], model["state"]) == ("me/mine", "ready")
    assert run("import", str(tmp_path / "none"))[0] == 1


def test_a_moved_store_is_found_again(run: Any, tmp_path: Path, app_home: Path) -> None:
    file = tmp_path / "mine-Q8_0.gguf"
    file.write_bytes(CONTENT)
    run("import", str(file))
    assert run("where", "--move", str(tmp_path / "disk"))[0] == 0
    assert Settings(app_home / "config" / "settings.json").get(MODELS_FOLDER) == str(tmp_path / "disk")
    assert json.loads(run("list", "--json")[1])[0]["name"] == "local/mine-Q8_0"
    assert json.loads(run("list", "--json", "--data-dir", str(app_home / "data"))[1]) == []


@pytest.mark.parametrize(
    ("name", "hub_key", "reference", "quant", "revision"),
    [
        ("org/m", "huggingface", "org/m", "", ""),
        ("org/m:Q4_0", "huggingface", "org/m", "Q4_0", ""),
        ("modelscope:org/m:Q4_0", "modelscope", "org/m", "Q4_0", ""),
        ("docker.io/ai/m:4b", "docker", "docker.io/ai/m", "", "4b"),
        ("https://hub.docker.com/r/ai/m", "docker", "https://hub.docker.com/r/ai/m", "", ""),
        ("qualcomm/Some-Model", "aihub", "qualcomm/Some-Model", "", ""),
        ("Some-Model", "aihub", "Some-Model", "", ""),
        ("pypi:llm-x==1.0", "pypi", "llm-x==1.0", "", ""),
    ],
)
def test_a_name_says_where_it_comes_from(
    name: str, hub_key: str, reference: str, quant: str, revision: str
) -> None:
    from geniex_desktop.models.sources.hubs import HubSettings, make_hubs

    options = cli._parser().parse_args(["models", "pull", name])
    hub, request = command._request(make_hubs(HubSettings()), options)
    assert hub.key == request.hub == hub_key
    assert (request.reference, request.quant, request.revision) == (reference, quant, revision)
