"""The Devices pane: what the machine and the engine do, live, recorded and over time."""
