"""Small widgets that more than one pane uses."""
