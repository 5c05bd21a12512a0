"""Forces before a match, for any game with a form: judge them, share them, compare, print and read them."""
