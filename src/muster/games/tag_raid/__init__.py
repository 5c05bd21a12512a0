"""Infinity Deathmatch: TAG Raid (Corvus Belli), for two to four players, mode Standard.

The table is open: miniatures stand anywhere, moves are paths. `cards` are what is printed, `board` the table worked
out once, `state` what changes, `rules` the chapters of the book, `showing` what a seat may see and plan, `bot` how good
a position is; `rules/sequence.py` says what comes after what.
"""

from muster.games.tag_raid.game import create

__all__ = ["create"]
