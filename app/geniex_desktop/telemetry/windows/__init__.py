"""Providers for Windows: performance counters and adapters, by ctypes."""
