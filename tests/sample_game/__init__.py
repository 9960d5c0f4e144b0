"""A tiny fifth game: it lives in this folder alone, and the program finds it by its manifest."""
