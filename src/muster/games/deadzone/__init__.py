"""Deadzone, first edition (Mantic Games, designed by Jake Thornton), for two players.

`cards` has what is printed and which strike teams are legal, `board` the battlefields worked out once, `state` how
things stand, `showing` what a seat may see and plan, `bot` how good it is. `rules` has one module for each chapter of
the rulebook, a long one in several: `sequence` says what comes after what, `moments` what may come in between. `game`
puts the rooms together.
"""

from muster.games.deadzone.game import create

__all__ = ["create"]
