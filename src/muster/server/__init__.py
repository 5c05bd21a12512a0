"""The table server: many tables at once, for people far apart, bots and spectators. No answer is ever lost."""
