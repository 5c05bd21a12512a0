"""The bots' knowledge of the game: the value of a position, and the habits of a player."""
