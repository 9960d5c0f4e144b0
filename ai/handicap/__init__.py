"""What handicaps are worth, and which one makes a table about even."""
