"""Walks: what a player's own program comes to if everybody else stands still.

It reads nothing that the player may not know. A search asks for the gain of every card that could come next, so what
several cards have in common (where they land, what could be bought, what is collected anywhere) is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tiny_epic_mechs.bot.worth import (
    ARMOR,
    CLASH,
    HEALTH,
    MECH,
    RESOURCE,
    STAYS,
    STRENGTH,
    scorings_left,
    strength,
)
from muster.games.tiny_epic_mechs.cards.content import DIAGONAL_JUMP, SCORING_ROUNDS, TURNS, Kind
from muster.games.tiny_epic_mechs.rules.abilities import collect_bonus, discount, price_of
from muster.games.tiny_epic_mechs.state.questions import (
    device_number,
    device_owner,
    devices_of,
    enemy_device_in,
    enemy_in,
    full_health,
)
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, State, Status
from muster.geometry.squares import NOWHERE

COLLECT: Final = int(Kind.COLLECT)
LAY_TURRET: Final = int(Kind.TURRET)
LAY_MINE: Final = int(Kind.MINE)
PURCHASE: Final = int(Kind.PURCHASE)
POWER_UP: Final = int(Kind.POWER_UP)
"""The kinds of cards as plain numbers, because naming one of an enumeration takes a look-up."""
ENOUGH: Final = 6
"""More energy or credits than this are worth nothing."""


def walk_of(state: State, player: Player, left: float) -> Walk:
    """The walk through the cards of a player's program that are still to be executed."""
    walk = Walk(state, player, left)
    for card in player.program[player.revealed :]:
        walk.take(card)
    return walk


class Stand:
    """How a player stands on a walk: after a card, or between its move and its action."""

    __slots__ = ("acts", "credits", "energy", "health", "lays", "status", "worth", "zone")

    def __init__(
        self, zone: int, energy: int, credits: int, health: int, status: int, worth: float, acts: bool, lays: bool
    ) -> None:
        self.zone = zone
        self.energy = energy
        self.credits = credits
        self.health = health
        self.status = status
        self.worth = worth
        """The gain so far, but for energy and credits."""
        self.acts = acts
        """Whether the action of the card follows."""
        self.lays = lays
        """Whether a mine or turret has just been laid here."""


class Walk:
    """A walk through a player's own program: its zones and gains, card by card."""

    __slots__ = ("_bargain", "_harvest", "left", "player", "stand", "state", "taken", "zones")

    def __init__(self, state: State, player: Player, left: float) -> None:
        self.state = state
        self.player = player
        self.left = left
        self.stand = Stand(
            player.zone, player.energy, player.credits, player.health, player.status, 0.0, acts=False, lays=False
        )
        self.zones = devices_of(state, player)
        """Where the player's devices stand."""
        self.taken: int = player.revealed
        """How many cards of the program have been executed when it is over."""
        self._harvest: tuple[int, int] | None = None
        """The energy and credits that collecting brings wherever it is done,"""
        self._bargain: tuple[float, int, int] | None = None
        """and the best weapon to buy: its worth, its price in energy and in credits. Known once somebody asked."""

    def take(self, card: int) -> None:
        """Execute a card."""
        self.taken += 1
        kind = card >> 2
        stand = self._land(self.state.arena.leads[self.stand.zone][card], kind >= DIAGONAL_JUMP)
        if stand.acts:
            stand = self._act(kind, stand)
        if stand.lays:
            self.zones.append(stand.zone)
        self.stand = stand
        self._harvest = self._bargain = None

    def gain(self) -> float:
        """The points that the walk has brought so far."""
        return self._gain_of([self.stand], self.taken)[0]

    def gains(self, cards: Sequence[int]) -> list[float]:
        """The points that it would have brought after each of these cards. The walk itself stays where it is."""
        leads = self.state.arena.leads[self.stand.zone]
        landings: list[Stand | None] = [None] * (2 * self.state.arena.size + 2)  # of steps and jumps to each zone
        stands: list[Stand] = []
        for card in cards:
            kind = card >> 2
            jumps = kind >= DIAGONAL_JUMP
            target = leads[card]
            way = 2 * target + 3 if jumps else 2 * target + 2  # NOWHERE comes first
            stand = landings[way]
            if stand is None:
                stand = self._land(target, jumps)
                landings[way] = stand
            if stand.acts and not jumps:
                stand = self._act(kind, stand)
            stands.append(stand)
        return self._gain_of(stands, self.taken + 1)

    def _gain_of(self, stands: list[Stand], taken: int) -> list[float]:
        """The points that each of these comes to after so many cards."""
        player, zones, rate = self.player, self.state.zones, RESOURCE * self.left
        scores = taken == TURNS and self.state.round in SCORING_ROUNDS
        had = min(player.energy, ENOUGH) + min(player.credits, ENOUGH)
        found: list[float] = []
        for stand in stands:
            worth, energy, paid = stand.worth, stand.energy, stand.credits
            if scores:
                worth += zones[stand.zone].value
            gained = (energy if energy < ENOUGH else ENOUGH) + (paid if paid < ENOUGH else ENOUGH) - had
            found.append(worth + rate * gained)
        return found

    def _land(self, target: int, jumps: bool) -> Stand:
        """Make a move to a zone, or to NOWHERE if a wall is in the way."""
        state, player, stand = self.state, self.player, self.stand
        health, status, worth = stand.health, stand.status, stand.worth
        acts = True
        if target == NOWHERE:
            return Stand(stand.zone, stand.energy, stand.credits, health, status, worth, acts, lays=False)
        device = enemy_device_in(state, player, target)
        enemy = enemy_in(state, player, target)
        if device:
            value = state.zones[target].value
            number = device_number(device)
            damage = value if number == TURRET else value + 2.5
            if damage >= health:
                worth -= 3
                acts = False
            else:
                health -= int(damage)
                worth -= HEALTH * damage * self.left
                # What its owner loses is worth something, too.
                worth += 0.5 * value * (2 if number == TURRET else 1) * scorings_left(state)
                acts = device_owner(device) != enemy
        if acts and enemy != NOBODY:
            odds = health / max(1, full_health(state, player))
            points = state.content.constants.enter_combat + CLASH * (odds - 0.4)
            if jumps:
                points += 1
            worth += STAYS * points
            acts = False
        elif acts and target == state.mech_zone and self._may_board(status, health):
            worth += MECH * self.left + state.content.constants.take_mech - ARMOR * self.left
            status = Status.MECH
        return Stand(target, stand.energy, stand.credits, health, status, worth, acts, lays=False)

    def _may_board(self, status: int, health: int) -> bool:
        content = self.state.content
        armed = self.player.weapons & content.advanced_mask
        return status == Status.ARMOR and health == content.constants.armor_health and bool(armed)

    def _act(self, kind: int, stand: Stand) -> Stand:
        """Carry out the action of a card where its move has ended."""
        if kind == COLLECT:
            return self._collect(stand)
        if kind == PURCHASE:
            return self._buy(stand)
        if kind == POWER_UP:
            return self._power_up(stand)
        if kind in (LAY_MINE, LAY_TURRET):
            return self._lay(kind, stand)
        return stand

    def _collect(self, stand: Stand) -> Stand:
        state, zone = self.state, stand.zone
        energy, found = self._harvested()
        if zone not in self.zones:
            energy += state.zones[zone].energy
            found += state.zones[zone].credits
        track = state.content.constants.track
        energy, found = min(track, stand.energy + energy), min(track, stand.credits + found)
        return Stand(zone, energy, found, stand.health, stand.status, stand.worth, acts=True, lays=False)

    def _harvested(self) -> tuple[int, int]:
        known = self._harvest
        if known is not None:
            return known
        zones = self.state.zones
        energy, found = collect_bonus(self.state, self.player)
        for zone in self.zones:
            energy += zones[zone].energy
            found += zones[zone].credits
        self._harvest = energy, found
        return energy, found

    def _lay(self, kind: int, stand: Stand) -> Stand:
        """Lay a mine or a turret, if nothing stands there and it can be paid."""
        state, zone = self.state, stand.zone
        if state.devices[zone] or zone in self.zones or state.mech_zone == zone:
            return stand
        value = state.zones[zone].value
        energy, found, worth = stand.energy, stand.credits, stand.worth
        if kind == LAY_MINE and found >= value:
            found -= value
            worth += value * scorings_left(state) + 0.5
        elif kind == LAY_TURRET and energy >= value:
            energy -= value
            worth += 2 * value * scorings_left(state)
        else:
            return stand
        return Stand(zone, energy, found, stand.health, stand.status, worth, acts=True, lays=True)

    def _buy(self, stand: Stand) -> Stand:
        worth, energy, paid = self._bargained()
        if not worth:
            return stand
        energy, paid, worth = stand.energy - energy, stand.credits - paid, stand.worth + worth
        return Stand(stand.zone, energy, paid, stand.health, stand.status, worth, acts=True, lays=False)

    def _bargained(self) -> tuple[float, int, int]:
        known = self._bargain
        if known is not None:
            return known
        state, player = self.state, self.player
        energy, found = self.stand.energy, self.stand.credits
        best = 0.0, 0, 0
        saved = discount(state, player)
        for number in state.row:
            weapon = state.content.weapons[number]
            if weapon.energy + weapon.credits - saved > energy + found:
                continue
            paid, cost = price_of(weapon, saved)
            if paid <= energy and cost <= found:
                worth = weapon.points + STRENGTH * strength(weapon) * self.left * 0.5
                if worth > best[0]:
                    best = worth, paid, cost
        self._bargain = best
        return best

    def _power_up(self, stand: Stand) -> Stand:
        constants, left = self.state.content.constants, self.left
        energy, found, health, status, worth = stand.energy, stand.credits, stand.health, stand.status, stand.worth
        if status == Status.PILOT and found >= constants.armor_cost:
            found -= constants.armor_cost
            status = Status.ARMOR
            worth += ARMOR * left + HEALTH * left * (constants.armor_health - health)
            health = constants.armor_health
        elif status != Status.MECH:
            full = full_health(self.state, self.player)
            paid = min(energy, (full - health + 1) // 2)
            if paid <= 0:
                return stand
            healed = min(2 * paid, full - health)
            energy -= paid
            health += healed
            worth += HEALTH * healed * left
        return Stand(stand.zone, energy, found, health, status, worth, acts=True, lays=False)
