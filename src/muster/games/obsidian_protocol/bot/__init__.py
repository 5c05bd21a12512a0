"""The bots' knowledge of the game: how good a position is, and what to do without thinking."""
