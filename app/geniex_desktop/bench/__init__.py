"""Measurements: geniex-bench run over models, devices and settings, kept, compared and exported."""
