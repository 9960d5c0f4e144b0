"""A small expansion that the tests add to those of the house."""
