"""The state of a game of Tiny Epic Mechs: plain data, small and flat, with a written copy.

Nothing here decides a rule. Sets of weapons are bit masks over the weapon's number (basic weapons first), so a copy
costs next to nothing; the device in a zone is one number (see `devices`). Supplies and piles can be derived and are not
stored.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from muster.games.tiny_epic_mechs.board.arena import Arena
from muster.games.tiny_epic_mechs.cards.content import Content, ZoneCard
from muster.geometry.squares import NORTH, NOWHERE
from muster.kernel.numbers import members


class Stage:
    """A stage of the sequence of play. Checkpoints come between stages, so the stage is all the control flow."""

    DEAL_PILOTS: Final = 0
    CHOOSE_PILOT: Final = 1
    LAY_ARENA: Final = 2
    PLACE_BASES: Final = 3
    LAY_ROBOT_MINE: Final = 4
    LAY_FIRST_MINE: Final = 5
    CHOOSE_FIRST_WEAPON: Final = 6
    OPEN_ROW: Final = 7
    PROGRAM: Final = 8
    BEGIN_TURN: Final = 9
    MOVE: Final = 10
    ARRIVE: Final = 11
    CONTACT: Final = 12
    COMBAT: Final = 13
    AFTER_COMBAT: Final = 14
    KNOCKED_OUT: Final = 15
    BOARD: Final = 16
    ACT: Final = 17
    END_TURN: Final = 18
    END_ROUND: Final = 19
    OVER: Final = 20


STAGE_NAMES: Final = tuple(members(Stage))
"""The names of the stages, by number."""


class Status:
    """The status of a pilot: on foot, in Power Armor, in the Mighty Mech."""

    PILOT: Final = 0
    ARMOR: Final = 1
    MECH: Final = 2


STATUS_NAMES: Final = tuple(members(Status))
"""The names of the statuses, by number."""


class Tactical(IntEnum):
    """Tactical mode: off, on with its first turn still to come, on."""

    OFF = 0
    FIRST_TURN = 1
    ON = 2


TURRET = 5
"""The number of a turret in `State.devices`, after the mines 1 to 4."""
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

    def __init__(
        self,
        seat: int,
        robot: bool,
        pilot: int = NOBODY,
        status: int = Status.PILOT,
        health: int = 0,
        energy: int = 0,
        credits: int = 0,
        score: int = 0,
        zone: int = NOWHERE,
        base: int = NOWHERE,
        weapons: int = 0,
        equipped: int = 0,
        exhausted: int = 0,
        tactical: Tactical = Tactical.OFF,
        revealed: int = 0,
        dealt: tuple[int, ...] = (),
        facing: int = NORTH,
        program: list[int] | None = None,
        played: list[int] | None = None,
    ) -> None:
        self.seat = seat
        self.robot = robot
        self.pilot = pilot
        self.status = status
        self.health = health
        self.energy = energy
        self.credits = credits
        self.score = score
        self.zone = zone
        self.base = base
        self.weapons = weapons  # mask of all weapons owned
        self.equipped = equipped  # mask, a part of `weapons`
        self.exhausted = exhausted  # mask, a part of `equipped`; only in combat
        self.tactical = tactical
        self.revealed = revealed  # how many cards of the program lie open
        self.dealt = dealt  # the two pilots to choose from; secret
        self.facing = facing  # robots only
        self.program = [] if program is None else program  # codes of cards with their direction; secret until revealed
        self.played = [] if played is None else played  # robots only: program cards drawn this round

    def copy(self) -> Player:
        return Player(
            self.seat,
            self.robot,
            self.pilot,
            self.status,
            self.health,
            self.energy,
            self.credits,
            self.score,
            self.zone,
            self.base,
            self.weapons,
            self.equipped,
            self.exhausted,
            self.tactical,
            self.revealed,
            self.dealt,
            self.facing,
            self.program[:],
            self.played[:],
        )


class Side:
    """The state of one side of a combat, from blow to blow."""

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

    __slots__ = ("attacker", "defender", "last", "leaps", "loser", "mech_lost", "turn")

    def __init__(self, attacker: int, defender: int, leaps: bool) -> None:
        self.attacker = Side(attacker)
        self.defender = Side(defender)
        self.turn = attacker
        self.last = NOBODY
        self.leaps = leaps  # the attacker jumped in: its first attack is a power attack
        self.loser = NOBODY  # who retreated or was knocked out
        self.mech_lost = False  # the loser was in the Mighty Mech, and the victor has decided about it

    def copy(self) -> Combat:
        twin = Combat(self.attacker.seat, self.defender.seat, self.leaps)
        twin.attacker = self.attacker.copy()
        twin.defender = self.defender.copy()
        twin.turn = self.turn
        twin.last = self.last
        twin.loser = self.loser
        twin.mech_lost = self.mech_lost
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
        "rearmed",
        "round",
        "row",
        "stage",
        "start",
        "turn",
        "zones",
    )

    def __init__(
        self,
        content: Content,
        arena: Arena,
        players: list[Player],
        confirm_turns: bool,
        stage: int = Stage.DEAL_PILOTS,
        zones: tuple[ZoneCard, ...] = (),
        deck: int = 0,
        mech_zone: int = NOWHERE,
        mech_owner: int = NOBODY,
        mech_side: int = 0,
        round: int = 1,
        start: int = 0,
        turn: int = 0,
        active: int = 0,
        card: int = 0,
        jumped: bool = False,
        fought: bool = False,
        rearmed: bool = False,
        fallen: int = NOBODY,
        fallen_by: int = NOBODY,
        combat: Combat | None = None,
        devices: list[int] | None = None,
        row: list[int] | None = None,
    ) -> None:
        self.content = content
        self.arena = arena
        self.players = players
        self.confirm_turns = confirm_turns
        self.stage = stage
        self.zones = zones  # the card in each zone, once laid
        self.deck = deck  # mask of advanced weapons still face down
        self.mech_zone = mech_zone  # where the Mighty Mech stands free
        self.mech_owner = mech_owner
        self.mech_side = mech_side
        self.round = round
        self.start = start  # who has the start token
        self.turn = turn  # how many turns of this round are over, all players counted
        self.active = active
        self.card = card  # code of the card being executed
        self.jumped = jumped  # the active player arrived by a jump
        self.fought = fought  # the active player has fought this turn: the action is forfeited
        self.rearmed = rearmed  # the active player has been asked about equipment since this turn began
        self.fallen = fallen  # who was knocked out and is to be dealt with
        self.fallen_by = fallen_by  # by whom: in combat if there is one, else by that player's mine or turret
        self.combat = combat
        self.devices = devices or [0] * arena.size  # in each zone 0, or owner * 8 + (mine number, or TURRET)
        self.row = [] if row is None else row  # advanced weapons on offer

    def copy(self) -> State:
        combat = self.combat
        return State(
            self.content,
            self.arena,
            [player.copy() for player in self.players],
            self.confirm_turns,
            self.stage,
            self.zones,
            self.deck,
            self.mech_zone,
            self.mech_owner,
            self.mech_side,
            self.round,
            self.start,
            self.turn,
            self.active,
            self.card,
            self.jumped,
            self.fought,
            self.rearmed,
            self.fallen,
            self.fallen_by,
            None if combat is None else combat.copy(),
            self.devices[:],
            self.row[:],
        )
