"""The device check: its run, and the page that shows what came out."""
