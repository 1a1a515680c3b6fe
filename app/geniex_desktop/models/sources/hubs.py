"""The table of hubs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...errors import AppError, Blame
from . import Hub, modelscope
from .aihub import AiHub
from .docker import DockerHub
from .huggingface import HuggingFace
from .modelscope import ModelScope
from .packages import PackageIndex

NATIVE_NUMBERS = {"huggingface": 1, "modelscope": 2, "aihub": 3, "docker": 5}
"""geniex_HubSource by key."""


@dataclass(frozen=True, slots=True)
class HubSettings:
    """What hubs need to know of the user.

    Attributes:
        token: The access token for a hub's key; "" for none.
        mirror: Another address of the Hugging Face hub; "" for its own.
        modelscope: Another address of ModelScope; "" for its own.
        chipset: AI Hub's name of the chipset; "" for the machine's own.

    What can be another at any time is asked for when it is needed.
    """

    token: Callable[[str], str] = lambda _hub: ""
    mirror: Callable[[], str] = str
    modelscope: str = ""
    chipset: Callable[[], str] = str


def make_hubs(settings: HubSettings) -> dict[str, Hub]:
    """Every hub by its key, in the order in which people see them."""
    hubs: tuple[Hub, ...] = (
        HuggingFace(endpoint=settings.mirror, token=lambda: settings.token("huggingface")),
        ModelScope(
            endpoint=settings.modelscope or modelscope.PUBLIC, token=lambda: settings.token("modelscope")
        ),
        DockerHub(),
        AiHub(chipset=settings.chipset),
        PackageIndex(),
    )
    return {hub.key: hub for hub in hubs}


def find_hub(hubs: dict[str, Hub], key: str) -> Hub:
    """Raises AppError for a hub that is not there."""
    if key not in hubs:
        raise AppError(
            f"There is no hub '{key}'.", hint=f"The hubs are: {', '.join(hubs)}.", blame=Blame.USER
        )
    return hubs[key]
