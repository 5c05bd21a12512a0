"""The state of a match of Obsidian Protocol: plain data, small and flat, with a copy by hand. It decides no rule."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.board.battlefield import Battlefield, Battlefields
from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Unit
from muster.kernel.numbers import members
from muster.kernel.text import Params


class Stage:
    """The stage of the sequence of play: all the control flow there is between checkpoints."""

    DRAW_BATTLEFIELD: Final = 0
    DISCARD_TASK: Final = 1
    ROLL_SIDES: Final = 2
    CHOOSE_SIDES: Final = 3
    PLACE_ENVIRONMENTS: Final = 4
    CHOOSE_SECONDARY: Final = 5
    NAME_TARGETS: Final = 6
    CARRY: Final = 7
    DEPLOY: Final = 8
    BEGIN_ROUND: Final = 9
    COMMAND: Final = 10
    PLAN: Final = 11
    REVEAL: Final = 12
    NEXT_MECH: Final = 13
    STANCE: Final = 14
    ACT: Final = 15
    END_OPPORTUNITY: Final = 16
    AUTOMATIC: Final = 17
    DELAY: Final = 18
    END_PHASE: Final = 19
    OVER: Final = 20


STAGE_NAMES: Final[tuple[str, ...]] = tuple(members(Stage))


class Turn:
    """The ticks the active mech has left in its opportunity, and what it has done in it.  [OP 3.4.5.ticks]"""

    __slots__ = (
        "action",
        "ended",
        "extra",
        "extra_firing",
        "maneuver",
        "moved",
        "overloads",
        "started",
        "timed",
        "used",
    )

    def __init__(
        self,
        maneuver: int = 1,
        action: int = 2,
        extra: int = 0,
        extra_firing: int = 0,
        moved: bool = False,
        started: bool = False,
        timed: bool = False,
        used: frozenset[tuple[int, str]] = frozenset(),
        ended: bool = False,
        overloads: int = 0,
    ) -> None:
        self.maneuver = maneuver
        self.action = action
        self.extra = extra
        self.extra_firing = extra_firing
        self.moved = moved
        self.started = started  # the starting action is done
        self.timed = timed  # every action must be of the timing: after a reboot
        self.used = used  # the actions performed, each with the slot of its part
        self.ended = ended  # the enemy ended the opportunity
        self.overloads = overloads  # link spent for ticks

    def copy(self) -> Turn:
        return Turn(
            self.maneuver,
            self.action,
            self.extra,
            self.extra_firing,
            self.moved,
            self.started,
            self.timed,
            self.used,
            self.ended,
            self.overloads,
        )


class State:
    """Everything about a match that can change, and references to what cannot (content, battlefield)."""

    __slots__ = (
        "active",
        "battlefield",
        "battlefields",
        "blasts",
        "boxes",
        "content",
        "drawn",
        "edges",
        "environments",
        "first",
        "fixed",
        "hands",
        "markers",
        "named",
        "names",
        "owners",
        "passed",
        "passives",
        "played",
        "revealed",
        "ripostes",
        "round",
        "scores",
        "secondary",
        "side_choice",
        "smoke",
        "squads",
        "stage",
        "task",
        "to_move",
        "turn",
        "units",
        "winner",
        "wrecked",
    )

    def __init__(
        self,
        content: Content,
        battlefields: Battlefields,
        battlefield: Battlefield,
        fixed: tuple[str, str, bool],
        units: list[Unit],
        stage: int = Stage.DRAW_BATTLEFIELD,
        round: int = 1,
        first: int = 0,
        to_move: int = 0,
        active: int = NOBODY,
        turn: Turn | None = None,
        edges: tuple[int, int] = (0, 1),
        drawn: tuple[int, ...] = (),
        task: int = NONE,
        secondary: list[int] | None = None,
        named: list[int] | None = None,
        scores: list[int] | None = None,
        passed: int = 0,
        side_choice: int = 0,
        smoke: list[int] | None = None,
        boxes: list[int] | None = None,
        owners: list[int] | None = None,
        markers: list[int] | None = None,
        wrecked: int = 0,
        revealed: bool = False,
        winner: int = NOBODY,
        hands: list[int] | None = None,
        played: int = 0,
        environments: list[int] | None = None,
        blasts: list[int] | None = None,
        ripostes: list[int] | None = None,
        passives: frozenset[str] = frozenset(),
        squads: tuple[str, str] = ("", ""),
        names: tuple[Params, ...] = (),
    ) -> None:
        self.content = content
        self.battlefields = battlefields  # those it may be drawn from
        self.battlefield = battlefield
        self.fixed = fixed  # battlefield and task wished for, empty when drawn; whether environment cards are used
        self.units = units
        self.stage = stage
        self.round = round
        self.first = first  # who has the first player token
        self.to_move = to_move  # whose turn it is to command, deploy, discard...
        self.active = active
        self.turn = turn or Turn()
        self.edges = edges  # for each seat 0 black (north), 1 white (south)
        self.drawn = drawn  # main task cards still on the table
        self.task = task
        self.secondary = secondary or [NONE, NONE]
        self.named = named or [NONE, NONE, NONE, NONE]  # unit or zone named: by seat for the secondary, then commanders
        self.scores = scores or [0, 0]
        self.passed = passed  # bit for each seat that issues no more commands
        self.side_choice = side_choice  # how the winner of the roll for sides chose
        self.smoke = [] if smoke is None else smoke  # smoke screens: grid * 2 + seat
        self.boxes = [] if boxes is None else boxes  # black boxes on the board, by small grid
        self.owners = [] if owners is None else owners  # of each zone of the task: who holds it
        self.markers = [] if markers is None else markers  # of each zone of the task: accessed this round
        self.wrecked = wrecked  # bit for each terrain object destroyed
        self.revealed = revealed  # the dials are open
        self.winner = winner  # decided before the last round is over
        self.hands = hands or [0, 0]  # for each seat a bit for each tactics card it holds
        self.played = played  # bit for each seat that played one in this round
        self.environments = [] if environments is None else environments  # cards on the board: grid * 8 + card
        self.blasts = [] if blasts is None else blasts  # units destroyed that have yet to detonate
        self.ripostes = [] if ripostes is None else ripostes  # units that parried and may strike back after the action
        self.passives = passives  # the passive effects of all cards in play: no other can be in force
        self.squads = squads  # what each seat plays, by name
        self.names = names  # of the units, by number, as messages have them (`rules/naming.py`)

    def copy(self) -> State:
        return State(
            self.content,
            self.battlefields,
            self.battlefield,
            self.fixed,
            [unit.copy() for unit in self.units],
            self.stage,
            self.round,
            self.first,
            self.to_move,
            self.active,
            self.turn.copy(),
            self.edges,
            self.drawn,
            self.task,
            self.secondary[:],
            self.named[:],
            self.scores[:],
            self.passed,
            self.side_choice,
            self.smoke[:],
            self.boxes[:],
            self.owners[:],
            self.markers[:],
            self.wrecked,
            self.revealed,
            self.winner,
            self.hands[:],
            self.played,
            self.environments[:],
            self.blasts[:],
            self.ripostes[:],
            self.passives,
            self.squads,
            self.names,
        )
