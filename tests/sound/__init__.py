"""What would be heard: files, scores, the order of units, and whole games, measured without ears."""
