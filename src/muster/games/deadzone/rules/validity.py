"""Between declaration and effect: before something comes to pass, whoever does it and whoever it is done to may be
killed, thrown out of their cube or knocked down (rulebook, "Overwatch", "Free Actions").

A `Declared` is made when a thing begins and remembers who was where. Whatever comes later asks it first; an action as a
whole is asked for again by `menu.renewed`.
"""

from __future__ import annotations

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import on_board, stance


class Struck:
    """Somebody to whom something happens, and where it stood when that began.  [DZ interrupt.struck]"""

    __slots__ = ("at", "target")

    def __init__(self, target: Model) -> None:
        self.target = target
        self.at = target.cube

    def lives(self) -> bool:
        """Whether it can still come to harm: it is on the board."""
        return on_board(self.target)

    def stays(self) -> bool:
        """Whether it can still be thrown or knocked from where it stood."""
        return self.target.cube == self.at


class Declared(Struck):
    """Somebody who does something to somebody, as both stood when it began: an attack is made from there, whatever
    becomes of the attacker afterwards.

    [DZ interrupt.struck] [DZ interrupt.free]
    """

    __slots__ = ("actor", "eye", "origin")

    def __init__(self, actor: Model, target: Model) -> None:
        super().__init__(target)
        self.actor = actor
        self.origin = actor.cube
        self.eye = stance(actor)

    def holds(self) -> bool:
        """Whether both are still where they were: hand to hand nobody reaches further."""
        return self.actor.cube == self.origin and self.target.cube == self.at

    def rewards(self, model: Model) -> bool:
        """Whether one of two that fought can take the free action it earned: it is still in the cube of the fight.

        [DZ interrupt.free]
        """
        return model.cube == self.origin


class Blow:
    """An attack as the rules hand it on: from which seat and cube, with what, how much armour it ignores besides."""

    __slots__ = ("origin", "pierce", "seat", "weapon")

    def __init__(self, seat: int, origin: int, weapon: Weapon | None, pierce: int = 0) -> None:
        self.seat = seat
        self.origin = origin
        self.weapon = weapon
        self.pierce = pierce
