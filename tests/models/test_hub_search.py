"""Search and metadata of hubs, and the chipset that AI Hub's bundles are chosen by."""

from __future__ import annotations

import pytest
from fault_server import Answer
from hub_server import COMMIT, HubServer

from geniex_desktop.models.artifact import SourceFailed
from geniex_desktop.models.chipset import X2_ELITE, X_ELITE, DisplayAdapter, chipset_of_windows
from geniex_desktop.models.sources import Hub
from geniex_desktop.models.sources.hubs import HubSettings, make_hubs
from geniex_desktop.models.sources.huggingface import HuggingFace
from geniex_desktop.models.sources.packages import PackageIndex


def test_hugging_face_is_asked_for_gguf_files(server: HubServer, hubs: dict[str, Hub]) -> None:
    (found,) = hubs["huggingface"].search("model")
    assert (found.reference, found.downloads, found.licence) == ("org/model-GGUF", 7, "apache-2.0")
    assert (found.updated, found.gated) == ("2026-01-02", False)
    assert "filter=gguf" in server.asked("/api/models")[0].path


@pytest.mark.parametrize(
    ("key", "reference"),
    [("huggingface", "org/model-GGUF"), ("modelscope", "org/model-GGUF"), ("docker", "ai/model")],
)
def test_a_header_can_be_looked_at_before_the_file_comes(
    server: HubServer, hubs: dict[str, Hub], key: str, reference: str
) -> None:
    if key == "docker":
        del server.files["model-Q4_0.gguf"]
    files = hubs[key].repository(reference).files
    name = next(name for name in files if name.endswith(".gguf"))
    reach = files[name].reach
    assert reach is not None
    content = server.files["model-Q8_0.gguf" if key == "docker" else name]
    assert reach(lambda: False)(1000, 500) == content[1000:1500]


def test_conversions_of_a_model_are_found(server: HubServer, hugging_face: HuggingFace) -> None:
    assert hugging_face.conversions("org/model")
    assert "base_model%3Aquantized%3Aorg%2Fmodel" in server.asked("/api/models")[0].path


def test_a_repository_is_pinned_to_its_commit_and_tells_its_terms(
    server: HubServer, hugging_face: HuggingFace
) -> None:
    server.gated = True
    repository = hugging_face.repository("org/model-GGUF")
    assert (repository.revision, repository.gated, repository.licence) == (COMMIT, True, "apache-2.0")
    assert repository.texts["config.json"].startswith("{")
    assert repository.files["README.md"].artifact.identity.startswith("git-sha1:")
    hugging_face.repository("org/model-GGUF", COMMIT)
    assert f"/revision/{COMMIT}" in server.requests[-2].path


def test_a_gated_model_names_the_way(server: HubServer, hugging_face: HuggingFace) -> None:
    refusal = Answer(status=403, body=b"{}", headers={"X-Error-Code": "GatedRepo"})
    server.faults = [("/api/models/", refusal)]
    with pytest.raises(SourceFailed, match="licence") as caught:
        hugging_face.repository("org/model-GGUF")
    assert caught.value.code == -100009
    assert "accept" in caught.value.hint


def test_another_mirror_counts_from_the_next_question_on(server: HubServer) -> None:
    mirror = ["http://127.0.0.1:1"]
    hub = make_hubs(HubSettings(mirror=lambda: mirror[0]))["huggingface"]
    mirror[0] = server.url
    assert [found.reference for found in hub.search("model")] == ["org/model-GGUF"]
    assert hub.repository("org/model-GGUF").page == f"{server.url}/org/model-GGUF"


@pytest.mark.parametrize("key", ["modelscope", "docker"])
def test_other_hubs_are_searched(server: HubServer, hubs: dict[str, Hub], key: str) -> None:
    (found,) = hubs[key].search("model")
    assert found.hub == key
    assert found.downloads


@pytest.mark.parametrize("key", ["huggingface", "modelscope", "docker", "aihub"])
@pytest.mark.parametrize("body", [b"[]", b"{}", b"7", b"{", b'{"data": 3}', b'{"models": [1]}'])
def test_odd_answers_are_errors_or_nothing(
    server: HubServer, hubs: dict[str, Hub], key: str, body: bytes
) -> None:
    server.faults = [("/", Answer(body=body, headers={"Content-Type": "application/json"})) for _ in range(9)]
    try:
        found = hubs[key].search("model")
    except SourceFailed:
        found = []
    assert found == []


@pytest.mark.parametrize("reference", ["", "a", "a/b/c", "../x", "a/..", "a b/c"])
@pytest.mark.parametrize("key", ["huggingface", "modelscope"])
def test_what_is_no_name_is_told(server: HubServer, hubs: dict[str, Hub], key: str, reference: str) -> None:
    with pytest.raises(SourceFailed):
        hubs[key].repository(reference)


def test_what_is_no_package_is_told() -> None:
    with pytest.raises(SourceFailed, match="not the name of a package"):
        PackageIndex().repository("--index-url=http://evil")


@pytest.mark.parametrize(
    ("device", "description", "processor", "chipset"),
    [
        (r"ACPI\VEN_QCOM&DEV_0C36", "Qualcomm(R) Adreno(TM) X1-85 GPU", "", X_ELITE),
        (r"ACPI\VEN_QCOM&DEV_0D00", "Snapdragon(R) X2 Elite - Adreno", "", X2_ELITE),
        (r"PCI\VEN_10DE", "X1 something else", "ARMv8 X1P-42-100", X_ELITE),
        (r"PCI\VEN_10DE", "GeForce", "Intel64 Family 6", ""),
    ],
)
def test_the_chipset_of_windows(device: str, description: str, processor: str, chipset: str) -> None:
    assert chipset_of_windows([DisplayAdapter(device, description)], processor) == chipset
