"""The state of a game of Tiny Epic Mechs: plain data, small and flat, with a written copy.

Nothing here decides a rule. Sets of weapons are bit masks over the weapon's number (basic weapons first), so that a
copy costs next to nothing; what lies in a zone is one number (see `devices`). What can be derived (supplies, piles)
is not stored.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from muster.geometry.squares import NORTH, NOWHERE

if TYPE_CHECKING:
    from muster.games.tiny_epic_mechs.arena import Arena
    from muster.games.tiny_epic_mechs.content import Content, ZoneCard


class Stage(IntEnum):
    """Where in the sequence of play we are. Every stage begins at a checkpoint, so this is all the control flow there
    is.
    """

    DEAL_PILOTS = 0
    CHOOSE_PILOT = 1
    LAY_ARENA = 2
    PLACE_BASES = 3
    LAY_ROBOT_MINE = 4
    LAY_FIRST_MINE = 5
    CHOOSE_FIRST_WEAPON = 6
    OPEN_ROW = 7
    PROGRAM = 8
    BEGIN_TURN = 9
    MOVE = 10
    ARRIVE = 11
    CONTACT = 12
    COMBAT = 13
    AFTER_COMBAT = 14
    KNOCKED_OUT = 15
    BOARD = 16
    ACT = 17
    END_TURN = 18
    END_ROUND = 19
    OVER = 20


class Status(IntEnum):
    """What a pilot fights in."""

    PILOT = 0
    ARMOR = 1
    MECH = 2


class Kind(IntEnum):
    """The kinds of program cards, in the order of the rulebook's robot guide."""

    COLLECT = 0
    TURRET = 1
    MINE = 2
    PURCHASE = 3
    POWER_UP = 4
    DIAGONAL_JUMP = 5
    DOUBLE_JUMP = 6


class Tactical(IntEnum):
    """Tactical mode: off, on with its first turn still to come, on."""

    OFF = 0
    FIRST_TURN = 1
    ON = 2


TURRET = 5
"""In `State.devices`, after the mines 1 to 4."""
NOBODY = -1


class Player:
    """One side: a pilot, or in the solo game a robot pilot."""

    __slots__ = (
        "base",
        "credits",
        "dealt",
        "energy",
        "equipped",
        "exhausted",
        "facing",
        "health",
        "pilot",
        "played",
        "program",
        "revealed",
        "robot",
        "score",
        "seat",
        "status",
        "tactical",
        "weapons",
        "zone",
    )

    def __init__(self, seat: int, robot: bool) -> None:
        self.seat = seat
        self.robot = robot
        self.pilot = NOBODY
        self.status = Status.PILOT
        self.health = 0
        self.energy = 0
        self.credits = 0
        self.score = 0
        self.zone = NOWHERE
        self.base = NOWHERE
        self.weapons = 0  # mask of all weapons owned
        self.equipped = 0  # mask, a part of `weapons`
        self.exhausted = 0  # mask, a part of `equipped`; only in combat
        self.tactical = Tactical.OFF
        self.revealed = 0  # how many cards of the program lie open
        self.dealt: tuple[int, ...] = ()  # the two pilots to choose from; secret
        self.program: list[int] = []  # codes of cards with their direction; secret until revealed
        self.facing = NORTH  # robots only
        self.played: list[int] = []  # robots only: program cards drawn this round

    def copy(self) -> Player:
        twin = Player(self.seat, self.robot)
        twin.pilot = self.pilot
        twin.status = self.status
        twin.health = self.health
        twin.energy = self.energy
        twin.credits = self.credits
        twin.score = self.score
        twin.zone = self.zone
        twin.base = self.base
        twin.weapons = self.weapons
        twin.equipped = self.equipped
        twin.exhausted = self.exhausted
        twin.tactical = self.tactical
        twin.revealed = self.revealed
        twin.dealt = self.dealt
        twin.program = self.program[:]
        twin.facing = self.facing
        twin.played = self.played[:]
        return twin


class Side:
    """What one side of a combat carries from blow to blow."""

    __slots__ = ("attacks", "jammed", "magazine_used", "seat", "shield")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.attacks = 0  # how many it has made
        self.shield = 0  # taken off the damage of the enemy's next attack
        self.jammed = False  # its next attack cannot be a power attack
        self.magazine_used = False

    def copy(self) -> Side:
        twin = Side(self.seat)
        twin.attacks = self.attacks
        twin.shield = self.shield
        twin.jammed = self.jammed
        twin.magazine_used = self.magazine_used
        return twin


class Combat:
    """A combat in progress. `last` is the weapon just used, which the next attack may counter."""

    __slots__ = ("attacker", "defender", "last", "leaps", "loser", "turn")

    def __init__(self, attacker: int, defender: int, leaps: bool) -> None:
        self.attacker = Side(attacker)
        self.defender = Side(defender)
        self.turn = attacker
        self.last = NOBODY
        self.leaps = leaps  # the attacker jumped in: its first attack is a power attack
        self.loser = NOBODY  # who retreated or was knocked out

    def copy(self) -> Combat:
        twin = Combat(self.attacker.seat, self.defender.seat, self.leaps)
        twin.attacker = self.attacker.copy()
        twin.defender = self.defender.copy()
        twin.turn = self.turn
        twin.last = self.last
        twin.loser = self.loser
        return twin


class State:
    """Everything about a game that can change, and references to what cannot (content, arena, zone cards)."""

    __slots__ = (
        "active",
        "arena",
        "card",
        "combat",
        "confirm_turns",
        "content",
        "deck",
        "devices",
        "fallen",
        "fallen_by",
        "fought",
        "jumped",
        "mech_owner",
        "mech_side",
        "mech_zone",
        "players",
        "round",
        "row",
        "stage",
        "start",
        "turn",
        "zones",
    )

    def __init__(self, content: Content, arena: Arena, players: list[Player], confirm_turns: bool) -> None:
        self.content = content
        self.arena = arena
        self.players = players
        self.confirm_turns = confirm_turns
        self.stage = Stage.DEAL_PILOTS
        self.zones: tuple[ZoneCard, ...] = ()  # the card in each zone, once laid
        self.devices: list[int] = []  # in each zone 0, or owner * 8 + (mine number, or TURRET)
        self.row: list[int] = []  # advanced weapons on offer
        self.deck = 0  # mask of advanced weapons still face down
        self.mech_zone = NOWHERE  # where the Mighty Mech stands free
        self.mech_owner = NOBODY
        self.mech_side = 0
        self.round = 1
        self.start = 0  # who has the start token
        self.turn = 0  # how many turns of this round are over, all players counted
        self.active = 0
        self.card = 0  # code of the card being executed
        self.jumped = False  # the active player arrived by a jump
        self.fought = False  # the active player has fought this turn: the action is forfeited
        self.combat: Combat | None = None
        self.fallen = NOBODY  # who was knocked out and is to be dealt with
        self.fallen_by = NOBODY  # by whom: in combat if there is one, else by that player's mine or turret

    def copy(self) -> State:
        twin = State(self.content, self.arena, [player.copy() for player in self.players], self.confirm_turns)
        twin.stage = self.stage
        twin.zones = self.zones
        twin.devices = self.devices[:]
        twin.row = self.row[:]
        twin.deck = self.deck
        twin.mech_zone = self.mech_zone
        twin.mech_owner = self.mech_owner
        twin.mech_side = self.mech_side
        twin.round = self.round
        twin.start = self.start
        twin.turn = self.turn
        twin.active = self.active
        twin.card = self.card
        twin.jumped = self.jumped
        twin.fought = self.fought
        if self.combat is not None:
            twin.combat = self.combat.copy()
        twin.fallen = self.fallen
        twin.fallen_by = self.fallen_by
        return twin
