"""Search and solving algorithms; no game is known here."""
