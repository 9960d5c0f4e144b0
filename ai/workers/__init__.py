"""Processes that think beside the window, and the messages between them and it."""
