"""Every lesson of every game is played to its end, and gives every wrong answer once."""
