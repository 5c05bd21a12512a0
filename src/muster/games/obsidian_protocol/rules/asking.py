"""Small questions that many rules put to a seat: yes or no, one unit, one part, a facing, a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES
from muster.games.obsidian_protocol.board.bitmaps import grids_with
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, STANCE_NAMES
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.naming import named, unit_key
from muster.games.obsidian_protocol.rules.subjects import Hitting, Turning
from muster.games.obsidian_protocol.state.geometry import FACINGS
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Params, Text

FACING_TEXTS: Final = tuple(Text("option.facing", {"facing": name}) for name in FACINGS)
FACING_OPTIONS: Final = tuple(
    Option(f"face:{name}", number, "OP 4.3.1.facing", FACING_TEXTS[number]) for number, name in enumerate(FACINGS)
)
STANCES: Final = tuple(
    Option(f"stance:{STANCE_NAMES[stance]}", stance, "OP 3.4.2.choose", Text("option.stance", {"stance": name}))
    for stance, name in enumerate(STANCE_NAMES[:3])
)
SLOT_OPTIONS: Final = tuple(
    Option(f"part:{name}", slot, "OP 4.4.1.part", Text("option.part", {"part": name}))
    for slot, name in enumerate(SLOT_NAMES)
)
GRID_OPTIONS: Final = tuple(
    Option(f"grid:{name}", number, "OP 4.7.1.direct", Text("option.grid", {"grid": name}))
    for number, name in enumerate(GRID_NAMES)
)


async def yes(table: Table, seat: int, prompt: str, clause: str, params: Params, small: bool = False) -> bool:
    """Whether a seat makes use of something it may do; a small question where hardly anybody would."""
    if small:
        return await table.ask_small(seat, Text(prompt, params), yes_or_no(clause)[::-1])
    return await table.ask(seat, Text(prompt, params), OneOf(lambda: yes_or_no(clause)), midway=True)


_YES_OR_NO: Final[dict[str, tuple[Option[bool], ...]]] = {}


def yes_or_no(clause: str) -> tuple[Option[bool], ...]:
    """The two options under a clause: made once."""
    found = _YES_OR_NO.get(clause)
    if found is None:
        found = _YES_OR_NO[clause] = (
            Option("yes", True, clause, Text("option.yes")),
            Option("no", False, clause, Text("option.no")),
        )
    return found


async def ask_facing(
    table: Table,
    seat: int,
    unit: Unit,
    prompt: str = "prompt.facing",
    facings: Sequence[int] | None = None,
    drawn: bool = False,
) -> int:
    """One of the four directions, or of those that are left; `drawn` where what it would face can be drawn.

    [OP 4.3.1.facing]
    """
    text = Text(prompt, {"unit": unit_key(unit)})
    left = FACING_OPTIONS if facings is None else [FACING_OPTIONS[way] for way in facings]
    subject = Turning(unit.id) if drawn else None
    return await table.ask(seat, text, OneOf(lambda: left), midway=True, subject=subject)


async def ask_stance(table: Table, seat: int, unit: Unit, clause: str) -> int:
    return await table.ask(seat, Text("prompt.stance", {"unit": unit_key(unit)}), OneOf(lambda: STANCES))


async def ask_part(table: Table, seat: int, prompt: str, slots: Sequence[int], subject: Hitting | None = None) -> int:
    if len(slots) == 1:
        return slots[0]
    space = OneOf(lambda: [SLOT_OPTIONS[slot] for slot in slots])
    return await table.ask(seat, Text(prompt), space, midway=True, subject=subject)


async def ask_grid(
    table: Table, seat: int, prompt: str, grids: Sequence[int], may_stop: bool = False, midway: bool = True
) -> int:
    """One of some grids; with `may_stop` also none of them."""

    def options() -> list[Option[int]]:
        found = [GRID_OPTIONS[grid] for grid in grids]
        if may_stop:
            found.append(Option("done", NONE, "OP 4.7.1.direct", Text("option.done")))
        return found

    return await table.ask(seat, Text(prompt), OneOf(options), midway=midway)


async def ask_grid_with(table: Table, seat: int, prompt: str, spots: int, size: int) -> int:
    """One of the grids in which there are some of these spots of a base."""
    return await table.ask(
        seat, Text(prompt), OneOf(lambda: [GRID_OPTIONS[grid] for grid in grids_with(spots, size)]), midway=True
    )


async def ask_unit(
    table: Table,
    state: State,
    seat: int,
    prompt: str,
    clause: str,
    units: Callable[[], Sequence[Unit]],
    may_stop: bool = False,
    block: Callable[[], Sequence[Blocked]] | None = None,
    midway: bool = True,
) -> Unit | None:
    """One of some units, by its number; None when the seat may decline and does."""

    def options() -> list[Option[int]]:
        found = [
            Option(f"unit:{unit_key(unit)}", unit.id, clause, Text("option.unit", named(state, unit)))
            for unit in units()
        ]
        if may_stop:
            found.append(Option("done", NONE, clause, Text("option.done")))
        return found

    number = await table.ask(seat, Text(prompt), OneOf(options, block), midway=midway)
    return None if number == NONE else state.units[number]


async def which(
    table: Table, state: State, seat: int, prompt: str, clause: str, units: Sequence[Unit], midway: bool = True
) -> Unit:
    """One of some units, without asking when there is only one."""
    if len(units) == 1:
        return units[0]
    found = await ask_unit(table, state, seat, prompt, clause, lambda: units, midway=midway)
    assert found is not None
    return found


_PLACE_OPTIONS: Final[dict[int, Option[int]]] = {}


def place_option(place: int) -> Option[int]:
    """How a place is offered: made once."""
    found = _PLACE_OPTIONS.get(place)
    if found is None:
        name = place_name(place)
        text = Text("option.place", {"place": name})
        found = _PLACE_OPTIONS[place] = Option(f"place:{name}", place, "OP 4.3.1.inside", text)
    return found


async def which_small(table: Table, state: State, seat: int, prompt: str, clause: str, units: Sequence[Unit]) -> Unit:
    """One of some units where it hardly ever matters which, such as who comes next; the first is the usual one."""
    options = [
        Option(f"unit:{unit_key(unit)}", unit.id, clause, Text("option.unit", named(state, unit))) for unit in units
    ]
    return state.units[await table.ask_small(seat, Text(prompt), options)]


async def ask_hand(table: Table, seat: int, hands: Sequence[int]) -> int:
    """The free hand that supports an action.  [OP 6.2.two_handed]"""
    return await table.ask_small(seat, Text("prompt.support"), [hand_option(slot) for slot in hands])


def hand_option(slot: int) -> Option[int]:
    name = SLOT_NAMES[slot]
    return Option(f"hand:{name}", slot, "OP 6.2.two_handed", Text("option.part", {"part": name}))
