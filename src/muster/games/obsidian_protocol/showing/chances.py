"""The exact chance that an attack penetrates, part by part, leaving out focus and the defender's choices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, Kind, Slot, Stance
from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.dice import BLUE, RED, WHITE, YELLOW, Die
from muster.games.obsidian_protocol.rules.attack.offsetting import answers_of, exchange, eye_exchanges, stops_heavy
from muster.games.obsidian_protocol.rules.attack.pools import (
    Attack,
    attack_pool,
    blue_dice,
    is_back_attack,
    white_dice,
)
from muster.games.obsidian_protocol.rules.attack.rolls import ANY, guided_in, observed, standing_parts
from muster.games.obsidian_protocol.showing.rolled import Dice, Pool, damaging, die_of, pack, penetrates, rerolling
from muster.games.obsidian_protocol.state.sheet import works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import REPAIRED


@contextmanager
def declared(attack: Attack) -> Iterator[None]:
    """The target in the stance in which it will defend: some attacks force it before anything is rolled.

    [OP 4.1.change_first] [OP 6.2.suppression]
    """
    target = attack.target
    stance = target.stance
    if attack.suppresses:
        target.stance = Stance.DEFENSIVE
    yield
    target.stance = stance


def struck(state: State, attack: Attack, die: Die) -> int:
    """The uses of a die of the attack, packed. An eye that may be a heavy hit or two light ones is a heavy and a light
    hit: with all dice known, as many are heavy as leave most damage, and that comes to the same.

    [OP 4.4.1.exchange] [OP 4.4.1.exchange_either]
    """
    if die[1] == "e" and len(eye_exchanges(state, attack)) > 1:
        return pack(1, 1)
    icons = exchange(state, attack, [die])
    return pack(icons.heavy, icons.light, icons.lightning)


def answered(state: State, attack: Attack, die: Die) -> int:
    """The uses of a die of the defence, packed.  [OP 4.4.1.exchange]"""
    shown = answers_of(state, attack, [die])[0]
    return pack(shown.count("o"), shown.count("D"))


def attack_dice(state: State, attack: Attack) -> Pool:
    """The dice of the attack: heavy hits, light hits, lightning. Eyes that are good for nothing are rolled again if an
    observer or a beacon allows it.

    [OP 4.4.1.attack_dice] [OP 4.4.1.exchange] [OP card.observation] [OP card.guidance_support]
    """
    again = observed(state, attack) or (attack.explosion and guided_in(state, attack))
    found = []
    for color, count in zip((YELLOW, RED), attack_pool(state, attack), strict=True):
        printed = dice.faces_of(color, state.content.red_die)
        faces = [struck(state, attack, (color, face)) for face in printed]
        die = die_of(faces)
        if again:
            die = rerolling(die, faces, [face == "e" and not shown for face, shown in zip(printed, faces, strict=True)])
        found.append(Dice(die, count))
    return tuple(found)


def defence_dice(state: State, attack: Attack) -> Pool:
    """Dodges and defences.  [OP 4.4.1.white] [OP 4.4.1.blue]"""
    found = []
    for color, count in ((WHITE, white_dice(state, attack)), (BLUE, blue_dice(state, attack))):
        faces = [answered(state, attack, (color, face)) for face in dice.faces_of(color, state.content.red_die)]
        found.append(Dice(die_of(faces), count))
    return tuple(found)


def by_part(state: State, attack: Attack) -> dict[str, float]:
    """The chance for each part that can be hit; units other than mechs have one, `unit`. A patched part is lost as soon
    as it is hit.

    [OP 6.3.1.repaired]
    """
    target = attack.target
    hard = stops_heavy(state, target)
    against = damaging(attack_dice(state, attack), "wrecking" in attack.effects, hard)
    if target.kind != Kind.MECH:
        return {"unit": penetrates(against, defence_dice(state, attack))}
    known: dict[int, float] = {}
    found = {}
    part = attack.part
    for slot in standing_parts(target):
        if target.condition[slot] & REPAIRED:
            found[SLOT_NAMES[slot]] = 1.0
            continue
        attack.part = slot
        white = white_dice(state, attack)
        if white not in known:
            known[white] = penetrates(against, defence_dice(state, attack))
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
