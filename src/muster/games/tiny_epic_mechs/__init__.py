"""Tiny Epic Mechs (Gamelyn Games, designed by Scott Almes), for two to four players and solo against two robot
pilots.

`cards` has what is printed, `board` the arenas, `state` how things stand, `showing` what a seat may see of it, `bot`
how good it is. `rules` has one module for each chapter of the rulebook: `setup`, `programming`, `execution`,
`movement`, `actions`, `equipment`, `devices`, `mech`, `combat`, `effects`, `knock_out`, `tactical`, `scoring`,
`robots`; `sequence` says what comes after what. `game` puts the rooms together.
"""

from muster.games.tiny_epic_mechs.game import create

__all__ = ["create"]
