"""One squad against another: every weapon of the mechs against the armor of every mech's parts and every drone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from muster.games.obsidian_protocol.cards.content import Action, Content
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, STANCE_NAMES, Type
from muster.games.obsidian_protocol.cards.pack import SquadFile
from muster.games.obsidian_protocol.showing.reckoning import FIGURES, KEYWORDS, MOST, clash_of
from muster.games.obsidian_protocol.showing.resolved import DAMAGED, DESTROYED, tally
from muster.kernel.odds import Cell, Figures, Matchup, Share, Value
from muster.kernel.packs import decode
from muster.kernel.text import Text

STANCES = ("defensive", "mobility")


class Armour(NamedTuple):
    """Something that can be hit: a part of a mech, or a drone."""

    target: Text
    name: Text
    armor: int
    structure: int
    dodge: int
    stances: tuple[str, ...] = STANCES


def weapons(content: Content, squad: SquadFile) -> Iterator[tuple[Text, Text, Action]]:
    """The attacks of a squad's mechs: bearer, part, action."""
    for mech in squad.mechs:
        for name in mech.parts:
            for action in content.parts[content.part_number[name]].actions:
                if action.type in (Type.FIRING, Type.MELEE) and action.yellow + action.red:
                    yield Text("odds.bearer", {"pilot": mech.pilot}), Text("odds.part", {"part": name}), action


def armours(content: Content, squad: SquadFile) -> Iterator[Armour]:
    for mech in squad.mechs:
        parts = [content.parts[content.part_number[name]] for name in mech.parts]
        dodge = max(0, sum(part.dodge for part in parts))
        bearer = Text("odds.bearer", {"pilot": mech.pilot})
        for part in parts:
            yield Armour(bearer, Text("odds.slot", {"slot": SLOT_NAMES[part.slot]}), part.armor, part.structure, dodge)
    for drone in squad.drones:
        card = content.units[content.unit_number[drone if isinstance(drone, str) else drone.card]]
        yield Armour(
            Text("odds.drone", {"unit": card.id}),
            Text("odds.slot", {"slot": "unit"}),
            card.armor,
            card.structure,
            card.dodge,
            (STANCE_NAMES[card.stance],),
        )


def against(content: Content, action: Action, armour: Armour) -> tuple[float, float]:
    """The chance to penetrate and the damage to expect, with the target in the stance that is better for it."""
    ways = []
    for stance in armour.stances:
        values: dict[str, Value] = {figure.name: figure.default for figure in FIGURES}
        values |= {"yellow": min(MOST, action.yellow), "red": min(MOST, action.red), "armor": armour.armor}
        values |= {"structure": armour.structure, "dodge": armour.dodge, "target_stance": stance}
        values["armor_piercing"] = action.plain.get("armor_piercing", 0)
        values["keywords"] = tuple(word for word in KEYWORDS if word in action.plain)
        found = tally(clash_of(Figures(values), content.red_die))
        mean = sum([number * chance for number, chance in enumerate(found.damage)], 0.0)
        ways.append((found.ends[DAMAGED] + found.ends[DESTROYED], mean))
    return min(ways)


def matchup(content: Content, force: Mapping[str, Any], other: Mapping[str, Any]) -> Matchup:
    """Every weapon against every armour; and for each part that attacks the most damage that it brings, on the mean of
    all armour.
    """
    mine, theirs = decode(force, SquadFile, "squad"), decode(other, SquadFile, "squad")
    targets = list(armours(content, theirs))
    known: dict[tuple[str, int, int, int, tuple[str, ...]], tuple[float, float]] = {}
    cells, best = [], dict[tuple[str, str], tuple[float, Text, Text]]()
    for bearer, part, action in weapons(content, mine):
        band = Text("odds.reach", {"range": action.range}) if action.range else Text("odds.adjacent")
        total = 0.0
        for armour in targets:
            key = (action.key, armour.armor, armour.structure, armour.dodge, armour.stances)
            if key not in known:
                known[key] = against(content, action, armour)
            chance, damage = known[key]
            total += damage
            weapon = Text("odds.weapon", {"action": action.key, **part.params})
            far = max(1, action.range)
            cells.append(Cell(bearer, weapon, armour.target, armour.name, band, chance, damage, 1, far))
        place = str(bearer.params["pilot"]), str(part.params["part"])
        best[place] = max(best.get(place, (0.0, bearer, part)), (total / max(1, len(targets)), bearer, part), key=_most)
    shares = tuple(Share(bearer, part, worth) for worth, bearer, part in best.values())
    return Matchup(tuple(cells), shares, (Text("odds.aim_matchup"),))


def _most(one: tuple[float, Text, Text]) -> float:
    return one[0]
