"""What the loaded library offers: its plugins and their devices."""

from __future__ import annotations

from ..errors import AppError
from .library import Library
from .types import DeviceInfo, PluginInfo, RuntimeInfo


def read_runtime(library: Library) -> RuntimeInfo:
    """Version, plugins and devices of an initialised library. Raises AppError."""
    plugins = [_read_plugin(library, plugin_id) for plugin_id in _plugin_ids(library)]
    # Only now: a plugin is made, and may fail, when its devices are asked for.
    failed = {plugin.id: plugin for plugin in _failed_plugins(library)}
    return RuntimeInfo(
        version=library.text(library.call("geniex_version")),
        library=str(library.path),
        has_extensions=library.has_extensions,
        plugins=(*(plugin for plugin in plugins if plugin.id not in failed), *failed.values()),
    )


def read_devices(library: Library, plugin_id: str) -> tuple[DeviceInfo, ...]:
    """What a plugin can use on this machine. Raises AppError."""
    arena = library.arena()
    query = arena.new("geniex_GetDeviceListInput*", {"plugin_id": arena.text(plugin_id)})
    output = arena.new("geniex_GetDeviceListOutput*")
    library.checked("geniex_get_device_list", query, output)
    devices = tuple(
        DeviceInfo(library.text(output.device_ids[i]), library.text(output.device_names[i]))
        for i in range(output.device_count)
    )
    library.free(output.device_ids)
    library.free(output.device_names)
    return devices


def resolve_device(library: Library, plugin_id: str, mode: str, n_gpu_layers: int) -> tuple[str | None, int]:
    """The device id and layer count behind an alias such as "hybrid". Raises AppError."""
    arena = library.arena()
    query = arena.new(
        "geniex_ResolveDeviceInput*",
        {"plugin_id": arena.text(plugin_id), "mode": arena.text(mode), "ngl_default": n_gpu_layers},
    )
    output = arena.new("geniex_ResolveDeviceOutput*")
    library.checked("geniex_resolve_device", query, output)
    library.free(output.warning)
    return library.take_text(output.device_id) or None, output.ngl


def _plugin_ids(library: Library) -> tuple[str, ...]:
    output = library.arena().new("geniex_GetPluginListOutput*")
    library.checked("geniex_get_plugin_list", output)
    ids = tuple(library.take_text(output.plugin_ids[i]) for i in range(output.plugin_count))
    library.free(output.plugin_ids)
    return ids


def _read_plugin(library: Library, plugin_id: str) -> PluginInfo:
    name = library.arena().text(plugin_id)
    try:
        version = library.text(library.call("geniex_get_plugin_version", name))
        return PluginInfo(plugin_id, version=version, devices=read_devices(library, plugin_id))
    except AppError as error:
        return PluginInfo(plugin_id, failure=error.cause or error.text)


def _failed_plugins(library: Library) -> tuple[PluginInfo, ...]:
    failures = library.arena().sized("geniex_PluginFailureList")
    if not library.supported("geniex_get_plugin_failures", failures):
        return ()
    entries = [failures.failures[i] for i in range(failures.count)]
    found = tuple(PluginInfo(library.text(e.directory), failure=library.text(e.reason)) for e in entries)
    library.lib.geniex_plugin_failures_free(failures)
    return found
