"""Focus (rulebook 4.10): what the dice on the table come to, and what rolling some of them again would gain.

Exact, with the other side's dice as they lie. What the defender rolls again afterwards is not counted; the view says
whether that may come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.icons import EACH, Stakes
from muster.games.obsidian_protocol.rules.attack.offsetting import stops_heavy
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.rolls import algorithms, may_focus, reroll_space
from muster.games.obsidian_protocol.rules.attack.told import Die, told_dice
from muster.games.obsidian_protocol.rules.subjects import Rerolling
from muster.games.obsidian_protocol.showing.aim import attack_again
from muster.games.obsidian_protocol.showing.chances import answered, struck
from muster.games.obsidian_protocol.showing.resolved import MISSED, NAMES, Clash, tally
from muster.games.obsidian_protocol.showing.rolled import Dice, Pool, damaging, die_of, penetrates, unpack
from muster.games.obsidian_protocol.state.sheet import structure_value
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DAMAGED as DAMAGED_TOKEN


class Standing(msgspec.Struct, frozen=True):
    """How an attack stands: hits (`heavy` ones among them), dodges and defences on the table, what that would come to
    (`missed`, `stopped`, `damaged`, `destroyed`), and whether the defender may still roll again.
    """

    hits: int
    heavy: int
    dodges: int
    defences: int
    end: str
    reply: bool


class RerollView(msgspec.Struct, frozen=True, tag="reroll", tag_field="kind"):
    """Dice that may be rolled again, in the order in which answers number them. In an attack also how it stands, and
    for each answer offered the chance that something gets through.
    """

    dice: list[Die]
    standing: Standing | None
    chances: dict[str, float]


def rerolling(state: State, subject: Rerolling, key: str = "") -> RerollView:
    """The preview of rolling again, for every answer offered, or for one key."""
    rolled = told_dice(subject.dice)
    if subject.attack is None:
        return RerollView(rolled, None, {})
    attack = attack_again(state, subject.attack)
    attack.part = subject.part
    space = reroll_space(subject.dice, subject.but)
    options = [space.accept(key)] if key else list(space.options())
    chances = {option.key: chance(state, attack, subject, option.value) for option in options}
    return RerollView(rolled, standing(state, attack, subject), chances)


def pools(state: State, attack: Attack, subject: Rerolling, again: Sequence[int]) -> tuple[Pool, Pool]:
    """The dice of the attack and of the defence: those on the table show what they show, the others are open."""
    mine = tuple(subject.dice)
    lying = tuple(subject.others)
    offence, defence = (lying, mine) if subject.defending else (mine, lying)
    anew = frozenset(again)
    none: frozenset[int] = frozenset()
    return (
        _pool(state, attack, offence, none if subject.defending else anew, struck),
        _pool(state, attack, defence, anew if subject.defending else none, answered),
    )


def _pool(
    state: State,
    attack: Attack,
    rolled: Sequence[tuple[int, str]],
    again: frozenset[int],
    shown: Callable[[State, Attack, tuple[int, str]], int],
) -> Pool:
    found = []
    for index, (color, face) in enumerate(rolled):
        faces = dice.faces_of(color, state.content.red_die) if index in again else (face,)
        found.append(Dice(die_of([shown(state, attack, (color, one)) for one in faces]), 1))
    return tuple(found)


def chance(state: State, attack: Attack, subject: Rerolling, again: Sequence[int]) -> float:
    """The chance that something gets through if these dice are rolled again.  [OP 4.4.1.offset]"""
    offence, defence = pools(state, attack, subject, again)
    counted = damaging(offence, "wrecking" in attack.effects, stops_heavy(state, attack.target))
    return round(penetrates(counted, defence), 6)


def standing(state: State, attack: Attack, subject: Rerolling) -> Standing:
    """How the attack stands with the dice on the table."""
    offence, defence = pools(state, attack, subject, ())
    target, part = attack.target, attack.part
    sturdy = structure_value(state, target, part) > 0 and not target.condition[part] & DAMAGED_TOKEN
    wrecking = "wrecking" in attack.effects
    stakes = Stakes(False, EACH if wrecking else 0, False, wrecking)
    ends = tally(Clash(offence, defence, sturdy, stops_heavy(state, target), stakes)).ends
    hits = [unpack(face) for pool in damaging(offence, wrecking, False) for face, _ in pool.die]
    answers = [unpack(face) for pool in defence for face, _ in pool.die]
    heavy = sum(icons[0] for icons in hits)
    return Standing(
        heavy + sum(icons[1] for icons in hits),
        heavy,
        sum(icons[0] for icons in answers),
        sum(icons[1] for icons in answers),
        NAMES[max(range(MISSED, len(NAMES)), key=lambda end: ends[end])],
        not subject.defending and (may_focus(state, target) or bool(algorithms(state, target))),
    )
