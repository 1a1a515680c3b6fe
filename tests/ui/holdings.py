"""What the process holds: to tell growth from noise over a long run."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections import Counter
from functools import _lru_cache_wrapper
from statistics import median

import psutil
from PySide6.QtWidgets import QApplication


class Holdings:
    """What the process holds, taken again and again on a tidied desk."""

    def __init__(self) -> None:
        self.objects: list[int] = []
        self.widgets: list[int] = []
        self.rss: list[int] = []
        self._kinds: list[dict[str, int]] = []
        self._process = psutil.Process()

    def take(self) -> None:
        _empty_caches()
        gc.collect()
        _trim_heap()
        kinds = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())
        self._kinds.append(dict(kinds))
        self.objects.append(kinds.total())
        self.widgets.append(len(QApplication.allWidgets()))
        self.rss.append(self._process.memory_info().rss)

    def growth(self, values: list[int]) -> float:
        """By how much the last third lies over the middle one, as medians; the first third warms up."""
        third = len(values) // 3
        return median(values[2 * third :]) - median(values[third : 2 * third])

    def grown(self) -> str:
        """The kinds of Python objects that have grown most, as `growth` counts."""
        names = {name for kinds in self._kinds for name in kinds}
        growths = {name: self.growth([kinds.get(name, 0) for kinds in self._kinds]) for name in names}
        most = sorted(growths.items(), key=lambda each: -each[1])[:12]
        return ", ".join(f"{name} {growth:+.0f}" for name, growth in most if growth > 0)


def _empty_caches() -> None:
    """Those of functions that have a bound: how full they are says nothing."""
    caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    for cached in caches:
        bounded = cached.cache_parameters()["maxsize"] is not None
        if bounded and cached.__module__.startswith("geniex_desktop"):
            cached.cache_clear()


def _trim_heap() -> None:
    """Gives back what glibc keeps in reserve of memory that nothing uses any more."""
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
