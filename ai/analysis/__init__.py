"""What decided a game: the chance to win on its way, and the bill that adds up from the equal share to the result."""
