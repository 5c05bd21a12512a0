"""The board: everything that never changes in a match, worked out once."""
