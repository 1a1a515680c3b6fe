"""Conversations: the message tree. No Qt."""
