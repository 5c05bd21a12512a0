"""The bots' knowledge of the game: how good a position is, and what a player would do without thinking."""
