"""The bots' knowledge of the game: how good a position is, and what one would do without thinking."""
