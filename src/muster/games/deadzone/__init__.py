"""Deadzone, first edition (Mantic Games, designed by Jake Thornton), for two players.

One module for each chapter of the rulebook: `strike_team`, `setup`, `rounds`, `activation` with its `menu`,
`movement`, `fighting`, `shooting`, `grenades`, `overwatch`, `command`, `psychic`, `explosions`, `damage`,
`aggression`, `items`, `cards`, `missions`; `sequence` says what comes after what.
"""

from muster.games.deadzone.game import create

__all__ = ["create"]
