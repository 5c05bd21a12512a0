"""Options of a match of Obsidian Protocol, and how a match is made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from muster.games.obsidian_protocol.board.battlefield import Battlefield, Battlefields
from muster.games.obsidian_protocol.board.table_check import breaches
from muster.games.obsidian_protocol.board.table_making import STYLES, make
from muster.games.obsidian_protocol.cards import squads
from muster.games.obsidian_protocol.cards.content import Content, Squad
from muster.games.obsidian_protocol.cards.pack import BattlefieldFile, SquadFile
from muster.games.obsidian_protocol.cards.pack_reader import BOARDS, field_card
from muster.games.obsidian_protocol.rules.setup import fields_for, new_state
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.setup import Prepared, Setting, one_of
from muster.kernel.tables import Breach, Chest, refuse_breaches
from muster.kernel.words import Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two squads, by name or written out, and the scale, by default that of the larger squad.

    Battlefield and main task are drawn unless they are named; a battlefield can also be one of a player's own, or made
    in a style (`dense:7`). Environment cards are used if both players want them.
    """

    squads: tuple[str | SquadFile, str | SquadFile] = ("rdl_600_line", "un_600_line")
    scale: Literal[0, 600, 900, 1200] = 0
    battlefield: str | BattlefieldFile = ""
    task: str = ""
    environments: bool = False


class Preparing:
    """Prepares matches with the cards and squads of the packs. Squads that have been checked or made are kept."""

    def __init__(
        self, content: Content, battlefields: Battlefields, ready: Mapping[str, SquadFile], words: Words
    ) -> None:
        self._content = content
        self._battlefields = battlefields
        self._ready = ready
        self._words = words
        self._judged: dict[tuple[str, int], str] = {}  # by ready squad and scale: what is wrong with it
        self._made: dict[str, Squad] = {}  # the ready squads as they are deployed
        fields = {field.id: field for field in battlefields.every}
        self._chest = Chest("battlefield", fields, list(STYLES), partial(make, self.check), self._field)

    def prepare(self, given: Mapping[str, Any]) -> Prepared[State]:
        options = decode(given, Options, "options")
        scale = self._check_squads(options)
        fields = fields_for(self._battlefields, scale)
        drawn = options.battlefield in ("", *[field.id for field in fields])
        own = None if drawn else self._own(options.battlefield, fields[0].board.size)
        tasks = [task.id for task in self._content.tasks]
        if options.task and options.task not in tasks:
            raise GameError(f"options: field task: there are {', '.join(tasks)}")
        return Prepared(
            options=msgspec.to_builtins(options),
            seats=2,
            players=range(2),
            new=lambda: self._new(options, scale, own),
            fair={self._squad(squad).scale for squad in options.squads} == {scale},
        )

    def settings(self) -> Sequence[Setting]:
        fields = fields_for(self._battlefields, self._scale(Options()))  # those of other scales are drawn
        return (
            one_of("squads", "squad", self._ready, each=True),
            one_of("battlefield", "battlefield", [field.id for field in fields], drawn=True, styles=list(STYLES)),
            one_of("task", "task", [task.id for task in self._content.tasks], drawn=True),
        )

    def check(self, card: Mapping[str, Any]) -> list[Breach]:
        """Everything that a layout breaks; raises `GameError` if it is none at all."""
        found = decode(card, BattlefieldFile, "battlefield")
        return breaches(found, self._battlefields.boards, BOARDS[found.board])

    def _field(self, card: Mapping[str, Any]) -> Battlefield:
        refuse_breaches(self.check(card), self._words, "options: field battlefield")
        return self._battlefields.build(field_card(NONE, decode(card, BattlefieldFile, "battlefield")))

    def _own(self, wanted: str | BattlefieldFile, size: int) -> Battlefield:
        """A battlefield that was made or brought; raises `GameError` if it does not fit the scale.  [OP 5.2.1.large]"""
        found = self._chest.find(wanted if isinstance(wanted, str) else msgspec.to_builtins(wanted))
        if found.board.size != size:
            raise GameError(f"options: field battlefield: at this scale it has {size} by {size} grids")
        return found

    def _new(self, options: Options, scale: int, own: Battlefield | None) -> State:
        one, other = options.squads
        pair = self._make(one), self._make(other)
        fields = self._battlefields if own is None else self._battlefields.only(own)
        wished = own.id if own is not None else str(options.battlefield)
        return new_state(self._content, fields, pair, scale, wished, options.task, options.environments)

    def _check_squads(self, options: Options) -> int:
        """The scale of the battle; raises `GameError` with the clause that a squad breaks.  [OP 5.1.points]"""
        scale = self._scale(options)
        for squad in options.squads:
            if isinstance(squad, SquadFile):
                fault = self._fault(squad, scale)
            else:
                if (squad, scale) not in self._judged:
                    self._judged[squad, scale] = self._fault(self._squad(squad), scale)
                fault = self._judged[squad, scale]
            if fault:
                raise GameError(f"options: field squads: {fault}")
        return scale

    def _fault(self, squad: SquadFile, scale: int) -> str:
        """The first rule that a squad breaks, with its clause, or an empty text.  [OP 5.1.points]"""
        broken = squads.faults(self._content, squad)
        points = 0 if broken else squads.points_of(self._content, squad)
        if points > scale:
            broken = [squads.fault("5.1.points", "points", points=points, limit=scale)]
        return f"{squad.id!r}: {self._words.say(broken[0].reason)} [{broken[0].clause}]" if broken else ""

    def _scale(self, options: Options) -> int:
        return max([self._squad(squad).scale for squad in options.squads]) if not options.scale else options.scale

    def _squad(self, squad: str | SquadFile) -> SquadFile:
        if isinstance(squad, SquadFile):
            return squad
        if squad not in self._ready:
            known = ", ".join(self._ready)
            raise GameError(f"options: field squads: there is no squad {squad!r}; there are {known}")
        return self._ready[squad]

    def _make(self, squad: str | SquadFile) -> Squad:
        """A squad with its cards by number; a ready squad is made only once."""
        if isinstance(squad, SquadFile):
            return squads.make_squad(self._content, squad)
        if squad not in self._made:
            self._made[squad] = squads.make_squad(self._content, self._squad(squad))
        return self._made[squad]
