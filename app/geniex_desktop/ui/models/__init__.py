"""The Models pane: find, choose, fetch, keep and open models."""
