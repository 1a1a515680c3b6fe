"""The window. The only part of the package that imports Qt, with `engine.thread` and `telemetry.qt`."""
