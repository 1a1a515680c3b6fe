"""The Bench pane."""
