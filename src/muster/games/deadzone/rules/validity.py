"""Between declaration and effect: meanwhile both sides of an attack may be killed, thrown out of their cube or knocked
down (rulebook, "Overwatch", "Free Actions").

A `Declared` is made when something begins and remembers who was where. Every later effect asks it first; `menu.renewed`
asks again for an action as a whole.
"""

from __future__ import annotations

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import is_upright, on_board, stance


class Struck:
    """A model to which something happens, and where it stood when that began.  [DZ interrupt.struck]"""

    __slots__ = ("at", "target")

    def __init__(self, target: Model) -> None:
        self.target = target
        self.at = target.cube

    def lives(self) -> bool:
        """Whether a model can still come to harm: it is on the board."""
        return on_board(self.target)

    def stays(self) -> bool:
        """Whether a model can still be thrown or knocked from where it stood."""
        return self.target.cube == self.at


class Declared(Struck):
    """A model that does something to another, as both stood when it began: the attack is made from there, whatever
    happens to the attacker afterwards.

    [DZ interrupt.struck] [DZ interrupt.free]
    """

    __slots__ = ("actor", "eye", "origin")

    def __init__(self, actor: Model, target: Model) -> None:
        super().__init__(target)
        self.actor = actor
        self.origin = actor.cube
        self.eye = stance(actor)

    def holds(self) -> bool:
        """Whether both are still where they were: hand to hand reaches no further."""
        return self.actor.cube == self.origin and self.target.cube == self.at

    def rewards(self, model: Model) -> bool:
        """Whether one of two that fought can take the free action it earned: it is still in the cube of the fight, and
        on its feet.

        [DZ interrupt.free]
        """
        return model.cube == self.origin and is_upright(model)


class Blow:
    """An attack as the rules hand it on: from which seat and cube, with which weapon, and how much more armour it
    ignores.
    """

    __slots__ = ("origin", "pierce", "seat", "weapon")

    def __init__(self, seat: int, origin: int, weapon: Weapon | None, pierce: int = 0) -> None:
        self.seat = seat
        self.origin = origin
        self.weapon = weapon
        self.pierce = pierce
