"""The text client: a table in a terminal, or through a pipe. It talks to a game through its `Game` interface only, and
everything it says comes from `messages/`.
"""
