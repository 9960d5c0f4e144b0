"""The scene stack and every scene."""
