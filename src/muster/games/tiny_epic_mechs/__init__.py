"""Tiny Epic Mechs (Gamelyn Games, designed by Scott Almes), for two to four players and solo against two robot
pilots.

`cards` has the printed cards, `board` the arenas, `state` the position, `showing` the views of it, `bot` its
evaluation. `rules` has one module for each chapter of the rulebook: `setup`, `programming`, `execution`,
`movement`, `actions`, `equipment`, `devices`, `mech`, `combat`, `effects`, `knock_out`, `tactical`, `scoring`,
`robots`; `sequence` gives the order of play. `game` puts the rooms together.
"""

from muster.games.tiny_epic_mechs.game import create

__all__ = ["create"]
