"""Evaluation: the value of a position for a seat, in points expected at the end.

It counts the points in hand, the future scores of the zones held now, the worth of resources, armor and weapons, and
the gain from the player's own program if everybody else stands still. It reads nothing that the seat may not know.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from muster.games.tiny_epic_mechs.cards.content import (
    DIAGONAL_JUMP,
    SCORING_ROUNDS,
    TURNS,
    EffectKind,
    Kind,
    Line,
    Weapon,
)
from muster.games.tiny_epic_mechs.rules.abilities import collect_bonus, discount, price_of
from muster.games.tiny_epic_mechs.rules.movement import destination
from muster.games.tiny_epic_mechs.rules.scoring import weapon_points
from muster.games.tiny_epic_mechs.state.questions import (
    device_number,
    device_owner,
    devices_of,
    enemy_device_in,
    enemy_in,
    full_health,
)
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, Stage, State, Status
from muster.geometry.squares import NOWHERE

RESOURCE: Final = 0.35
"""The worth of a unit of energy or credits, in points; nothing when the game is over."""
HEALTH: Final = 0.25
ARMOR: Final = 3.0
MECH: Final = 6.0
DEVICE_LASTS: Final = 0.75
"""The chance that a mine or turret still stands at the next scoring."""
STAYS: Final = 0.5
"""The chance that an enemy still stands where they are now when the program leads there."""
CLASH: Final = 4.0
"""The gain from starting a combat, besides the points for it."""


def progress(state: State) -> float:
    """The progress of the match, from 0 to 1."""
    return 1.0 - rounds_left(state)


def round_of(state: State) -> int:
    """The round that is being played."""
    return state.round


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects minus those of its strongest enemy."""
    if state.stage == Stage.OVER:
        mine = float(state.players[seat].score)
        return mine - max(player.score for player in state.players if player.seat != seat)
    left = rounds_left(state)
    mine = prospects(state, state.players[seat], left)
    mine += program_prospects(state, state.players[seat], left)
    return mine - max(prospects(state, player, left) for player in state.players if player.seat != seat)


def rounds_left(state: State) -> float:
    """The share of the game still to come, from 1 to 0."""
    done = (state.round - 1) * TURNS + state.turn / len(state.players)
    return max(0.0, 1 - done / (TURNS * SCORING_ROUNDS[-1]))


def scorings_left(state: State) -> float:
    """The average number of times a device that stands now will score."""
    chance, total = DEVICE_LASTS, 0.0
    for scoring in SCORING_ROUNDS:
        if scoring >= state.round:
            total += chance
            chance *= DEVICE_LASTS
    return total


def prospects(state: State, player: Player, left: float) -> float:
    """The worth of what a player has and will get from it."""
    if not state.zones or player.zone == NOWHERE:
        return float(player.score)
    worth = float(player.score + weapon_points(state, player))
    worth += RESOURCE * left * (min(player.energy, 6) + min(player.credits, 6))
    worth += HEALTH * player.health * left
    if player.status == Status.MECH:
        worth += MECH * left + 1
    elif player.status == Status.ARMOR:
        worth += ARMOR * left
    worth += firepower(state, player) * left
    times = scorings_left(state)
    for zone in devices_of(state, player):
        value = state.zones[zone].value
        worth += times * value * (2 if device_number(state.devices[zone]) == TURRET else 1)
    return worth


def firepower(state: State, player: Player) -> float:
    """The worth of the weapons carried in combats to come."""
    ready = player.equipped & ~player.exhausted
    worth = 0.0
    for weapon in state.content.in_mask(ready):
        worth += STRENGTH * strength(weapon)
    return worth


STRENGTH: Final = 0.5
POWER_SHARE: Final = 0.4
"""The weight of the power line beside the attack line."""
EFFECT_WORTH: Final = {
    EffectKind.PAY_ENERGY: 0.6,
    EffectKind.PAY_CREDITS: 0.6,
    EffectKind.SCORE: 1.0,
    EffectKind.GAIN_ENERGY: 0.5,
    EffectKind.GAIN_CREDITS: 0.5,
    EffectKind.DRAIN_ENERGY: 0.5,
    EffectKind.DRAIN_CREDITS: 0.5,
    EffectKind.HEAL: 0.5,
    EffectKind.SHIELD: 1.0,
    EffectKind.JAM: 1.0,
    EffectKind.EXHAUST: 1.0,
    EffectKind.READY: 1.0,
    EffectKind.PIERCE: 0.5,
}
"""The worth of each unit of an effect, in damage."""


@lru_cache(maxsize=1 << 10)
def strength(weapon: Weapon) -> float:
    """A weapon's two lines in one figure, in damage. A card never changes, so it is worked out once for each."""
    return line_strength(weapon.attack) + POWER_SHARE * line_strength(weapon.power)


def line_strength(line: Line) -> float:
    worth = float(line.damage)
    for effect in line.effects:
        worth += EFFECT_WORTH[effect.kind] * effect.amount
    return worth


def program_prospects(state: State, player: Player, left: float) -> float:
    """The gain from the cards still to be executed, if nobody else moves."""
    if player.robot or player.revealed >= len(player.program):
        return 0.0
    return walk_of(state, player, left).gain()


def walk_of(state: State, player: Player, left: float) -> Walk:
    """The walk through the cards of a player's program that are still to be executed."""
    walk = Walk(
        state,
        player,
        left,
        player.zone,
        player.energy,
        player.credits,
        player.health,
        player.status,
        devices_of(state, player),
        0.0,
        player.revealed,
    )
    for card in player.program[player.revealed :]:
        walk.take(card)
    return walk


COLLECT: Final = int(Kind.COLLECT)
LAY_TURRET: Final = int(Kind.TURRET)
LAY_MINE: Final = int(Kind.MINE)
PURCHASE: Final = int(Kind.PURCHASE)
POWER_UP: Final = int(Kind.POWER_UP)
"""The kinds of cards as plain numbers, because naming one of an enumeration takes a look-up."""


class Walk:
    """A walk through a player's own program: its zones and gains, step by step."""

    __slots__ = ("credits", "energy", "health", "left", "player", "state", "status", "taken", "worth", "zone", "zones")

    def __init__(
        self,
        state: State,
        player: Player,
        left: float,
        zone: int,
        energy: int,
        credits: int,
        health: int,
        status: int,
        zones: list[int],
        worth: float,
        taken: int,
    ) -> None:
        self.state = state
        self.player = player
        self.left = left
        self.zone = zone
        self.energy = energy
        self.credits = credits
        self.health = health
        self.status = status
        self.zones = zones
        """Where the player's devices stand."""
        self.worth = worth
        self.taken = taken
        """How many cards of the program have been executed when it is over."""

    def with_card(self, card: int) -> float:
        """The gain if this were the next card. The walk itself stays where it is."""
        further = Walk(
            self.state,
            self.player,
            self.left,
            self.zone,
            self.energy,
            self.credits,
            self.health,
            self.status,
            self.zones[:],
            self.worth,
            self.taken,
        )
        further.take(card)
        return further.gain()

    def take(self, card: int) -> None:
        """Execute a card."""
        self.taken += 1
        if self._step(card):
            self._act(card >> 2)

    def gain(self) -> float:
        """The points that the walk has brought so far."""
        state, player = self.state, self.player
        worth = self.worth
        if self.taken == TURNS and state.round in SCORING_ROUNDS:
            worth += state.zones[self.zone].value
        gained = min(self.energy, 6) - min(player.energy, 6) + min(self.credits, 6) - min(player.credits, 6)
        return worth + RESOURCE * self.left * gained

    def _step(self, card: int) -> bool:
        """Make the move; returns whether the action follows."""
        state, player = self.state, self.player
        target = destination(state.arena, self.zone, card)
        if target == NOWHERE:
            return True
        self.zone = target
        found = enemy_device_in(state, player, target)
        if found:
            value = state.zones[target].value
            number = device_number(found)
            damage = value if number == TURRET else value + 2.5
            if damage >= self.health:
                self.worth -= 3
                return False
            self.health -= int(damage)
            self.worth -= HEALTH * damage * self.left
            # What its owner loses is worth something, too.
            self.worth += 0.5 * value * (2 if number == TURRET else 1) * scorings_left(state)
            if device_owner(found) == enemy_in(state, player, target):
                return False
        if enemy_in(state, player, target) != NOBODY:
            odds = self.health / max(1, full_health(state, player))
            points = state.content.constants.enter_combat + CLASH * (odds - 0.4)
            if card >> 2 >= DIAGONAL_JUMP:
                points += 1
            self.worth += STAYS * points
            return False
        if target == state.mech_zone and self._may_board():
            self.worth += MECH * self.left + state.content.constants.take_mech - ARMOR * self.left
            self.status = Status.MECH
        return True

    def _may_board(self) -> bool:
        full = self.state.content.constants.armor_health
        armed = self.player.weapons & self.state.content.advanced_mask
        return self.status == Status.ARMOR and self.health == full and bool(armed)

    def _act(self, kind: int) -> None:
        state = self.state
        if kind == COLLECT:
            energy, found = collect_bonus(state, self.player)
            for zone in {*self.zones, self.zone}:
                energy += state.zones[zone].energy
                found += state.zones[zone].credits
            track = state.content.constants.track
            self.energy = min(track, self.energy + energy)
            self.credits = min(track, self.credits + found)
        elif kind == PURCHASE:
            self._buy()
        elif kind == POWER_UP:
            self._power_up()
        elif kind in (LAY_MINE, LAY_TURRET) and self._is_free():
            value = state.zones[self.zone].value
            if kind == LAY_MINE and self.credits >= value:
                self.credits -= value
                self.zones.append(self.zone)
                self.worth += value * scorings_left(state) + 0.5
            elif kind == LAY_TURRET and self.energy >= value:
                self.energy -= value
                self.zones.append(self.zone)
                self.worth += 2 * value * scorings_left(state)

    def _is_free(self) -> bool:
        """Whether nothing stands where the walk is, so that a device could."""
        zone = self.zone
        return not self.state.devices[zone] and zone not in self.zones and self.state.mech_zone != zone

    def _buy(self) -> None:
        state, player = self.state, self.player
        best, energy, credits = 0.0, 0, 0
        saved = discount(state, player)
        for number in state.row:
            weapon = state.content.weapons[number]
            if weapon.energy + weapon.credits - saved > self.energy + self.credits:
                continue
            paid, cost = price_of(weapon, saved)
            if paid <= self.energy and cost <= self.credits:
                worth = weapon.points + STRENGTH * strength(weapon) * self.left * 0.5
                if worth > best:
                    best, energy, credits = worth, paid, cost
        self.worth += best
        self.energy -= energy
        self.credits -= credits

    def _power_up(self) -> None:
        constants = self.state.content.constants
        if self.status == Status.PILOT and self.credits >= constants.armor_cost:
            self.credits -= constants.armor_cost
            self.status = Status.ARMOR
            self.worth += ARMOR * self.left + HEALTH * self.left * (constants.armor_health - self.health)
            self.health = constants.armor_health
        elif self.status != Status.MECH:
            full = full_health(self.state, self.player)
            paid = min(self.energy, (full - self.health + 1) // 2)
            if paid > 0:
                healed = min(2 * paid, full - self.health)
                self.energy -= paid
                self.health += healed
                self.worth += HEALTH * healed * self.left
