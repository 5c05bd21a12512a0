"""Declarations: reading and checking the second skill of an order, and AROs.

`shoot:rifle>B2+C1@120,85` divides a burst between two targets, fired from a point of the path; without a point the best
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
from muster.games.tag_raid.rules.line_of_fire import looks_at
from muster.games.tag_raid.rules.movement import read_point
from muster.games.tag_raid.rules.reach import (
    in_hexagons,
    is_reaction,
    may_shoot,
    needs_sight,
    reached_spots,
    reaches_from,
)
from muster.games.tag_raid.rules.refusals import hexagon, model, part_of, place, refuse
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
"""The skill, the word and the clause for each kind of tool."""
MISSING: Final = {
    "shoot": (ToolKind.RANGED, "TR ranged.weapon"),
    "strike": (ToolKind.CLOSE, "TR close.weapon"),
    "use": (ToolKind.SKILL, "TR skill.tool"),
}
"""The kind of tool each word needs, and the clause that refuses it otherwise."""

MOVES: Final = ("move:", "stay@")
"""How a move is written."""
SECONDS: Final = (*MISSING, "evade", "idle")
"""The words of all other skills, which only come second in an order."""
PASS: Option[Choice] = Option("pass", (Skill.NONE, NOBODY, None, ()), "TR aro.optional", Text("option.pass"))
IDLE: Option[Choice] = Option("idle", (Skill.IDLE, NOBODY, None, ()), "TR idle.declare", Text("option.idle"))
EVADE: Option[Choice] = Option("evade", (Skill.EVADE, NOBODY, None, ()), "TR evade.declare", Text("option.evade"))


def boosted_evade(tool: Tool) -> Option[Choice]:
    text = Text("option.evade_with", {"tool": tool.id})
    return Option(f"evade:{tool.id}", (Skill.EVADE, tool.number, None, ()), "TR tool.disposable", text)


def split_text(split: Sequence[tuple[int, int]]) -> str:
    return "+".join([f"{letter(seat)}{dice}" for seat, dice in split])


def models(state: State, marks: Sequence[int]) -> str:
    """Name several targets, as a list."""
    return "+".join([model(state, mark) for mark in marks])


def attack_option(
    state: State, tool: Tool, spot: Spot, split: tuple[tuple[int, int], ...], reactive: bool
) -> Option[Choice]:
    """Make an option of an attack with its weapon.  [TR close.declare] [TR ranged.declare] [TR skill.card]"""
    skill, verb, clause = VERBS[tool.kind]
    choice: Choice = (int(skill), tool.number, spot, split)
    at = place(spot)
    gaps: dict[str, int | str] = {"tool": tool.id, "hexagon": hexagon(state, spot), "part": part_of(state, spot)}
    gaps["who"] = models(state, [seat for seat, _ in split])
    if reactive:
        return Option(f"{verb}:{tool.id}@{at}", choice, clause, Text(f"option.aro_{verb}", gaps))
    gaps["dice"] = split[0][1] if len(split) == 1 else "+".join([str(dice) for _, dice in split])
    key = f"{verb}:{tool.id}>{split_text(split)}@{at}"
    return Option(key, choice, clause, Text(f"option.{verb}", gaps))


# The second skill of an order


def read_second(state: State, order: Order, key: str) -> Option[Choice]:
    """Read a second skill from a key, and check it; a second move is read in `movement.py`."""
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
        return attack_option(state, tool, best, split, reactive=False)
    spot = spot_on_path(state, order, found["at"])
    check_spot(state, active, order, tool, spot, marks)
    return attack_option(state, tool, spot, split, reactive=False)


def read_simple(state: State, miner: Miner, key: str) -> Option[Choice] | None:
    """Read an evade, with or without gear that is used up, or idle.  [TR evade.declare] [TR idle.declare]"""
    if key == IDLE.key:
        return IDLE
    if key == EVADE.key:
        return EVADE
    for tool in boosts(state, miner):
        if key == f"evade:{tool.id}":
            return boosted_evade(tool)
    return None


def read_weapon(state: State, miner: Miner, key: str) -> tuple[Tool, re.Match[str]]:
    """Read the tool that a key names; the miner must have it.  [TR ranged.weapon] [TR close.weapon] [TR skill.tool]"""
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
    """Read how a burst is divided: each target once, with at least one die, no more dice than the burst.

    [TR ranged.split] [TR close.split]
    """
    split: list[tuple[int, int]] = []
    for part in text.split("+"):
        seat = BEAST if part[0] == BEAST_LETTER else SEATS.index(part[0])
        if seat not in targets_of(state, miner, tool) or seat in [other for other, _ in split] or part[1] == "0":
            raise no_such_option(key)
        split.append((seat, int(part[1])))
    if sum([dice for _, dice in split]) > tool.burst:
        clause = "TR close.split" if tool.kind == ToolKind.CLOSE else "TR ranged.split"
        raise refuse(clause, tool=tool.id, burst=tool.burst)
    return tuple(split)


def targets_of(state: State, miner: Miner, tool: Tool) -> list[int]:
    """The possible targets of a tool; skills cannot be aimed at the MegaBeast, which has no states.  [TR skill.card]"""
    found = targets(state, miner.seat)
    return [who for who in found if who != BEAST] if tool.kind == ToolKind.SKILL else found


def attack_spots(state: State, active: Miner, order: Order, tool: Tool, marks: Sequence[int]) -> list[Spot]:
    """The spots of the path at which this attack can be made; refuses if there is none."""
    names = models(state, marks)
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
                raise out_of_reach(state, tool, looks_at(order), mark)
        raise refuse("TR ranged.same_point", who=names)
    return spots


def out_of_reach(state: State, tool: Tool, spots: Sequence[Spot], mark: int) -> Refusal:
    """The refusal of a target out of reach from all these spots: too many hexagons, or no line of fire."""
    other = spot_of(state, mark)
    near = any(in_hexagons(state, tool, spot, mark, other) for spot in spots)
    return refuse("TR ranged.los" if near else "TR range.hexagons", tool=tool.id, who=model(state, mark))


def spot_on_path(state: State, order: Order, text: str) -> Spot:
    """Read a point that a player named; it must lie on the path.  [TR path.point]"""
    for level in dict.fromkeys([spot[2] for spot in order.path]):
        spot = read_point(state, text, level)
        if on_path(spot, order.path):
            return spot
    raise refuse("TR path.point", place=text)


def check_spot(state: State, active: Miner, order: Order, tool: Tool, spot: Spot, marks: Sequence[int]) -> None:
    """Check an attack from one named spot of the path."""
    if tool_spots(state, active, tool.number, [spot]) != [spot]:
        raise refuse("TR tool.from_there", tool=tool.id)
    for mark in marks:
        if tool.kind == ToolKind.CLOSE:
            if not touches(state, spot, mark):
                raise refuse("TR close.contact", who=model(state, mark))
        elif not reaches_from(state, active, tool, spot, mark):
            raise out_of_reach(state, tool, [spot], mark)


# AROs


def read_aro(state: State, order: Order, seat: int, sees: bool, key: str) -> Option[Choice]:
    """Read an ARO from a key, and check it. Its target is always the active miner.

    [TR aro.target] [TR aro.skills] [TR aro.evade_only]
    """
    miner = state.miners[seat]
    if key == PASS.key:
        return PASS
    if key.startswith(MOVES):
        raise refuse("TR aro.skills")
    simple = read_simple(state, miner, key)
    if simple is not None:
        return simple
    tool, found = read_weapon(state, miner, key)
    if found["split"] is not None:
        raise refuse("TR aro.target", tool=tool.id)
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
        return attack_option(state, tool, best, split, reactive=True)
    spot = spot_on_path(state, order, found["at"])
    if spot not in spots and (tool.kind == ToolKind.CLOSE or not reached_spots(state, miner, order, tool, [spot])):
        clause = "TR close.contact" if tool.kind == ToolKind.CLOSE else "TR ranged.los"
        raise refuse(clause, who=model(state, state.active))
    return attack_option(state, tool, spot, split, reactive=True)


def aro_spots(state: State, order: Order, miner: Miner, tool: Tool) -> list[Spot]:
    """The spots of its path at which the active miner can be attacked with a weapon; refuses if there is none."""
    who = model(state, state.active)
    if tool.kind == ToolKind.CLOSE:
        spots = striking_spots(state, miner.seat, order, [state.active])
        if not spots:
            raise refuse("TR close.contact", who=who)
        return spots
    if tool.kind == ToolKind.RANGED and not may_shoot(state, miner.seat, order):
        raise refuse("TR ranged.contact")
    spots = reached_spots(state, miner, order, tool, looks_at(order))
    if not spots:
        near = any(in_hexagons(state, tool, miner.spot, state.active, spot) for spot in looks_at(order))
        raise refuse("TR ranged.los" if near else "TR range.hexagons", tool=tool.id, who=who)
    return spots
