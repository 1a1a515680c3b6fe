"""The settings pane, made from the declared settings."""
