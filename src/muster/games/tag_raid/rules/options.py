"""Options of a match of TAG Raid, and the match they prepare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.cards.content import Content
from muster.games.tag_raid.rules.setup import new_state
from muster.games.tag_raid.state.state import NOBODY, State
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.setup import Prepared, Setting, how_many, one_of


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players, the MegaBeast they agreed on ("" draws one), and the table."""

    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    beast: str = "stoorworm"
    table: str = "claim"


def prepare(content: Content, fields: Sequence[Battlefield], given: Mapping[str, Any]) -> Prepared[State]:
    options = decode(given, Options, "options")
    field = fields[number_of("table", options.table, [field.id for field in fields])]
    beast = number_of("beast", options.beast, [card.id for card in content.beasts]) if options.beast else NOBODY
    return Prepared(
        options=msgspec.to_builtins(options),
        seats=options.players,
        players=range(options.players),
        new=lambda: new_state(content, field, options.players, beast),
    )


def number_of(kind: str, name: str, names: Sequence[str]) -> int:
    """The number of a card of some kind by its name."""
    if name not in names:
        raise GameError(f"options: field {kind}: there is no {name!r}; there are {', '.join(names)}")
    return names.index(name)


def settings(content: Content) -> Sequence[Setting]:
    return (
        how_many((2, 3, 4)),
        one_of("beast", "beast", [beast.id for beast in content.beasts], drawn=True),
        one_of("table", "table", [table.id for table in content.tables]),
    )
