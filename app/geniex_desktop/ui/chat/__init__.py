"""The chat pane: transcript, composer and the controller behind them."""
