"""Ember: Obsidian Protocol, rules version 0.9.95.

`cards` what is printed, squads (5.1) and keywords (6.2) included; `board` the table and what is worked out about it
once; `state` how things stand, with position, sight and facing (4.2); `rules` what happens; `showing` what a seat may
see; `bot` how good a position is.

The rules have a folder for each part of the book: `phases` (3.2 to 3.7), `movement` (4.3), `attack` (4.4 to 4.6, 4.8),
`actions` (4.7, 4.9, 6.1), `warfare` (4.11 to 4.13, 4.16), `mission` (5.2 to 5.4); before them come `setup` and
`deployment` (3.1).
"""

from muster.games.obsidian_protocol.game import create

__all__ = ["create"]
