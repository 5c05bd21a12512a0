"""Infinity Deathmatch: TAG Raid (Corvus Belli), for two to four players, mode Standard.

The table is open: miniatures stand anywhere, and a move is a path. `cards` holds the printed cards, `board` the table
worked out once, `state` everything that changes, `rules` the chapters of the book, `showing` the views and previews of
a seat, `bot` the evaluation. `rules/sequence.py` gives the order of play.
"""

from muster.games.tag_raid.game import create

__all__ = ["create"]
