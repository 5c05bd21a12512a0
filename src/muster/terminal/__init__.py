"""The text client: a table in a terminal, or through a pipe. It knows a game only by its `Game` interface, and all its
sentences come from `messages/`.
"""
