"""Worker processes for opponents, and the messages between them and the window."""
