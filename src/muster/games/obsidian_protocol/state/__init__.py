"""The state: everything that changes in a match, and pure questions about it."""
