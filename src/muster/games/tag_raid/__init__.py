"""Infinity Deathmatch: TAG Raid (Corvus Belli), for two to four players, mode Standard.

The table is open: miniatures stand anywhere, moves are paths. One module for each chapter of the rulebook: `setup`,
`events`, `orders`, `movement`, `declare`, `attacks`, `sightlines`, `rolls`, `resolution`, `damage`, `aftermath`,
`tools`, `takings`, `beast`, `beast_events`, `rounds`; `sequence` says what comes after what.
"""

from muster.games.tag_raid.game import create

__all__ = ["create"]
