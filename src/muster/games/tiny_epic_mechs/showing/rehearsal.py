"""A program rehearsed before it is locked in: where each card leads, what it costs and brings, and what will fail.

It is played on the seat's own picture of the table with everybody else standing still, and by the rules' own figures.
Where a card leaves a choice the rehearsal takes the usual one and says which: the cheapest weapon, Power Armor before
health. So a later card is reckoned with what would really be left.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muster.games.tiny_epic_mechs.cards.content import MINES, TURNS, Kind, card_key, kind_of
from muster.games.tiny_epic_mechs.rules.abilities import weapon_cost
from muster.games.tiny_epic_mechs.rules.actions import (
    affordable,
    can_upgrade,
    harvest,
    pay_for_armor,
    restore,
    useful_energy,
    why_no_power_up,
    why_no_purchase,
)
from muster.games.tiny_epic_mechs.rules.changes import gain, hurt, pay
from muster.games.tiny_epic_mechs.rules.devices import device_damage, put_mine, put_turret, why_no_mine, why_no_turret
from muster.games.tiny_epic_mechs.rules.mech import why_not_board
from muster.games.tiny_epic_mechs.rules.movement import MOVE_CLAUSES, destination, enter
from muster.games.tiny_epic_mechs.showing.threats import CARDS
from muster.games.tiny_epic_mechs.state.questions import (
    device_number,
    device_owner,
    enemy_device_in,
    enemy_in,
    mine_supply,
    mines_of,
    turret_supply,
    turrets_of,
)
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, State, Status
from muster.geometry.squares import NOWHERE
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Seat, Table
from muster.kernel.spaces import no_such_option
from muster.kernel.text import Text
from muster.kernel.words import Words

ABOUT = "program:"
BY_KEY = {card_key(card): card for card in CARDS}
SILENT = Table(listening=False)


class Remark(msgspec.Struct, frozen=True):
    """Something to know about a step, and the clause behind it; a warning if the card will not do what it is for."""

    text: str
    clause: str
    warning: bool


class Step(msgspec.Struct, frozen=True):
    """A card of the program: the zone in which it ends, what it changes of energy, credits and health, and what is
    left of energy and credits.
    """

    card: str
    zone: str
    energy: int
    credits: int
    health: int
    left: tuple[int, int]
    remarks: tuple[Remark, ...]


class Rehearsal(msgspec.Struct, frozen=True, tag="rehearsal", tag_field="kind"):
    """The program of a seat, step by step."""

    steps: tuple[Step, ...]


def rehearse(state: State, seat: Seat | None, about: str, words: Words) -> Rehearsal:
    """Answer `program:collect-n,mine-e`: the cards from the first slot on."""
    keys = about.removeprefix(ABOUT).split(",")
    if seat is None or not 0 < len(keys) <= TURNS or any(key not in BY_KEY for key in keys):
        raise no_such_option(about)
    state = state.copy()
    player = state.players[seat]
    if player.zone == NOWHERE:
        raise no_such_option(about)
    return Rehearsal(tuple(step(state, player, BY_KEY[key], words) for key in keys))


def step(state: State, player: Player, card: int, words: Words) -> Step:
    """Play one card, and say what came of it."""
    energy, found, health = player.energy, player.credits, player.health
    remarks = tuple(
        Remark(words.say(reason.reason), reason.clause, warning)
        for reason, warning in (*moving(state, player, card), *acting(state, player, kind_of(card)))
    )
    return Step(
        card_key(card),
        state.arena.names[player.zone],
        player.energy - energy,
        player.credits - found,
        player.health - health,
        (player.energy, player.credits),
        remarks,
    )


Said = tuple[Refusal, bool]


def fails(refusal: Refusal) -> Said:
    return refusal, True


def remark(key: str, clause: str, warning: bool = False, **params: int | str) -> Said:
    return Refusal(clause, Text(f"rehearsal.{key}", params)), warning


def moving(state: State, player: Player, card: int) -> Iterator[Said]:
    """Move, and meet what stands there now.  [TEM move.wall] [TEM move.device] [TEM mech.enter]"""
    names = state.arena.names
    target = destination(state.arena, player.zone, card)
    if target == NOWHERE:
        yield remark("wall", "TEM move.wall", warning=True, zone=names[player.zone])
        return
    state.card = card
    enter(SILENT, state, player, target, MOVE_CLAUSES[kind_of(card)])
    if enemy_device_in(state, player, target):
        yield from meeting_device(state, player)
    enemy = enemy_in(state, player, target)
    if enemy != NOBODY:
        yield remark("enemy", "TEM combat.start", warning=True, seat=enemy)
    if state.mech_zone == target:
        refusal = why_not_board(state, player)
        yield remark("mech", "TEM mech.enter") if refusal is None else (refusal, False)


def meeting_device(state: State, player: Player) -> Iterator[Said]:
    """Take the damage of a device, the worst that it may do: which mine it is nobody knows.

    [TEM mine.damage] [TEM turret.damage]
    """
    found = state.devices[player.zone]
    turret = device_number(found) == TURRET
    damages = [device_damage(state, player, number) for number in ((TURRET,) if turret else MINES)]
    least, most = min(damages), max(damages)
    owner = device_owner(found)
    if turret:
        yield remark("turret", "TEM turret.damage", warning=True, seat=owner, damage=most)
    else:
        yield remark("mine", "TEM mine.damage", warning=True, seat=owner, least=least, most=most)
    if most >= player.health:
        yield remark("knock_out", "TEM ko.points", warning=True, health=player.health)
    hurt(state, player, min(most, player.health - 1), owner)
    state.devices[player.zone] = 0


def acting(state: State, player: Player, kind: Kind) -> Iterator[Said]:
    """Do what the card is for, as far as it can be paid."""
    if kind == Kind.COLLECT:
        yield from collecting(state, player)
    elif kind == Kind.PURCHASE:
        yield from purchasing(state, player)
    elif kind == Kind.MINE:
        yield from laying_mine(state, player)
    elif kind == Kind.TURRET:
        yield from setting_up_turret(state, player)
    elif kind == Kind.POWER_UP:
        yield from powering_up(state, player)


def collecting(state: State, player: Player) -> Iterator[Said]:
    """Collect; what the track does not take is lost.  [TEM collect.limit]"""
    offered = harvest(state, player, player.zone)
    gained = gain(state, player, *offered)
    if gained != offered:
        energy, found = (there - taken for there, taken in zip(offered, gained, strict=True))
        yield remark("lost", "TEM collect.limit", warning=True, energy=energy, credits=found)
    elif not any(gained):
        yield remark("nothing", "TEM collect.zones", warning=True)


def purchasing(state: State, player: Player) -> Iterator[Said]:
    """Buy the cheapest weapon.  [TEM purchase.pay]"""
    refusal = why_no_purchase(state, player)
    if refusal is not None:
        yield fails(refusal)
        return
    open_to = affordable(state, player)
    weapon = min(open_to, key=lambda one: (sum(weapon_cost(state, player, one)), one.number))
    energy, price = weapon_cost(state, player, weapon)
    pay(SILENT, player, energy, price, "TEM purchase.pay")
    player.weapons |= weapon.bit
    if weapon.advanced:
        state.row.remove(weapon.number)
    yield remark("buys", "TEM purchase.pay", weapon=weapon.id, count=len(open_to))


def laying_mine(state: State, player: Player) -> Iterator[Said]:
    """Lay a mine, or move one if all are out.  [TEM deploy.mine] [TEM deploy.relocate]"""
    refusal = why_no_mine(state, player)
    if refusal is not None:
        yield fails(refusal)
        return
    supply = mine_supply(state, player)
    if not supply:
        source = mines_of(state, player)[0]
        supply = [device_number(state.devices[source])]
        state.devices[source] = 0
        yield remark("moves_mine", "TEM deploy.relocate")
    put_mine(SILENT, state, player, supply[0], "TEM deploy.mine")


def setting_up_turret(state: State, player: Player) -> Iterator[Said]:
    """Set up a turret, or move one if all are out.  [TEM deploy.turret] [TEM deploy.relocate]"""
    refusal = why_no_turret(state, player)
    if refusal is not None:
        yield fails(refusal)
        return
    if not turret_supply(state, player):
        state.devices[turrets_of(state, player)[0]] = 0
        yield remark("moves_turret", "TEM deploy.relocate")
    put_turret(SILENT, state, player, "TEM deploy.turret")


def powering_up(state: State, player: Player) -> Iterator[Said]:
    """Put on Power Armor if it can be paid, else restore what is missing.  [TEM power_up.choice]"""
    refusal = why_no_power_up(state, player)
    if refusal is not None:
        yield fails(refusal)
    elif can_upgrade(state, player):
        pay_for_armor(SILENT, state, player)
        player.status = Status.ARMOR
        yield remark("upgrades", "TEM power_up.upgrade")
    else:
        restore(SILENT, state, player, useful_energy(state, player))
        yield remark("restores", "TEM power_up.restore")
