"""Looks at the machine and tells what keeps the app from working well. No Qt, and nothing is changed."""
