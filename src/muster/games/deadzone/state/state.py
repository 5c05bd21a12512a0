"""The state of a game of Deadzone: plain data, small and flat, with a written copy. Nothing here decides a rule.

Cards and scenery are shared and never change. Things that nobody may know yet (the item in a crate, the next card of a
deck) do not exist until they are drawn. Each side alone knows its hand, its mission and the objectives it has looked
at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.site import Site
from muster.games.deadzone.cards.content import Content, DeploymentMap
from muster.games.deadzone.state.models import NOBODY, Model
from muster.kernel.terms import Term, total


class Stage:
    """The stages of the sequence of play. Checkpoints come between stages: this is all the control flow there is."""

    DEAL: Final = 0
    KEEP_MISSION: Final = 1
    REDRAW_MISSION: Final = 2
    MUTATIONS: Final = 3
    DEPLOYMENT: Final = 4
    PLACE_CRATES: Final = 5
    DROP_CRATES: Final = 6
    DEPLOY: Final = 7
    RAGE: Final = 8
    BEGIN_ROUND: Final = 9
    TURN: Final = 10
    ACTIVATE: Final = 11
    ACTION: Final = 12
    END_ACTIVATION: Final = 13
    AFTERMATH: Final = 14
    DISCARD: Final = 15
    DRAW_CARDS: Final = 16
    KEEP_CARDS: Final = 17
    END_ROUND: Final = 18
    OVER: Final = 19
    LAY_BUILDINGS: Final = 20
    LAY_COVER: Final = 21


class Side:
    """A player's things besides models: cards, mission, tokens, and what was earned so far."""

    __slots__ = (
        "aborted",
        "bottom",
        "commander",
        "counted",
        "deck",
        "discards",
        "drawn",
        "draws",
        "faction",
        "first_turn",
        "hand",
        "intel",
        "marks",
        "mission",
        "mixed",
        "pool",
        "rejected",
        "scoured",
        "seat",
        "surge",
        "survived",
        "unseen",
        "used_card",
        "zone",
    )

    def __init__(
        self,
        seat: int,
        faction: int,
        commander: int,
        pool: int = 0,
        mission: int = NOBODY,
        rejected: int = NOBODY,
        deck: int = 0,
        draws: int = 0,
        intel: int = 0,
        scoured: int = 0,
        survived: int = 0,
        aborted: int = NOBODY,
        surge: int = 0,
        used_card: bool = False,
        first_turn: bool = True,
        zone: int = 0,
        hand: list[int] | None = None,
        unseen: list[int] | None = None,
        mixed: list[int] | None = None,
        bottom: list[int] | None = None,
        discards: list[int] | None = None,
        drawn: list[int] | None = None,
    ) -> None:
        self.seat = seat
        self.faction = faction
        self.commander = commander  # index of the model
        self.pool = pool  # command tokens left
        self.mission = mission  # secret
        self.rejected = rejected  # the mission given back; secret
        self.deck = deck  # how many cards of the draw deck come from `unseen`
        self.draws = draws  # cards earned in an action and still to be drawn
        self.intel = intel
        self.scoured = scoured  # items carried off the board
        self.survived = survived  # rounds at whose end more than half was left
        self.aborted = aborted  # how many kills there were when the mission was aborted
        self.surge = surge  # further activations allowed this turn
        self.used_card = used_card  # this round
        self.first_turn = first_turn  # no indirect fire yet
        self.zone = zone  # 0 red, 1 blue
        self.hand = [] if hand is None else hand  # secret
        self.unseen = [] if unseen is None else unseen  # cards that neither the owner nor anybody has seen
        self.mixed = [] if mixed is None else mixed  # cards shuffled back into the draw deck
        self.bottom = [] if bottom is None else bottom  # cards put under the draw deck, in order; secret
        self.discards = [] if discards is None else discards
        self.drawn = [] if drawn is None else drawn  # at the end of a round, to choose from; secret
        self.counted = NOBODY  # how many kills `marks` counts
        self.marks: tuple[int, ...] = ()  # what its kills bring by each mission of the faction: `missions.kill_marks`

    def copy(self) -> Side:
        twin = Side(
            self.seat,
            self.faction,
            self.commander,
            self.pool,
            self.mission,
            self.rejected,
            self.deck,
            self.draws,
            self.intel,
            self.scoured,
            self.survived,
            self.aborted,
            self.surge,
            self.used_card,
            self.first_turn,
            self.zone,
            self.hand[:],
            self.unseen[:],
            self.mixed[:],
            self.bottom[:],
            self.discards[:],
            self.drawn[:],
        )
        twin.counted = self.counted
        twin.marks = self.marks
        return twin


class Trial:
    """A test that is declared and not yet rolled: bots judge an attack by it."""

    __slots__ = (
        "actor",
        "armour",
        "dice",
        "kind",
        "pool",
        "resist",
        "resist_kind",
        "resist_pool",
        "stat",
        "target",
        "target_stat",
        "tool",
    )

    def __init__(
        self,
        kind: int,
        actor: int,
        pool: Sequence[Term],
        stat: int,
        target: int,
        resist_kind: int,
        resist_pool: Sequence[Term],
        target_stat: int,
        armour: int,
        tool: int = NOBODY,
    ) -> None:
        self.kind = kind
        self.actor = actor
        self.pool = tuple(pool)
        self.dice = total(pool)
        self.stat = stat
        self.target = target
        self.resist_kind = resist_kind
        self.resist_pool = tuple(resist_pool)
        self.resist = total(resist_pool)
        self.target_stat = target_stat
        self.armour = armour
        self.tool = tool  # the weapon of the attack


class State:
    """Everything about a game that can change, and references to what cannot."""

    __slots__ = (
        "acted",
        "active",
        "aimed",
        "content",
        "controller",
        "crates",
        "crates_left",
        "ended",
        "fast",
        "field",
        "finisher",
        "items",
        "kills",
        "map",
        "models",
        "mutations",
        "objectives",
        "paused",
        "round",
        "sides",
        "site",
        "smoke",
        "spent",
        "stage",
        "starter",
        "suppressed",
        "taken",
        "trial",
        "turn",
        "winner",
        "wrecks",
    )

    def __init__(
        self,
        content: Content,
        field: Battlefield,
        models: list[Model],
        sides: list[Side],
        map: DeploymentMap,
        stage: int = Stage.DEAL,
        round: int = 1,
        starter: int = 0,
        turn: int = 0,
        acted: int = 0,
        active: int = NOBODY,
        controller: int = 0,
        spent: int = 0,
        taken: int = 0,
        aimed: bool = False,
        suppressed: bool = False,
        fast: bool = False,
        paused: int = NOBODY,
        finisher: int = NOBODY,
        winner: int = NOBODY,
        ended: str = "",
        crates: list[int] | None = None,
        crates_left: list[int] | None = None,
        items: list[tuple[int, int]] | None = None,
        smoke: list[int] | None = None,
        wrecks: list[int] | None = None,
        objectives: list[tuple[int, int, int]] | None = None,
        kills: list[tuple[int, int]] | None = None,
        mutations: list[int] | None = None,
        trial: Trial | None = None,
        site: Site | None = None,
    ) -> None:
        self.content = content
        self.field = field
        self.models = models
        self.sides = sides
        self.map = map
        self.stage = stage
        self.round = round
        self.starter = starter  # who sets up first and starts
        self.turn = turn  # who has the initiative
        self.acted = acted  # models activated this turn
        self.active = active  # the active model
        self.controller = controller  # who decides for the active model
        self.spent = spent  # short actions it has used, a long one counting two
        self.taken = taken  # mask of the types of action it has taken
        self.aimed = aimed  # its last action was Aim
        self.suppressed = suppressed  # it began its activation suppressed
        self.fast = fast  # it rampages fast this turn
        self.paused = paused  # the model in whose activation the active one acts for a moment
        self.finisher = finisher  # who first had activated all models this round
        self.winner = winner
        self.ended = ended  # how the game ended
        self.crates = [] if crates is None else crates  # cubes of counters that lie face down
        self.crates_left = [] if crates_left is None else crates_left  # what face-down and unused counters may be
        self.items = [] if items is None else items  # counters that lie open: (item, cube)
        self.smoke = [] if smoke is None else smoke  # cubes in which a smoke grenade burns
        self.wrecks = [] if wrecks is None else wrecks  # cubes that a destroyed vehicle made into cover
        self.objectives = [] if objectives is None else objectives  # (cube, which, mask of the seats that know)
        self.kills = [] if kills is None else kills  # (model, seat that is credited)
        self.mutations = [] if mutations is None else mutations  # counters not given out yet
        self.trial = trial
        self.site = site  # the battlefield that the players lay out in turn, if they do

    def copy(self) -> State:
        """A twin, whose models are frozen: those that do not change are shared by many copies. `thaw` it to play on."""
        return State(
            self.content,
            self.field,
            [model if model.frozen else model.kept or model.keep() for model in self.models],
            [side.copy() for side in self.sides],
            self.map,
            self.stage,
            self.round,
            self.starter,
            self.turn,
            self.acted,
            self.active,
            self.controller,
            self.spent,
            self.taken,
            self.aimed,
            self.suppressed,
            self.fast,
            self.paused,
            self.finisher,
            self.winner,
            self.ended,
            self.crates[:],
            self.crates_left[:],
            self.items[:],
            self.smoke[:],
            self.wrecks[:],
            self.objectives[:],
            self.kills[:],
            self.mutations[:],
            self.trial,
            self.site,
        )

    def thaw(self) -> None:
        """Make models of its own out of frozen ones. The dead never change again: they stay as they are."""
        for index, model in enumerate(self.models):
            if model.frozen and not model.dead:
                self.models[index] = model.copy()
