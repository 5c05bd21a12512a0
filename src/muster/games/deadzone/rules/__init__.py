"""What happens and who is asked: the rulebook as coroutines, in its own words."""
