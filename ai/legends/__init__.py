"""The opponents of Legends."""
