"""Positions on a workbench: names that can stand in their fields, and what reads well and still cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from muster.games.tiny_epic_mechs.cards.content import DIAGONALS, DIRECTIONS, KIND_IDS, TURNS, Content, Kind
from muster.games.tiny_epic_mechs.showing.position import SEATS
from muster.games.tiny_epic_mechs.state.state import NOBODY, STAGE_NAMES, Player, Stage, State, Status, Tactical
from muster.geometry.squares import NOWHERE
from muster.kernel.game import Impossible, Names
from muster.kernel.text import Param, Text


def choices(content: Content) -> Mapping[str, Names]:
    """Names by field: weapons, pilots, program cards, zone cards, stages and the like."""
    weapons = _names("weapon", content.weapon_number)
    advanced = _names("weapon", [content.weapons[number].id for number in content.advanced])
    program = _names("card", program_cards())
    pilots = [card.id for card in content.pilots]
    return {
        "stage": _names("stage", ["", *STAGE_NAMES[Stage.BEGIN_TURN :]]),
        "card": program,
        "zones.*": _names("zone_card", [card.id for card in (*content.resources, content.base, content.mech)]),
        "row.*": advanced,
        "deck.*": advanced,
        "mech_side": _names("mech", ["", *[side.id for side in content.mech_sides]]),
        "player.*.pilot": _names("pilot", ["", *pilots]),
        "player.*.dealt.*": _names("pilot", pilots),
        "player.*.equipped.*": weapons,
        "player.*.reserve.*": weapons,
        "player.*.exhausted.*": weapons,
        "player.*.program.*": program,
        "player.*.played.*": _names("card", KIND_IDS),
        "combat.last": _names("weapon", ["", *content.weapon_number]),
    }


def program_cards() -> list[str]:
    """Every program card in every direction, as a position writes it."""
    return [
        f"{name}-{way}"
        for number, name in enumerate(KIND_IDS)
        for way in (DIAGONALS if number == Kind.DIAGONAL_JUMP else DIRECTIONS)
    ]


def _names(kind: str, ids: Iterable[str]) -> Names:
    return Names(kind, tuple(ids))


def impossible(state: State) -> Iterator[Impossible]:
    """Find what reads well and still cannot be at a table."""
    content, held = state.content, 0
    market = sum(1 << number for number in state.row)
    for player in state.players:
        where = f"player.{SEATS[player.seat]}"
        gaps: dict[str, Param] = {"seat": player.seat}
        twice = player.weapons & (held | market) & content.advanced_mask
        for weapon in content.in_mask(twice):
            name = Text("impossible.weapon", {"seat": player.seat, "weapon": weapon.id})
            yield Impossible(f"{where}.equipped", name, "TEM purchase.row")
        held |= player.weapons
        if player.health <= 0 and state.fallen == NOBODY and state.combat is None and state.stage >= Stage.BEGIN_TURN:
            yield Impossible(f"{where}.health", Text("impossible.health", gaps), "TEM ko.pilot")
        yield from _program(state, player, where)
    turns = TURNS * len(state.players)
    if state.turn >= turns and Stage.BEGIN_TURN <= state.stage <= Stage.END_TURN:
        yield Impossible("turn", Text("impossible.turn", {"most": turns}), "TEM execute.order")
    if state.combat is None and state.stage in (Stage.COMBAT, Stage.AFTER_COMBAT):
        yield Impossible("combat", Text("impossible.combat"), "TEM combat.alternate")
    bases = [player.base for player in state.players if player.base != NOWHERE]
    if len(set(bases)) < len(bases):
        yield Impossible("player", Text("impossible.bases"), "TEM setup.base")
    pilots = [player for player in state.players if player.status == Status.MECH]
    for player in pilots[1:]:
        where = f"player.{SEATS[player.seat]}.status"
        yield Impossible(where, Text("impossible.mech", {"seat": player.seat}), "TEM mech.enter")


def _program(state: State, player: Player, where: str) -> Iterator[Impossible]:
    """There is a card left to reveal, and whatever was used is there.  [TEM execute.reveal]"""
    gaps = {"seat": player.seat}
    due, left = turns_left(state, player.seat), len(player.program) - player.revealed
    programmed = state.stage >= Stage.BEGIN_TURN and player.tactical == Tactical.OFF and not player.robot
    if programmed and left < due:
        told = Text("impossible.revealed", {**gaps, "due": due})
        yield Impossible(f"{where}.revealed", told, "TEM execute.reveal")
    if player.exhausted & ~player.weapons:
        yield Impossible(f"{where}.exhausted", Text("impossible.exhausted", gaps), "TEM equip.minimum")


def turns_left(state: State, seat: int) -> int:
    """How many turns of this round a player has still to begin.  [TEM execute.order]"""
    count = len(state.players)
    first = state.turn if state.stage == Stage.BEGIN_TURN else state.turn + 1
    return sum((state.start + turn) % count == seat for turn in range(first, TURNS * count))
