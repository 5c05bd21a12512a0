"""The models: figures of a strike team and deployed guns, as they stand, with a written copy.

Nothing here decides a rule.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Final

from muster.games.deadzone.cards.content import ModelCard
from muster.geometry.squares import NOWHERE

NOBODY: Final = -1
"""Stands for none: no index, or no choice."""


class Aggression:
    """The levels of aggression, from lowest to highest."""

    SUPPRESSED: Final = 0
    PINNED: Final = 1
    ALERT: Final = 2
    ENRAGED: Final = 3


class Harm(IntEnum):
    """The harm that an attack did to a model."""

    NONE = 0
    INJURED = auto()
    KILLED = auto()


class Model:
    """One figure of a strike team, or a deployed sentry gun."""

    __slots__ = (
        "abilities",
        "activated",
        "aggression",
        "burning",
        "card",
        "carded",
        "crew",
        "cube",
        "damage",
        "dead",
        "exited",
        "facing",
        "frozen",
        "gunner",
        "index",
        "injured",
        "items",
        "kept",
        "mercenary",
        "mutation",
        "overwatch",
        "owner",
        "place",
        "psychic",
        "reload",
        "saved",
        "tag",
        "weapon_at",
        "wrecked",
    )

    def __init__(
        self,
        index: int,
        owner: int,
        tag: str,
        card: ModelCard,
        abilities: int,
        cube: int = NOWHERE,
        place: int = 0,
        aggression: int = Aggression.ALERT,
        activated: bool = False,
        overwatch: bool = False,
        injured: bool = False,
        damage: int = 0,
        dead: bool = False,
        exited: int = NOBODY,
        burning: bool = False,
        carded: bool = False,
        psychic: int = NOBODY,
        reload: int = 0,
        saved: int = 0,
        facing: int = 0,
        mutation: int = NOBODY,
        crew: int = NOBODY,
        mercenary: bool = False,
        wrecked: int = 0,
        items: tuple[int, ...] = (),
        gunner: bool = False,
        weapon_at: int = NOWHERE,
    ) -> None:
        self.index = index
        self.owner = owner
        self.tag = tag
        self.card = card
        self.abilities = abilities  # of the card, the mutation and the items carried
        self.cube = cube
        self.place = place  # which quarter of the cube
        self.aggression = aggression
        self.activated = activated
        self.overwatch = overwatch
        self.injured = injured
        self.damage = damage  # of vehicles
        self.dead = dead
        self.exited = exited  # the seat whose deployment zone it left the board through
        self.burning = burning
        self.carded = carded  # an active card was played on it this turn
        self.psychic = psychic  # dice its shield takes off shots this round, once rolled
        self.reload = reload  # mask of its weapons that must be reloaded
        self.saved = saved  # bit 0: Resourceful used; bit 1: Life Support used; bit 2: the shield of its card lost
        self.facing = facing  # the side its defender shield covers
        self.mutation = mutation
        self.crew = crew  # of a crew served weapon: the index of the other
        self.mercenary = mercenary
        self.wrecked = wrecked  # mask of its weapons that are lost
        self.items = items
        self.gunner = gunner  # of a crew served weapon
        self.weapon_at = weapon_at  # where its weapon stands, if that is a model of its own
        self.kept: Model | None = None  # a copy as it is now, which copies of the state share
        self.frozen = False  # this is such a copy: nobody may change it

    def copy(self) -> Model:
        return Model(
            self.index,
            self.owner,
            self.tag,
            self.card,
            self.abilities,
            self.cube,
            self.place,
            self.aggression,
            self.activated,
            self.overwatch,
            self.injured,
            self.damage,
            self.dead,
            self.exited,
            self.burning,
            self.carded,
            self.psychic,
            self.reload,
            self.saved,
            self.facing,
            self.mutation,
            self.crew,
            self.mercenary,
            self.wrecked,
            self.items,
            self.gunner,
            self.weapon_at,
        )

    def keep(self) -> Model:
        """A copy that is never changed, made once for as long as the model stays as it is."""
        kept = self.copy()
        kept.frozen = True
        self.kept = kept
        return kept


def changing(model: Model) -> Model:
    """Return a model that is about to change: every rule that changes one says so here, on the left of the
    assignment.
    """
    if model.frozen:
        raise RuntimeError(f"{model.tag} belongs to a copy of the state that has not been thawed")
    model.kept = None
    return model
