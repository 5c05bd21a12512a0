"""Answers given for people: small things, if they want that, and questions with one answer that gives nothing away.
What is asked only to hide an empty hand is asked where somebody could learn from it: not against bots.

The answer is given at once, whether they are there or not, and stands in the journal like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from muster.kernel.requests import Ask, Seat
from muster.kernel.spaces import Option
from muster.kernel.words import Words
from muster.server.protocol import ENCODER, Settled, Settlement
from muster.server.table.record import Record
from muster.server.table.seating import Seating
from muster.server.telling.updates import Listener


class Settlements:
    """The small questions of one table."""

    def __init__(self, record: Record, seating: Seating) -> None:
        self._record = record
        self._seating = seating
        self._decided: list[tuple[Ask[Any], Option[Any]]] = []

    def has(self, seat: Seat) -> bool:
        """Whether small things are decided for this seat."""
        return seat in self._seating.settling()

    def pending(self) -> list[Seat]:
        """The seats whose open question is to be decided for them."""
        settling, people, match = self._seating.settling(), self._seating.people(), self._record.match
        alone = self._seating.alone()
        return [
            seat
            for seat, ask in match.pending.items()
            if (ask.small and seat in settling) or (seat in people and match.forced(seat, alone))
        ]

    def after(self, act: Callable[[], None]) -> Callable[[], None]:
        """An act followed by the questions it leads to that need nobody's answer, all settled."""

        def act_and_settle() -> None:
            self._decided.clear()
            act()
            match = self._record.match
            while True:
                self._decided += match.settle(self._seating.settling())
                if not match.settle_forced(self._seating.people(), self._seating.alone()):
                    return

        return act_and_settle

    def undo(self, seat: Seat) -> None:
        """Take back a seat's last decision, with all that nobody asked it about since."""
        self._record.match.undo(seat, self.has(seat), unasked=True)

    def tell(self, listeners: Iterable[Listener], words: Callable[[str], Words]) -> None:
        """Tell each seat what was decided for it, and for nobody else."""
        if not self._decided:
            return
        for listener in listeners:
            spoken = words(listener.audience.language)
            own = [_told(ask, option, spoken) for ask, option in self._decided if ask.seat == listener.seat]
            if own:
                listener.send(ENCODER.encode(Settled(own)))
        self._decided.clear()


def _told(ask: Ask[Any], option: Option[Any], words: Words) -> Settlement:
    return Settlement(words.say(ask.prompt), option.key if option.text is None else words.say(option.text))
