"""Small questions that many rules put to a seat: yes or no, one unit, one part, a facing, a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, STANCE_NAMES
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.naming import named, place_named, terrain_named, unit_key
from muster.games.obsidian_protocol.rules.subjects import Hitting, Turning
from muster.games.obsidian_protocol.state.geometry import FACINGS
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Ask, Table
from muster.kernel.spaces import Blocked, OneOf, Option, Space
from muster.kernel.text import Params, Text

T = TypeVar("T")

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


def ask_midway(table: Table, seat: int, prompt: Text, space: Space[T], subject: object = None) -> Ask[T]:
    """A question in the midst of something, which is half done until it is answered."""
    return Ask(seat, prompt, space, midway=True, subject=subject)


async def yes(table: Table, seat: int, prompt: str, clause: str, params: Params, small: bool = False) -> bool:
    """Whether a seat uses something it may use; a small question where hardly anybody would."""
    if small:
        return await table.ask_small(seat, Text(prompt, params), yes_or_no(clause)[::-1])
    return await ask_midway(table, seat, Text(prompt, params), OneOf(lambda: yes_or_no(clause)))


_YES_OR_NO: Final[dict[str, tuple[Option[bool], ...]]] = {}


def yes_or_no(clause: str) -> tuple[Option[bool], ...]:
    """The two options under a clause; each pair is made once."""
    found = _YES_OR_NO.get(clause)
    if found is None:
        found = _YES_OR_NO[clause] = (
            Option("yes", True, clause, Text("option.yes")),
            Option("no", False, clause, Text("option.no")),
        )
    return found


async def ask_facing(
    table: Table,
    state: State,
    seat: int,
    unit: Unit,
    prompt: str = "prompt.facing",
    facings: Sequence[int] | None = None,
    drawn: bool = True,
) -> int:
    """One of the four directions, or of those allowed; `drawn` if the unit already stands where it will look from, so
    that a client can draw it.

    [OP 4.3.1.facing]
    """
    text = Text(prompt, named(state, unit))
    left = FACING_OPTIONS if facings is None else [FACING_OPTIONS[way] for way in facings]
    subject = Turning(unit.id) if drawn else None
    return await ask_midway(table, seat, text, OneOf(lambda: left), subject=subject)


async def ask_stance(table: Table, state: State, seat: int, unit: Unit) -> int:
    """A stance other than shutdown.  [OP 3.4.2.choose]"""
    return await table.ask(seat, Text("prompt.stance", named(state, unit)), OneOf(lambda: STANCES))


async def ask_part(table: Table, seat: int, prompt: str, slots: Sequence[int], subject: Hitting | None = None) -> int:
    """One of some parts, without asking when there is only one."""
    if len(slots) == 1:
        return slots[0]
    space = OneOf(lambda: [SLOT_OPTIONS[slot] for slot in slots])
    return await ask_midway(table, seat, Text(prompt), space, subject=subject)


def grid_options(grids: Sequence[int], may_stop: bool = False) -> list[Option[int]]:
    """Some grids as options; with `may_stop` also none of them."""
    found = [GRID_OPTIONS[grid] for grid in grids]
    if may_stop:
        found.append(Option("done", NONE, "OP 4.7.1.direct", Text("option.done")))
    return found


async def ask_grid(
    table: Table, seat: int, prompt: str, grids: Sequence[int], may_stop: bool = False, midway: bool = True
) -> int:
    """One of some grids; with `may_stop` the seat may also choose none."""
    space = OneOf(lambda: grid_options(grids, may_stop))
    return await table.ask(seat, Text(prompt), space, midway=midway)


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
    subject: object = None,
) -> Unit | None:
    """One of some units; None when the seat may decline and does."""

    def options() -> list[Option[int]]:
        found = [
            Option(f"unit:{unit_key(unit)}", unit.id, clause, Text("option.unit", named(state, unit)))
            for unit in units()
        ]
        if may_stop:
            found.append(Option("done", NONE, clause, Text("option.done")))
        return found

    number = await table.ask(seat, Text(prompt), OneOf(options, block), midway=midway, subject=subject)
    return None if number == NONE else state.units[number]


async def which(
    table: Table,
    state: State,
    seat: int,
    prompt: str,
    clause: str,
    units: Sequence[Unit],
    midway: bool = True,
    subject: object = None,
) -> Unit:
    """One of some units, without asking when there is only one."""
    if len(units) == 1:
        return units[0]
    found = await ask_unit(table, state, seat, prompt, clause, lambda: units, midway=midway, subject=subject)
    assert found is not None
    return found


_PLACE_OPTIONS: Final[tuple[dict[int, Option[int]], ...]] = ({}, {}, {}, {})
"""By size and place."""


def place_option(place: int, size: int) -> Option[int]:
    """A place for a base of this size as an option; each is made once."""
    found = _PLACE_OPTIONS[size].get(place)
    if found is None:
        text = Text("option.place", place_named(place, size))
        found = _PLACE_OPTIONS[size][place] = Option(f"place:{place_name(place)}", place, "OP 4.3.1.inside", text)
    return found


def terrain_option(state: State, number: int, value: int, clause: str) -> Option[int]:
    """A piece of terrain as a target; `value` is what the rules get for it.  [OP 2.6.attacked]"""
    return Option(f"target:t{number}", value, clause, Text("option.terrain", terrain_named(state, number)))


async def which_small(table: Table, state: State, seat: int, prompt: str, clause: str, units: Sequence[Unit]) -> Unit:
    """One of some units where it hardly ever matters which; the first is the usual answer."""
    options = [
        Option(f"unit:{unit_key(unit)}", unit.id, clause, Text("option.unit", named(state, unit))) for unit in units
    ]
    return state.units[await table.ask_small(seat, Text(prompt), options)]


async def ask_hand(table: Table, seat: int, hands: Sequence[int]) -> int:
    """The free hand that supports an action.  [OP 6.2.two_handed]"""
    return await table.ask_small(seat, Text("prompt.support"), [hand_option(slot) for slot in hands])


def hand_option(slot: int) -> Option[int]:
    """A free hand as an option."""
    name = SLOT_NAMES[slot]
    return Option(f"hand:{name}", slot, "OP 6.2.two_handed", Text("option.part", {"part": name}))
