"""What never changes in a match: the table, and what is worked out about it once."""
