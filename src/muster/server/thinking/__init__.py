"""What is worked out elsewhere, in processes of its own: the choices of bots, and odds."""
