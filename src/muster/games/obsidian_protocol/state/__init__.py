"""How things stand: the state, and pure questions of it."""
