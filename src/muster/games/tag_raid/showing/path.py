"""Previews of moves, while a player drags a path over the table: cost, refusal, reactions, shots and searches."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from muster.games.tag_raid.board.spots import Move, Spot
from muster.games.tag_raid.cards.content import Tool, ToolKind
from muster.games.tag_raid.rules.attacks import spot_of, targets
from muster.games.tag_raid.rules.beast import threat_at
from muster.games.tag_raid.rules.line_of_fire import (
    band,
    beast_sees,
    distance,
    distance_to_beast,
    distance_to_target,
    in_cover,
    in_front,
    in_vision,
    looks,
    seen_spots,
    vision,
)
from muster.games.tag_raid.rules.movement import check_length, check_path, check_piece, cost, move_key, read_path
from muster.games.tag_raid.rules.obstruction import check_models, check_special_terrain
from muster.games.tag_raid.rules.orders import SAME_HEXAGON, SEES, UNSEEN, right_to_react
from muster.games.tag_raid.rules.reach import is_covered, reaches_from
from muster.games.tag_raid.rules.resolution import leads_over_difficult_terrain
from muster.games.tag_raid.rules.success import HOPELESS, ranged_terms
from muster.games.tag_raid.rules.tools import source_option, sources
from muster.games.tag_raid.showing.preview_structs import No, Piece, Plan, Shot, Watcher
from muster.games.tag_raid.showing.terms import shown
from muster.games.tag_raid.state.questions import (
    behaviour,
    evade_segments,
    letter,
    segments,
    timeline,
    touches_beast,
    touching,
    weapons,
)
from muster.games.tag_raid.state.state import BEAST, Miner, Order, Stage, State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import no_such_option
from muster.kernel.terms import total
from muster.kernel.words import Words

MOST_POINTS = 24
"""The most bends of a planned path; nobody draws more."""
RIGHTS = {SEES: "sees", SAME_HEXAGON: "hexagon", UNSEEN: "unseen"}
"""The reasons for reacting to a move, by clause."""


def plan(state: State, seat: int, words: Words, about: str) -> Plan:
    """Everything about one planned move of a seat's TAG: first, second or after an evade."""
    state = state.copy()
    if state.order is not None:
        state.order.found = ()  # whatever was found on the way works from here on
    miner = state.miners[seat]
    move = read(state, miner, about)
    evading = state.stage == Stage.EVADE_MOVE
    second = state.order is not None and state.active == seat
    allowance = evade_segments(state, miner) if evading else segments(state, miner, second)
    path, _ = move
    end = path[-1] if path else miner.spot
    reach = (allowance + 1) * state.content.constants.segment
    reacting = () if evading else watchers(state, miner, walkable((miner.spot, *path), reach))
    return Plan(
        move_key(miner.spot, move),
        seat,
        allowance,
        round(cost(state, miner, path)),
        (miner.spot, *path),
        pieces(state, miner, path),
        refusal(state, miner, path, allowance, words),
        reacting,
        shots(state, miner, end),
        tuple(letter(other) for other in contacts(state, miner, end)),
        searches(state, miner, end),
        slows(state, miner, walkable((miner.spot, *path), reach)),
    )


def read(state: State, miner: Miner, about: str) -> Move:
    """Read a path from a key, legal or not, unless it has more bends than anybody would draw."""
    if about.count(";") >= MOST_POINTS:
        raise no_such_option(about)
    return read_path(state, miner, about)


# What it costs, and whether it may be


def pieces(state: State, miner: Miner, path: tuple[Spot, ...]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    before = miner.spot
    for number, spot in enumerate(path):
        length = round(hypot(spot[0] - before[0], spot[1] - before[1]))
        spent = round(cost(state, miner, path[: number + 1]))
        found.append(Piece(length, spot[2] != before[2], spent))
        before = spot
    return tuple(found)


def refusal(state: State, miner: Miner, path: tuple[Spot, ...], allowance: int, words: Words) -> No | None:
    """The refusal of a path by the rules, and the piece at fault."""
    try:
        check_path(state, miner, path, allowance)
    except Refusal as no:
        return No(no.clause, words.say(no.reason), at_fault(state, miner, path, allowance, no.clause))
    return None


def at_fault(state: State, miner: Miner, path: tuple[Spot, ...], allowance: int, clause: str) -> int:
    """The first piece with which a path breaks a clause; the last piece if its end is at fault."""
    before = miner.spot
    for number, spot in enumerate(path):
        walked = path[: number + 1]
        try:
            check_length(state, miner, walked, allowance)
            check_piece(state, before, spot)
            check_special_terrain(state, miner, walked)
            check_models(state, miner, walked)
        except Refusal as no:
            if no.clause == clause:
                return number
        before = spot
    return len(path) - 1


# Who could react


def walkable(path: tuple[Spot, ...], reach: int) -> tuple[Spot, ...]:
    """The part of a path that could be walked; reactions to the rest do not matter, and it may be long."""
    found = [path[0]]
    left = float(reach)
    for before, after in pairwise(path):
        length = hypot(after[0] - before[0], after[1] - before[1])
        if length > left:
            share = left / length
            x, y = before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share
            return (*found, (round(x), round(y), before[2]))
        found.append(after)
        left -= length
    return tuple(found)


def watchers(state: State, miner: Miner, path: tuple[Spot, ...]) -> tuple[Watcher, ...]:
    """The possible reactions of all other miners, in timeline order, and of the MegaBeast.

    [TR aro.check] [TR aro.once] [TR beast.aro]
    """
    order = state.order if state.order is not None and state.active == miner.seat else None
    reacted = () if order is None else order.entitled
    planned = Order(path)
    steps = walk(planned.path)
    found = [
        watcher(state, state.miners[seat], miner, planned, steps, seat in reacted)
        for seat in timeline(state)
        if seat != miner.seat and state.miners[seat].on_table
    ]
    if state.beast.cell is not None and behaviour(state) is not None:
        found.append(beast_watcher(state, miner, planned, steps, order is not None and order.beast_aro))
    return tuple(found)


def walk(path: tuple[Spot, ...]) -> list[tuple[int, Spot]]:
    """The spots at which the rules check sight, in the order of the path, each with its distance along it."""
    found: list[tuple[int, Spot]] = [(0, path[0])]
    start = 0.0
    for before, after in pairwise(path):
        ahead = [spot for spot in reversed(looks((before, after))) if spot != before]
        found += [(round(start + hypot(spot[0] - before[0], spot[1] - before[1])), spot) for spot in ahead]
        start += hypot(after[0] - before[0], after[1] - before[1])
    return found


def stretches(steps: list[tuple[int, Spot]], seen: list[bool]) -> tuple[tuple[int, int], ...]:
    """The stretches of a path that are seen, each from its first to its last spot."""
    found: list[tuple[int, int]] = []
    start = -1
    last = 0
    for (along, _), sees in zip(steps, seen, strict=True):
        if sees and start < 0:
            start = along
        if not sees and start >= 0:
            found.append((start, last))
            start = -1
        last = along
    if start >= 0:
        found.append((start, last))
    return tuple(found)


def watcher(
    state: State, other: Miner, active: Miner, order: Order, steps: list[tuple[int, Spot]], reacted: bool
) -> Watcher:
    """Another miner's reaction: by line of fire, by sharing a hexagon, or with a tool that needs no line of fire.

    [TR aro.los] [TR aro.same_hexagon] [TR aro.no_los] [TR los.contact]
    """
    end = order.path[-1]
    spots = seen_spots(state, other, active, order.path, [spot for _, spot in steps])
    seen = [spot in spots for _, spot in steps]
    right = right_to_react(state, order, active, other)
    if reacted:
        reason, clause = "reacted", "TR aro.once"
    elif right:
        reason, clause = RIGHTS[right], right
    elif any(in_front(state, other, spot[0], spot[1], state.content.constants.base_radius) for _, spot in steps):
        reason, clause = "hidden", "TR los.clear"
    else:
        reason, clause = "behind", "TR los.arc"
    return Watcher(
        letter(other.seat),
        bool(right) and not reacted,
        reason,
        clause,
        stretches(steps, seen),
        in_cover(state, other.spot, end),
        band(state, distance(state, other.spot, end)),
        0,
    )


def beast_watcher(state: State, active: Miner, order: Order, steps: list[tuple[int, Spot]], reacted: bool) -> Watcher:
    """The MegaBeast's reaction, by its angle of vision.  [TR beast.aro] [TR beast.los] [TR beast.vision]"""
    end = order.path[-1]
    seen = [beast_sees(state, active.seat, spot) for _, spot in steps]
    if reacted:
        reason, clause = "reacted", "TR aro.once"
    elif any(seen):
        reason, clause = "sees", "TR beast.aro"
    elif any(in_vision(state, spot, state.beast.facing, vision(state)) for _, spot in steps):
        reason, clause = "hidden", "TR beast.los"
    else:
        reason, clause = "behind", "TR beast.vision"
    right = any(seen) and not reacted
    away = band(state, distance_to_beast(state, end))
    return Watcher(letter(BEAST), right, reason, clause, stretches(steps, seen), False, away, threat_at(state, end))


# What could be done there


def shots(state: State, miner: Miner, spot: Spot) -> tuple[Shot, ...]:
    """The shots of every ranged weapon at every target from a planned place.  [TR ranged.range] [TR cover.contact]"""
    arms = weapons(state, miner, ToolKind.RANGED)
    return tuple(shot(state, miner, tool, spot, mark) for tool in arms for mark in targets(state, miner.seat))


def shot(state: State, miner: Miner, tool: Tool, spot: Spot, mark: int) -> Shot:
    other = spot_of(state, mark)
    away = distance_to_target(state, spot, mark, other)
    sees = reaches_from(state, miner, tool, spot, mark)
    cover = mark != BEAST and is_covered(state, tool, spot, other)
    terms = ranged_terms(state, miner, tool, spot, mark, other) if sees else []
    value = total(terms) if sees else HOPELESS
    figure = value if value > HOPELESS else None
    return Shot(tool.id, letter(mark), sees, round(away), band(state, away), cover, figure, shown(terms))


def contacts(state: State, miner: Miner, spot: Spot) -> list[int]:
    found = touching(state, miner.seat, spot)
    return [*found, BEAST] if touches_beast(state, spot) else found


def searches(state: State, miner: Miner, spot: Spot) -> tuple[str, ...]:
    """The containers and loot that could be searched where a path ends.  [TR container.may]"""
    there = miner.copy()
    there.x, there.y, there.level = spot
    return tuple(source_option(number).key for number in sources(state, there))


def slows(state: State, miner: Miner, path: tuple[Spot, ...]) -> bool:
    """Whether a path would slow a miner that is not slowed yet."""
    return not miner.slowed and leads_over_difficult_terrain(state, miner, path)
