"""Thinking in processes of its own: the choices of bots, and odds."""
