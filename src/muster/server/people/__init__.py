"""People: who holds a player's key, what is kept for them, and how they find each other."""
