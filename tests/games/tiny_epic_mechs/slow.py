"""A second, slow way to the rules, written from the rulebook and sharing nothing with the engine: zones are names such
as `b3`, cards are keys such as `double_jump-n`, and figures are read from the card files.

The oracles compare the engine with it on random positions; the invariants watch matches with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

CONTENT = files("muster.games.tiny_epic_mechs") / "content"


def cards(file: str, table: str) -> dict[str, dict[str, Any]]:
    found = tomllib.loads((CONTENT / f"{file}.toml").read_text("utf-8"))[table]
    return {card["id"]: card for card in found}


WEAPONS = cards("weapons", "weapon")
PILOTS = cards("pilots", "pilot")
MECHS = cards("mech", "mech")
FIGURES = {name: card["value"] for name, card in cards("constants", "constant").items()}
FULL = {"pilot": FIGURES["pilot_health"], "armor": FIGURES["armor_health"], "mech": FIGURES["mech_health"]}
BEATS = {"area": "ranged", "ranged": "melee", "melee": "area"}
"""What a type of weapon counters (p. 13)."""
NAMES = {
    "n": (0, -1),
    "e": (1, 0),
    "s": (0, 1),
    "w": (-1, 0),
    "ne": (1, -1),
    "se": (1, 1),
    "sw": (-1, 1),
    "nw": (-1, -1),
}


def shifted(zone: str, dx: int, dy: int) -> str:
    """The name of the place that far away, whether there is a zone or not."""
    return f"{chr(ord(zone[0]) + dx)}{int(zone[1:]) + dy}"


def leads(arena: Collection[str], zone: str, card: str) -> str | None:
    """Where a card leads, or nothing at a wall (p. 9)."""
    kind, _, way = card.rpartition("-")
    dx, dy = NAMES[way]
    far = 2 if kind == "double_jump" else 1
    there = shifted(zone, dx * far, dy * far)
    return there if there in arena else None


def steps_between(arena: Collection[str], one: str, other: str) -> int:
    """Orthogonal steps from zone to zone."""
    reached, steps = {one}, 0
    while other not in reached:
        reached |= {shifted(zone, *NAMES[way]) for zone in reached for way in "nesw"} & set(arena)
        steps += 1
    return steps


@dataclass
class Piece:
    """A pilot in the arena."""

    seat: int
    zone: str
    robot: bool = False
    pilot: str = ""
    status: str = "pilot"
    health: int = 0
    energy: int = 0
    credits: int = 0
    score: int = 0
    weapons: set[str] = field(default_factory=set)
    mech_side: str = ""

    def ability(self, name: str) -> int:
        """The figure of an ability if the side of the card that shows has it (p. 3, 12); robots have none (p. 18)."""
        if self.robot:
            return 0
        if self.status == "mech":
            card = MECHS[self.mech_side]
            return int(card["amount"]) if card["ability"] == name else 0
        side = PILOTS[self.pilot][self.status] if self.pilot else {"keyword": ""}
        return int(side["amount"]) if side["keyword"] == name else 0

    def advanced(self) -> set[str]:
        return {name for name in self.weapons if WEAPONS[name]["level"] == "advanced"}


@dataclass
class Device:
    """A mine with its number, or a turret (number 0)."""

    owner: int
    number: int

    @property
    def turret(self) -> bool:
        return not self.number


@dataclass
class Board:
    """The arena and what is in it; `zones` gives value, energy and credits of each."""

    zones: Mapping[str, tuple[int, int, int]]
    pieces: list[Piece]
    devices: dict[str, Device]
    mech: str | None = None
    row: tuple[str, ...] = ()

    def enemies(self, one: int, other: int) -> bool:
        """Everybody fights everybody; robots leave each other alone (p. 17, 19)."""
        return one != other and not (self.pieces[one].robot and self.pieces[other].robot)

    def enemy_pilots(self, seat: int, zone: str) -> list[int]:
        return [piece.seat for piece in self.pieces if piece.zone == zone and self.enemies(seat, piece.seat)]

    def enemy_device(self, seat: int, zone: str) -> Device | None:
        found = self.devices.get(zone)
        return found if found and self.enemies(seat, found.owner) else None

    def hostile(self, seat: int, zone: str) -> bool:
        """An enemy, an enemy mine or an enemy turret is there (p. 14)."""
        return bool(self.enemy_pilots(seat, zone)) or self.enemy_device(seat, zone) is not None

    def refuges(self, seat: int, origin: str) -> set[str]:
        """The closest zones that are not hostile; if there is none, the closest without an enemy pilot (p. 14)."""
        others = [zone for zone in self.zones if zone != origin]
        found = [zone for zone in others if not self.hostile(seat, zone)]
        found = found or [zone for zone in others if not self.enemy_pilots(seat, zone)]
        steps = {zone: steps_between(self.zones, origin, zone) for zone in found}
        return {zone for zone in found if steps[zone] == min(steps.values())}

    def device_damage(self, seat: int, zone: str) -> int:
        """The value of the zone, and the number of a mine on top of it (p. 11)."""
        piece, found = self.pieces[seat], self.devices[zone]
        off = piece.ability("blast_suit") + piece.ability("force_field")
        return max(0, self.zones[zone][0] + found.number - off)

    def held(self, seat: int) -> set[str]:
        """The zones of a player's pilot, mines and turrets (p. 10)."""
        return {self.pieces[seat].zone} | {zone for zone, found in self.devices.items() if found.owner == seat}

    def harvest(self, seat: int) -> tuple[int, int]:
        """What a collection brings: each zone once, no further than the track goes (p. 10, 18)."""
        piece, track = self.pieces[seat], FIGURES["track"]
        energy = sum(self.zones[zone][1] for zone in self.held(seat)) + piece.ability("dynamo")
        found = sum(self.zones[zone][2] for zone in self.held(seat)) + piece.ability("scavenger")
        return min(energy, track - piece.energy), min(found, track - piece.credits)

    def zone_score(self, seat: int) -> int:
        """What a scoring round brings: pilot and mines the value of their zone, turrets twice it, the Mech (p. 15)."""
        piece = self.pieces[seat]
        points: int = self.zones[piece.zone][0]
        for zone, found in self.devices.items():
            if found.owner == seat:
                points += self.zones[zone][0] * (2 if found.turret else 1)
        return points + (FIGURES["mech_control"] if piece.status == "mech" else 0)


def board_of(state: Any) -> Board:
    """The board of a state of the engine, read as data."""
    names = state.arena.names
    pieces = [
        Piece(
            seat=player.seat,
            zone=names[player.zone] if player.zone >= 0 else "",
            robot=player.robot,
            pilot=list(PILOTS)[player.pilot] if player.pilot >= 0 else "",
            status=("pilot", "armor", "mech")[player.status],
            health=player.health,
            energy=player.energy,
            credits=player.credits,
            score=player.score,
            weapons={name for number, name in enumerate(WEAPONS) if player.weapons >> number & 1},
            mech_side=list(MECHS)[state.mech_side],
        )
        for player in state.players
    ]
    devices = {
        names[zone]: Device(found >> 3, 0 if found & 7 == 5 else found & 7)
        for zone, found in enumerate(state.devices)
        if found
    }
    zones = {name: (card.value, card.energy, card.credits) for name, card in zip(names, state.zones, strict=False)}
    row = tuple(list(WEAPONS)[number] for number in state.row)
    return Board(zones, pieces, devices, names[state.mech_zone] if state.mech_zone >= 0 else None, row)


# Combat


@dataclass
class Fighter:
    """One side of a combat, as it stands before a blow."""

    piece: Piece
    ready: list[str]
    attacks: int = 0
    shield: int = 0
    jammed: bool = False
    began: bool = False


@dataclass
class Duel:
    """A combat before a blow: who strikes, who is struck, the weapon just used, and whether the striker leapt in."""

    striker: Fighter
    struck: Fighter
    last: str = ""
    leaps: bool = False

    def leap_now(self) -> bool:
        return self.leaps and self.striker.began and not self.striker.attacks

    def answers(self) -> list[str]:
        """What may be answered, in the order of the cards (p. 13)."""
        found = []
        for name in (name for name in WEAPONS if name in self.striker.ready):
            counters = bool(self.last) and BEATS[WEAPONS[name]["type"]] == WEAPONS[self.last]["type"]
            if not self.leap_now():
                found.append(f"attack:{name}")
            if self.leap_now() or (counters and not self.striker.jammed):
                found.append(f"power:{name}")
            elif self.riposte():
                found.append(f"riposte:{name}")
        return found

    def riposte(self) -> int:
        cost = self.striker.piece.ability("riposte")
        able = self.last and not self.striker.jammed and self.striker.piece.energy >= cost
        return cost if able else 0

    def line(self, answer: str) -> dict[str, Any]:
        how, _, name = answer.partition(":")
        found: dict[str, Any] = WEAPONS[name]["attack" if how == "attack" else "power"]
        return found

    def effects(self, answer: str) -> dict[str, int]:
        return {effect["kind"]: effect.get("amount", 1) for effect in self.line(answer).get("effects", [])}

    def damage(self, answer: str, paid: int) -> int:
        """What a blow does, with this much paid for more."""
        one, other = self.striker, self.struck
        total: int = self.line(answer)["damage"] + paid
        if not answer.startswith("attack:"):
            total += one.piece.ability("overcharge")
        if not one.attacks:
            total += one.piece.ability("rocket_salvo")
            total += one.piece.ability("momentum") if one.began else 0
        if "pierce" not in self.effects(answer):
            total -= other.shield + other.piece.ability("force_field")
            total -= other.piece.ability("plating") if not one.attacks else 0
        return min(max(total, 0), other.piece.health)


# Robots

TURNS = "nesw"


def robot_way(board: Board, seat: int, facing: str, kind: str) -> tuple[str, str | None]:
    """The facing of a robot after a card that walks, and the zone it goes to, if it goes (p. 17, 18)."""
    here = board.pieces[seat].zone
    at = TURNS.index(facing)
    ahead, left, right, back = (TURNS[(at + turn) % 4] for turn in (0, 3, 1, 2))

    def zone(way: str) -> str | None:
        return leads(board.zones, here, f"collect-{way}")

    def free(way: str) -> bool:
        there = zone(way)
        return there is not None and all(piece.zone != there for piece in board.pieces if piece.robot)

    wanted = ahead
    if kind != "collect":
        seen = {way: board.zones[there][0] for way in (ahead, left, right) if (there := zone(way)) is not None}
        best = (max if kind in ("mine", "turret") else min)(seen.values(), default=0)
        drawn = [way for way, value in seen.items() if value == best]
        wanted = drawn[0] if len(drawn) == 1 else ahead
    if free(wanted):
        return wanted, zone(wanted)
    return back, zone(back) if free(back) else None


def robot_jump(board: Board, seat: int, kind: str) -> str | None:
    """The zone of the player if a jump reaches it from any distance (p. 18)."""
    here, there = board.pieces[seat].zone, board.pieces[0].zone
    ways = ("ne", "se", "sw", "nw") if kind == "diagonal_jump" else tuple(TURNS)
    for way in ways:
        for far in range(1, 6):
            if shifted(here, NAMES[way][0] * far, NAMES[way][1] * far) == there:
                return there
    return None
