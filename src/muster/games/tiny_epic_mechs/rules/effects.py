"""Effects of a weapon besides its damage, in the order of the card (rulebook, "Attack with a weapon").

The cards have the figures; the kinds of effects are here, each under its clause.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import Effect, EffectKind, Line
from muster.games.tiny_epic_mechs.rules.changes import award, gain, pay
from muster.games.tiny_epic_mechs.state.questions import full_health, stands
from muster.games.tiny_epic_mechs.state.state import Player, Side, State, Status
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

PAY_ENERGY = Text("prompt.pay_energy")
PAY_CREDITS = Text("prompt.pay_credits")
PAY = tuple(Option(f"pay:{paid}", paid, "TEM effect.pay", Text("option.pay", {"amount": paid})) for paid in range(20))


async def paid_damage(table: Table, state: State, player: Player, line: Line) -> int:
    """Let the attacker pay energy or credits for more damage, one for one; a robot pays all it can.

    [TEM effect.pay] [TEM solo.pay_most]
    """
    extra = 0
    for effect in line.effects:
        if effect.kind == EffectKind.PAY_ENERGY:
            paid = await _how_much(table, player, PAY_ENERGY, min(effect.amount, player.energy))
            pay(table, player, paid, 0, _pay_clause(player))
            extra += paid
        elif effect.kind == EffectKind.PAY_CREDITS:
            paid = await _how_much(table, player, PAY_CREDITS, min(effect.amount, player.credits))
            pay(table, player, 0, paid, _pay_clause(player))
            extra += paid
    return extra


def _pay_clause(player: Player) -> str:
    return "TEM solo.pay_most" if player.robot else "TEM effect.pay"


async def _how_much(table: Table, player: Player, prompt: Text, most: int) -> int:
    if player.robot or not most:
        return most
    return await table.ask(player.seat, prompt, OneOf(lambda: PAY[: most + 1]))


ON_THE_ENEMY = frozenset((EffectKind.DRAIN_ENERGY, EffectKind.DRAIN_CREDITS, EffectKind.JAM, EffectKind.EXHAUST))
"""The effects on the enemy, who must still stand; all others are the attacker's own."""


async def after_damage(table: Table, state: State, side: Side, enemy: Side, line: Line) -> None:
    """Resolve the other effects of a line after its damage, each only if the player it affects still stands.

    [TEM combat.effects]
    """
    for effect in line.effects:
        touched = enemy if effect.kind in ON_THE_ENEMY else side
        if not stands(state, touched.seat):
            continue
        if effect.kind == EffectKind.EXHAUST:
            await exhaust(table, state, enemy)
        elif effect.kind == EffectKind.READY:
            await ready(table, state, side)
        else:
            at_once(table, state, side, enemy, effect)


def at_once(table: Table, state: State, side: Side, enemy: Side, effect: Effect) -> None:
    """Resolve an effect that leaves nobody a choice.  [TEM effect.score] [TEM effect.shield] [TEM effect.jam]"""
    player, victim = state.players[side.seat], state.players[enemy.seat]
    kind, amount = effect.kind, effect.amount
    if kind == EffectKind.SCORE:
        award(table, player, amount, "TEM effect.score")
    elif kind == EffectKind.GAIN_ENERGY:
        _gain(table, state, player, amount, 0)
    elif kind == EffectKind.GAIN_CREDITS:
        _gain(table, state, player, 0, amount)
    elif kind == EffectKind.DRAIN_ENERGY:
        _drain(table, victim, min(amount, victim.energy), 0)
    elif kind == EffectKind.DRAIN_CREDITS:
        _drain(table, victim, 0, min(amount, victim.credits))
    elif kind == EffectKind.HEAL:
        _heal(table, state, player, amount)
    elif kind == EffectKind.SHIELD:
        side.shield += amount
    elif kind == EffectKind.JAM:
        enemy.jammed = True


def _gain(table: Table, state: State, player: Player, energy: int, found: int) -> None:
    """Give the attacker energy or credits.  [TEM effect.gain]"""
    energy, found = gain(state, player, energy, found)
    if table.listening:
        table.tell("gained", "TEM effect.gain", {"seat": player.seat, "energy": energy, "credits": found})


def _drain(table: Table, victim: Player, energy: int, lost: int) -> None:
    """Take energy or credits from the enemy.  [TEM effect.drain]"""
    victim.energy -= energy
    victim.credits -= lost
    if table.listening:
        table.tell("drained", "TEM effect.drain", {"seat": victim.seat, "energy": energy, "credits": lost})


def _heal(table: Table, state: State, player: Player, amount: int) -> None:
    """Give the attacker health, up to the top of the track; not in the Mighty Mech.

    [TEM effect.heal]
    """
    if player.status == Status.MECH:
        return
    healed = min(amount, full_health(state, player) - player.health)
    player.health += healed
    if table.listening:
        table.tell("healed", "TEM effect.heal", {"seat": player.seat, "health": healed})


EXHAUST = Text("prompt.exhaust")
READY = Text("prompt.ready")


async def exhaust(table: Table, state: State, enemy: Side) -> None:
    """Let the enemy exhaust one ready weapon of their choice; a robot's is drawn.  [TEM effect.exhaust]"""
    victim = state.players[enemy.seat]
    weapons = state.content.in_mask(victim.equipped & ~victim.exhausted)
    if not weapons:
        return
    if len(weapons) == 1:
        number = weapons[0].number
    elif victim.robot:
        number = weapons[(await table.draw("robot_exhaust", [weapon.id for weapon in weapons], 1))[0]].number
    else:
        number = await table.ask(victim.seat, EXHAUST, OneOf(lambda: [weapon.ready for weapon in weapons]))
    victim.exhausted |= 1 << number
    if table.listening:
        table.tell("exhausted", "TEM effect.exhaust", {"seat": victim.seat, "weapon": state.content.weapons[number].id})


async def ready(table: Table, state: State, side: Side) -> None:
    """Let the attacker ready another exhausted weapon; a robot does not.  [TEM effect.ready]"""
    player = state.players[side.seat]
    used = state.combat.last if state.combat is not None else -1
    weapons = [weapon for weapon in state.content.in_mask(player.exhausted) if weapon.number != used]
    if player.robot or not weapons:
        return
    if len(weapons) == 1:
        number = weapons[0].number
    else:
        number = await table.ask(player.seat, READY, OneOf(lambda: [weapon.ready for weapon in weapons]))
    player.exhausted &= ~(1 << number)
    if table.listening:
        table.tell("readied", "TEM effect.ready", {"seat": player.seat, "weapon": state.content.weapons[number].id})
