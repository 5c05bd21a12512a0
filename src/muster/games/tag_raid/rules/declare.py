"""Declarations: the second skill of an order, and AROs; keys and checks.

`shoot:rifle>B2+C1@120,85` splits a burst between two targets, fired from a point of the path; without a point the best
one is taken. `strike:pick>B2`, `use:stun_coil>B1`, `evade`, `evade:thrusters`, `idle`; an ARO may also be left
undeclared, `pass`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Tool, ToolKind
from muster.games.tag_raid.rules.attacks import (
    best_firing_spot,
    best_mark,
    burst,
    firing_spots,
    spot_of,
    striking_spots,
    targets,
    tool_spots,
    touches,
)
from muster.games.tag_raid.rules.line_of_fire import looks
from muster.games.tag_raid.rules.movement import read_point
from muster.games.tag_raid.rules.reach import (
    in_hexagons,
    is_reaction,
    may_shoot,
    needs_sight,
    reached_spots,
    reaches_from,
)
from muster.games.tag_raid.rules.refusals import place, refuse
from muster.games.tag_raid.state.questions import BEAST_LETTER, SEATS, boosts, letter, on_path, weapons
from muster.games.tag_raid.state.state import BEAST, NOBODY, Miner, Order, Skill, State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.text import Text

Choice = tuple[int, int, Spot | None, tuple[tuple[int, int], ...]]
"""A declaration as frozen data: skill, tool, spot, split."""

ATTACK = re.compile(
    r"(?P<verb>shoot|strike|use):(?P<tool>[a-z_]+)(?:>(?P<split>[A-DM]\d(?:\+[A-DM]\d)*))?(?:@(?P<at>.+))?", re.ASCII
)
VERBS: Final = {
    ToolKind.RANGED: (Skill.RANGED, "shoot", "TR ranged.declare"),
    ToolKind.CLOSE: (Skill.CLOSE, "strike", "TR close.declare"),
    ToolKind.SKILL: (Skill.CARD, "use", "TR skill.card"),
}
"""What is declared with a kind of tool, by which word, under which clause."""
MISSING: Final = {
    "shoot": (ToolKind.RANGED, "TR ranged.weapon"),
    "strike": (ToolKind.CLOSE, "TR close.weapon"),
    "use": (ToolKind.SKILL, "TR skill.tool"),
}
"""What a word needs, and the clause by which it is refused without."""

PASS: Option[Choice] = Option("pass", (Skill.NONE, NOBODY, None, ()), "TR aro.optional", Text("option.pass"))
IDLE: Option[Choice] = Option("idle", (Skill.IDLE, NOBODY, None, ()), "TR idle.declare", Text("option.idle"))
EVADE: Option[Choice] = Option("evade", (Skill.EVADE, NOBODY, None, ()), "TR evade.declare", Text("option.evade"))


def boosted_evade(tool: Tool) -> Option[Choice]:
    text = Text("option.evade_with", {"tool": tool.id})
    return Option(f"evade:{tool.id}", (Skill.EVADE, tool.number, None, ()), "TR tool.disposable", text)


def split_text(split: Sequence[tuple[int, int]]) -> str:
    return "+".join([f"{letter(seat)}{dice}" for seat, dice in split])


def attack_option(tool: Tool, spot: Spot, split: tuple[tuple[int, int], ...], reactive: bool) -> Option[Choice]:
    """One attack as an option; the weapon is part of it.  [TR close.declare] [TR ranged.declare] [TR skill.card]"""
    skill, verb, clause = VERBS[tool.kind]
    choice: Choice = (int(skill), tool.number, spot, split)
    gaps: dict[str, int | str] = {"tool": tool.id, "place": place(spot)}
    if reactive:
        return Option(f"{verb}:{tool.id}@{place(spot)}", choice, clause, Text(f"option.aro_{verb}", gaps))
    gaps["split"] = split_text(split)
    return Option(f"{verb}:{tool.id}>{gaps['split']}@{place(spot)}", choice, clause, Text(f"option.{verb}", gaps))


# The second skill of an order


def read_second(state: State, order: Order, key: str) -> Option[Choice]:
    """The skill behind a key, checked; a second move is read elsewhere."""
    active = state.miners[state.active]
    simple = read_simple(state, active, key)
    if simple is not None:
        return simple
    tool, found = read_weapon(state, active, key)
    if found["split"] is None:
        raise no_such_option(key)
    split = read_split(state, active, tool, found["split"], key)
    marks = [seat for seat, _ in split]
    spots = attack_spots(state, active, order, tool, marks)
    if found["at"] is None:
        best = spots[0] if tool.kind == ToolKind.CLOSE else best_firing_spot(state, active, tool, spots, marks)
        return attack_option(tool, best, split, reactive=False)
    spot = spot_on_path(state, order, found["at"])
    check_spot(state, active, order, tool, spot, marks)
    return attack_option(tool, spot, split, reactive=False)


def read_simple(state: State, miner: Miner, key: str) -> Option[Choice] | None:
    """Evade, with or without gear that is used up, and idle.  [TR evade.declare] [TR idle.declare]"""
    if key == IDLE.key:
        return IDLE
    if key == EVADE.key:
        return EVADE
    for tool in boosts(state, miner):
        if key == f"evade:{tool.id}":
            return boosted_evade(tool)
    return None


def read_weapon(state: State, miner: Miner, key: str) -> tuple[Tool, re.Match[str]]:
    """The tool that a key names, which must be at hand.  [TR ranged.weapon] [TR close.weapon] [TR skill.tool]"""
    found = ATTACK.fullmatch(key)
    if found is None:
        raise no_such_option(key)
    kind, clause = MISSING[found["verb"]]
    for tool in weapons(state, miner, kind):
        if tool.id == found["tool"]:
            return tool, found
    known = any(tool.id == found["tool"] for tool in state.content.tools)
    raise refuse(clause, tool=found["tool"]) if known else no_such_option(key)


def read_split(state: State, miner: Miner, tool: Tool, text: str, key: str) -> tuple[tuple[int, int], ...]:
    """How a burst is divided: every target once, with at least one die, no more dice than the burst.

    [TR ranged.split] [TR close.split]
    """
    split: list[tuple[int, int]] = []
    for part in text.split("+"):
        seat = BEAST if part[0] == BEAST_LETTER else SEATS.index(part[0])
        if seat not in targets_of(state, miner, tool) or seat in [other for other, _ in split] or part[1] == "0":
            raise no_such_option(key)
        split.append((seat, int(part[1])))
    if sum([dice for _, dice in split]) > tool.burst:
        raise refuse("TR close.split" if tool.kind == ToolKind.CLOSE else "TR ranged.split", burst=tool.burst)
    return tuple(split)


def targets_of(state: State, miner: Miner, tool: Tool) -> list[int]:
    """Whom a tool can be aimed at: the MegaBeast knows no states, so skills leave it alone.  [TR skill.card]"""
    found = targets(state, miner.seat)
    return [who for who in found if who != BEAST] if tool.kind == ToolKind.SKILL else found


def attack_spots(state: State, active: Miner, order: Order, tool: Tool, marks: Sequence[int]) -> list[Spot]:
    """Where on the path this attack can be made; refuses when there is none."""
    names = "+".join([letter(mark) for mark in marks])
    if tool.kind == ToolKind.CLOSE:
        spots = striking_spots(state, active.seat, order, marks)
        spots = tool_spots(state, active, tool.number, spots)
        if not spots:
            raise refuse("TR close.contact", who=names)
        return spots
    if tool.kind == ToolKind.RANGED and not may_shoot(state, active.seat, order):
        raise refuse("TR ranged.contact")
    spots = firing_spots(state, active, order, tool, marks)
    if not spots:
        for mark in marks:
            if not firing_spots(state, active, order, tool, [mark]):
                raise out_of_reach(state, tool, looks(order.path), mark)
        raise refuse("TR ranged.same_point", who=names)
    return spots


def out_of_reach(state: State, tool: Tool, spots: Sequence[Spot], mark: int) -> Refusal:
    """Why a target is not reached from any of these spots: too many hexagons, or no line of fire."""
    other = spot_of(state, mark)
    near = any(in_hexagons(state, tool, spot, mark, other) for spot in spots)
    return refuse("TR ranged.los" if near else "TR range.hexagons", who=letter(mark))


def spot_on_path(state: State, order: Order, text: str) -> Spot:
    """A point that somebody named; it must lie on the path.  [TR path.point]"""
    for level in dict.fromkeys([spot[2] for spot in order.path]):
        spot = read_point(state, text, level)
        if on_path(spot, order.path):
            return spot
    raise refuse("TR path.point", place=text)


def check_spot(state: State, active: Miner, order: Order, tool: Tool, spot: Spot, marks: Sequence[int]) -> None:
    """An attack from one named spot of the path."""
    if tool_spots(state, active, tool.number, [spot]) != [spot]:
        raise refuse("TR tool.from_there", tool=tool.id)
    for mark in marks:
        if tool.kind == ToolKind.CLOSE:
            if not touches(state, spot, mark):
                raise refuse("TR close.contact", who=letter(mark))
        elif not reaches_from(state, active, tool, spot, mark):
            raise out_of_reach(state, tool, [spot], mark)


# AROs


def read_aro(state: State, order: Order, seat: int, sees: bool, key: str) -> Option[Choice]:
    """The ARO behind a key, checked. It is always aimed at the active miner.

    [TR aro.target] [TR aro.skills] [TR aro.evade_only]
    """
    miner = state.miners[seat]
    if key == PASS.key:
        return PASS
    simple = read_simple(state, miner, key)
    if simple is not None:
        return simple
    tool, found = read_weapon(state, miner, key)
    if found["split"] is not None:
        raise no_such_option(key)
    if not is_reaction(tool):
        raise refuse("TR skill.aro", tool=tool.id)
    if not sees and needs_sight(tool):
        raise refuse("TR aro.evade_only", seat=seat)
    dice = burst(state, miner, tool, reactive=True)
    split = ((state.active, dice),)
    spots = aro_spots(state, order, miner, tool)
    if found["at"] is None:
        active = state.miners[state.active]
        best = spots[0] if tool.kind == ToolKind.CLOSE else best_mark(state, miner, active, tool, spots)[0]
        return attack_option(tool, best, split, reactive=True)
    spot = spot_on_path(state, order, found["at"])
    if spot not in spots and (tool.kind == ToolKind.CLOSE or not reached_spots(state, miner, order, tool, [spot])):
        clause = "TR close.contact" if tool.kind == ToolKind.CLOSE else "TR ranged.los"
        raise refuse(clause, who=letter(state.active))
    return attack_option(tool, spot, split, reactive=True)


def aro_spots(state: State, order: Order, miner: Miner, tool: Tool) -> list[Spot]:
    """Where on its path the active miner can be attacked with a weapon; refuses when it cannot."""
    who = letter(state.active)
    if tool.kind == ToolKind.CLOSE:
        spots = striking_spots(state, miner.seat, order, [state.active])
        if not spots:
            raise refuse("TR close.contact", who=who)
        return spots
    if tool.kind == ToolKind.RANGED and not may_shoot(state, miner.seat, order):
        raise refuse("TR ranged.contact")
    spots = reached_spots(state, miner, order, tool, looks(order.path))
    if not spots:
        near = any(in_hexagons(state, tool, miner.spot, state.active, spot) for spot in looks(order.path))
        raise refuse("TR ranged.los" if near else "TR range.hexagons", who=who)
    return spots
