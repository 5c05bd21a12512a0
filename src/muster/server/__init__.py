"""The table server: many tables at once for people, bots and spectators far apart. Nothing that was said is lost."""
