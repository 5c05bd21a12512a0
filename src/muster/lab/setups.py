"""Set-ups drawn at random from everything that a lobby offers, as long as the sides are meant to be equally strong."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeVar

from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of
from muster.kernel.setup import Prepared

S = TypeVar("S")

TRIES = 1000
"""Drawn so often at most before it is said that nothing fits."""
FAIR_TRIES = 100
"""So often while options are fixed that may leave the sides no way to be equally strong."""


def drawn_setup(
    game: Game[S], rng: random.Random, players: int | None = None, fixed: Mapping[str, Any] | None = None
) -> Prepared[S]:
    """A set-up out of all that can be chosen, for so many players if that is said; again if it is refused or not fair.
    Options that are fixed are not drawn; where they rule out anything fair, the first that fits will do.
    """
    setup = setup_of(game)
    unfair: Prepared[S] | None = None
    for tried in range(TRIES):
        if unfair is not None and tried >= FAIR_TRIES:
            return unfair
        given: dict[str, Any] = {}
        for setting in setup.settings():
            values = [value for value, _ in setting.values]
            if setting.each:
                seats = given.get("players", len(setup.prepare({}).players))
                given[setting.field] = tuple(rng.choice(values) for _ in range(seats))
            elif setting.field == "players" and players is not None:
                given[setting.field] = players
            else:
                given[setting.field] = rng.choice(values)
        try:
            prepared = setup.prepare({**given, **(fixed or {})})
        except GameError:
            continue
        if players not in (None, len(prepared.players)):
            continue
        if prepared.fair:
            return prepared
        if fixed and unfair is None:
            unfair = prepared
    if unfair is not None:
        return unfair
    raise GameError(f"{game.name} cannot be set up for {players} players")
