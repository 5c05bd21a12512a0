"""How good a position is, and what one would do without thinking."""
