"""Live signals of the machine. No Qt but in `telemetry.qt`."""
