"""The lobby: set tables up, find them, offer games, and keep to limits."""
