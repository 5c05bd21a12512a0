"""The coach: what a strong player would tell you about a decision, about a whole match, and puzzles to learn from.

It knows any game by its `Game` alone and thinks with `bots.search`. A hint is worked out in the chair of the seat that
asks; an analysis looks back at a match that is over, when nothing is secret any more.
"""
