"""Deadzone, first edition (Mantic Games, designed by Jake Thornton), for two players.

`cards` holds the printed cards and says which strike teams are legal. `board` works the battlefields out once. `state`
says how things stand, `showing` what a seat may see and plan, `bot` how good a position is. `rules` has a module for
each chapter of the rulebook, or several for a long one: `sequence` says what comes after what, `moments` what may come
in between. `game` puts the rooms together.
"""

from muster.games.deadzone.game import create

__all__ = ["create"]
