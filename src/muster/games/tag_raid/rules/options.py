"""Options of a match of TAG Raid, and the match they prepare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec

from muster.games.tag_raid.board.battlefield import Battlefield, battlefield
from muster.games.tag_raid.board.site import Site, field_on, first_site
from muster.games.tag_raid.board.table_check import breaches
from muster.games.tag_raid.board.table_making import STYLES, make
from muster.games.tag_raid.board.table_plan import plan_of
from muster.games.tag_raid.cards.content import Content
from muster.games.tag_raid.cards.pack import TableFile, table_card
from muster.games.tag_raid.rules.setup import new_state
from muster.games.tag_raid.state.state import NOBODY, State
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.setup import Prepared, Setting, how_many, one_of
from muster.kernel.tables import IN_TURN, Chest, refuse_breaches
from muster.kernel.words import Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players, the MegaBeast they agreed on ("" draws one), and the table.

    The table is one of the packs, one of a player's own, one made in a style (`dense:7`), or it is set up by the
    players in turn (`in_turn`).
    """

    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    beast: str = "stoorworm"
    table: str | TableFile = "claim"


def chest_of(content: Content, fields: Sequence[Battlefield], words: Words) -> Chest[Battlefield]:
    """The tables that a match can be played on."""

    def ready(given: Mapping[str, Any]) -> Battlefield:
        found = decode(given, TableFile, "options: field table")
        plan_of(found, content.constants)  # refuses tables that are larger than any sheet
        card = table_card(NOBODY, found)
        refuse_breaches(breaches(card, content.constants), words, "options: field table")
        return battlefield(card, content.constants)

    known = {field.id: field for field in fields}
    return Chest("table", known, list(STYLES), partial(make, content.constants), ready)


def prepare(content: Content, chest: Chest[Battlefield], given: Mapping[str, Any]) -> Prepared[State]:
    options = decode(given, Options, "options")
    site: Site | None = None
    if options.table == IN_TURN:
        site = first_site(content)
        field = field_on(site, content.constants)
    else:
        wanted = options.table
        field = chest.find(wanted if isinstance(wanted, str) else msgspec.to_builtins(wanted), [IN_TURN])
    beast = number_of("beast", options.beast, [card.id for card in content.beasts]) if options.beast else NOBODY
    return Prepared(
        options=msgspec.to_builtins(options),
        seats=options.players,
        players=range(options.players),
        new=lambda: new_state(content, field, options.players, beast, site),
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
        one_of("table", "table", [table.id for table in content.tables], styles=list(STYLES), further=[IN_TURN]),
    )
