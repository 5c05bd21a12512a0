"""The exact chance that an attack penetrates, part by part, leaving out focus and the defender's choices."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, Kind, Slot, Stance
from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.dice import BLUE, RED, SIDES, WHITE, YELLOW
from muster.games.obsidian_protocol.rules.attack.icons import goes_through
from muster.games.obsidian_protocol.rules.attack.offsetting import answers_of, exchange, stops_heavy
from muster.games.obsidian_protocol.rules.attack.pools import (
    Attack,
    attack_pool,
    blue_dice,
    is_back_attack,
    white_dice,
)
from muster.games.obsidian_protocol.rules.attack.rolls import ANY, standing_parts
from muster.games.obsidian_protocol.state.sheet import works
from muster.games.obsidian_protocol.state.state import State

Chances = dict[tuple[int, int], float]
"""How likely a roll is to show so many of one icon and so many of another."""
START: Chances = {(0, 0): 1.0}


def rolled(chances: Chances, faces: list[tuple[int, int]], count: int) -> Chances:
    """The chances after so many more dice, with every face equally likely."""
    for _ in range(count):
        found: Chances = {}
        for (one, other), chance in chances.items():
            for more, most in faces:
                key = (one + more, other + most)
                found[key] = found.get(key, 0.0) + chance / SIDES
        chances = found
    return chances


def offence(state: State, attack: Attack) -> Chances:
    """The hits that only a dodge stops, and the hits that defence stops.  [OP 4.4.1.attack_dice] [OP 4.4.1.exchange]"""
    wrecking = "wrecking" in attack.effects
    chances = START
    for color, count in zip((YELLOW, RED), attack_pool(state, attack), strict=True):
        faces = []
        for face in dice.faces_of(color, state.content.red_die):
            icons = exchange(state, attack, [(color, face)])
            faces.append((icons.beyond_shields(wrecking), icons.light))
        chances = rolled(chances, faces, count)
    return chances


def defence(state: State, attack: Attack) -> Chances:
    """Dodges and defences.  [OP 4.4.1.white] [OP 4.4.1.blue]"""
    chances = START
    for color, count in ((WHITE, white_dice(state, attack)), (BLUE, blue_dice(state, attack))):
        faces = []
        for face in dice.faces_of(color, state.content.red_die):
            shown = answers_of(state, attack, [(color, face)])[0]
            faces.append((shown.count("o"), shown.count("D")))
        chances = rolled(chances, faces, count)
    return chances


def penetrates(against: Chances, answers: Chances, hard: bool) -> float:
    """The chance that something is left after all dodges and defences.  [OP 4.4.1.offset]"""
    found = 0.0
    for (dodges, shields), likely in answers.items():
        for (heavy, light), chance in against.items():
            if goes_through(heavy, light, dodges, shields, hard):
                found += likely * chance
    return found


def by_part(state: State, attack: Attack) -> dict[str, float]:
    """The chance for each part that can be hit; units other than mechs have one, `unit`."""
    target = attack.target
    against = offence(state, attack)
    hard = stops_heavy(state, target)
    if target.kind != Kind.MECH:
        return {"unit": penetrates(against, defence(state, attack), hard)}
    known: dict[int, float] = {}
    found = {}
    part = attack.part
    for slot in standing_parts(target):
        attack.part = slot
        white = white_dice(state, attack)
        if white not in known:
            known[white] = penetrates(against, defence(state, attack), hard)
        found[SLOT_NAMES[slot]] = known[white]
    attack.part = part
    return found


def overall(state: State, attack: Attack, parts: dict[str, float]) -> float:
    """The chance over all faces of the black die; where the attacker chooses, that of the best part.

    [OP 4.4.1.black] [OP 4.4.1.any] [OP 4.4.1.missing] [OP 4.2.6.back_attack] [OP 4.1.shutdown_part]
    """
    target = attack.target
    if not parts:
        return 0.0
    chosen = max(parts.values())
    if target.kind != Kind.MECH or target.stance == Stance.SHUTDOWN or is_back_attack(state, attack):
        return chosen
    if "snipe" in attack.effects:
        return chosen
    if "snipe_chassis" in attack.effects and works(target, Slot.CHASSIS):
        return parts[SLOT_NAMES[Slot.CHASSIS]]
    torso = parts.get(SLOT_NAMES[Slot.TORSO], 0.0)
    found = chosen / (ANY + 1)
    for slot in range(ANY):
        found += parts.get(SLOT_NAMES[slot], torso) / (ANY + 1)
    return found
