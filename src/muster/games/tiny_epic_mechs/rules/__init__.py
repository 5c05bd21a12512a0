"""The rules: the rulebook as coroutines, in its own chapters and words."""
