"""The threats to a TAG: from which spots of the table rivals could attack it, where it would be safe from them, and
what they could answer.

The open table is looked at in spots 40 mm apart, on the ground. A rival is taken as active, and the TAG as one that
does not answer. Chances are those to lose a wound at least.
"""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import Tool, ToolKind
from muster.games.tag_raid.rules.attacks import attack_terms
from muster.games.tag_raid.rules.clash import impact
from muster.games.tag_raid.rules.damage import SAVES, attack_damage
from muster.games.tag_raid.rules.declare import VERBS
from muster.games.tag_raid.rules.line_of_fire import clear
from muster.games.tag_raid.rules.reach import reaches_from
from muster.games.tag_raid.rules.rolls import NO_HITS
from muster.games.tag_raid.showing.chances import Side, saving_rolls, wounds
from muster.games.tag_raid.state.questions import letter, touch, touching, weapons
from muster.games.tag_raid.state.state import Declaration, Miner, State
from muster.kernel.terms import total
from muster.kernel.threats import Danger, Reply, ThreatMap, reply, worst

STEP = 400
"""The distance of two spots, in tenths of a millimetre."""


def spots(state: State) -> list[Spot]:
    """Spots all over the table on which a TAG has room."""
    corners = [corner for tile in state.field.tiles for corner in tile.shape.corners]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return [
        (x, y, GROUND)
        for y in range(round(min(ys)) + STEP // 2, round(max(ys)), STEP)
        for x in range(round(min(xs)) + STEP // 2, round(max(xs)), STEP)
        if not state.field.stands(x, y, GROUND)
    ]


def spot_name(spot: Spot) -> str:
    """A spot as a place of the map: its middle in millimetres."""
    return f"{spot[0] // 10},{spot[1] // 10}"


def threat_map(state: State, me: Miner, spot: Spot) -> ThreatMap:
    """The spots from which a rival could attack a TAG at a spot."""
    put(me, spot)
    found = []
    for place in spots(state):
        dangers = [danger for foe in rivals(state, me) for danger in imagined(state, foe, me, place)]
        danger = worst(spot_name(place), dangers)
        found += [danger] if danger is not None else []
    return ThreatMap(letter(me.seat), spot_name(spot), False, tuple(found))


def safety_map(state: State, me: Miner) -> ThreatMap:
    """The spots on which rivals could attack a TAG from where they stand now."""
    here, found = spot_name(me.spot), []
    for place in spots(state):
        put(me, place)
        dangers = [danger for foe in rivals(state, me) for danger in dangers_from(state, foe, me)]
        danger = worst(spot_name(place), dangers)
        found += [danger] if danger is not None else []
    return ThreatMap(letter(me.seat), here, True, tuple(found))


def replies(state: State, me: Miner, spot: Spot) -> Reply:
    """The harm rivals could do, from where they stand, to a TAG at a spot."""
    put(me, spot)
    return reply(letter(me.seat), spot_name(spot), [list(dangers_from(state, foe, me)) for foe in rivals(state, me)])


def rivals(state: State, me: Miner) -> list[Miner]:
    return [miner for miner in state.miners if miner.seat != me.seat and miner.on_table]


def imagined(state: State, foe: Miner, me: Miner, spot: Spot) -> list[Danger]:
    """The dangers of a rival as if it stood at a spot."""
    before = foe.spot
    put(foe, spot)
    found = list(dangers_from(state, foe, me))
    put(foe, before)
    return found


def dangers_from(state: State, foe: Miner, me: Miner) -> Iterator[Danger]:
    """The danger a rival is to a TAG from where it stands, if it were active."""
    state.active = foe.seat
    own = foe.spot
    if clear(state, foe.seat, own, me.seat, me.spot):
        yield Danger("", 0.0, letter(foe.seat), "seen")
    if touch(state, own, me.spot):
        for tool in weapons(state, foe, ToolKind.CLOSE):
            yield Danger("", chance(state, foe, me, tool), letter(foe.seat), "fight")
    if not touching(state, foe.seat, own):  # [TR ranged.contact]
        for tool in weapons(state, foe, ToolKind.RANGED):
            if reaches_from(state, foe, tool, own, me.seat):
                yield Danger("", chance(state, foe, me, tool), letter(foe.seat), "shot")


def chance(state: State, foe: Miner, me: Miner, tool: Tool) -> float:
    """The chance that an attack with the whole burst costs a wound."""
    act = Declaration(VERBS[tool.kind][0], tool.number, foe.spot, ((me.seat, tool.burst),))
    limit = attack_damage(state, me, impact(state, foe.seat, act, me.seat, NO_HITS))
    side = Side(total(attack_terms(state, foe, tool, foe.spot, me.seat)), tool.burst, SAVES[tool.ammunition], limit)
    return 1.0 - wounds(side, saving_rolls(side, None), 1)[0]


def put(miner: Miner, spot: Spot) -> None:
    miner.x, miner.y, miner.level = spot
