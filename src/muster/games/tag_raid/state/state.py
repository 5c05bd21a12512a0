"""The state of a game of TAG Raid: plain data with a written copy.

Nothing here decides a rule, and nothing that can be derived is stored.
"""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.site import Site
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import Content
from muster.kernel.numbers import members

NOBODY: Final = -1
BEAST: Final = -2
"""The MegaBeast where a seat is expected, as a target or as a cause."""
NOWHERE: Final[Spot] = (-1, -1, GROUND)


class Stage:
    """A stage of the sequence of play. Checkpoints come between stages: the stage and the order are all the control
    flow.
    """

    CHOOSE_CORPORATION: Final = 0
    TIMELINE: Final = 1
    EVENT_DECK: Final = 2
    DEPLOY: Final = 3
    EVENT: Final = 4
    DRAW_EVENT: Final = 5
    BEAST_APPEARS: Final = 6
    BEAST_EVENT: Final = 7
    TURN: Final = 8
    SEARCH: Final = 9
    ARO_CHECK: Final = 10
    ARO: Final = 11
    SECOND_SKILL: Final = 12
    RESOLVE: Final = 13
    EVADE_MOVE: Final = 14
    DEATH: Final = 15
    RESPAWN: Final = 16
    CONCLUSION: Final = 17
    END_TURN: Final = 18
    END_ROUND: Final = 19
    OVER: Final = 20
    LAY_TILES: Final = 21
    LAY_SCENERY: Final = 22
    LAY_CONTAINERS: Final = 23


class Skill:
    """The common skills, and those of cards; NONE is an ARO that was not declared."""

    NONE: Final = 0
    MOVE: Final = 1
    CLOSE: Final = 2
    RANGED: Final = 3
    EVADE: Final = 4
    IDLE: Final = 5
    CARD: Final = 6


STAGE_NAMES: Final = tuple(name.lower() for name in members(Stage))
SKILL_NAMES: Final = tuple(name.lower() for name in members(Skill))


class Miner:
    """One player's TAG with its card, tools and takings."""

    __slots__ = (
        "bezoar",
        "card",
        "drawn",
        "facing",
        "level",
        "loot_bezoar",
        "loot_spot",
        "loot_teseum",
        "loot_tools",
        "orders",
        "seat",
        "slots",
        "slowed",
        "stored_bezoar",
        "stored_teseum",
        "teseum",
        "wounds",
        "x",
        "y",
    )

    def __init__(
        self,
        seat: int,
        card: int = NOBODY,
        x: int = -1,
        y: int = -1,
        level: int = GROUND,
        facing: int = 0,
        wounds: int = 0,
        slowed: bool = False,
        orders: int = 0,
        teseum: int = 0,
        bezoar: int = 0,
        stored_teseum: int = 0,
        stored_bezoar: int = 0,
        slots: tuple[int, ...] = (),
        drawn: tuple[int, ...] = (),
        loot_spot: Spot = NOWHERE,
        loot_teseum: int = 0,
        loot_bezoar: int = 0,
        loot_tools: tuple[int, ...] = (),
    ) -> None:
        self.seat = seat
        self.card = card
        self.x = x
        self.y = y
        self.level = level
        self.facing = facing  # compass degrees
        self.wounds = wounds  # points of the attribute left
        self.slowed = slowed
        self.orders = orders  # unspent
        self.teseum = teseum
        self.bezoar = bezoar
        self.stored_teseum = stored_teseum
        self.stored_bezoar = stored_bezoar
        self.slots = slots  # tools found; the initial equipment stands on the card
        self.drawn = drawn  # containers used this round, one entry for each card
        self.loot_spot = loot_spot
        self.loot_teseum = loot_teseum
        self.loot_bezoar = loot_bezoar
        self.loot_tools = loot_tools

    @property
    def spot(self) -> Spot:
        return self.x, self.y, self.level

    @property
    def on_table(self) -> bool:
        return self.x >= 0

    def copy(self) -> Miner:
        return Miner(
            self.seat,
            self.card,
            self.x,
            self.y,
            self.level,
            self.facing,
            self.wounds,
            self.slowed,
            self.orders,
            self.teseum,
            self.bezoar,
            self.stored_teseum,
            self.stored_bezoar,
            self.slots,
            self.drawn,
            self.loot_spot,
            self.loot_teseum,
            self.loot_bezoar,
            self.loot_tools,
        )


class Declaration:
    """A skill declared in an order or as an ARO: the tool, the spot of the path, and the targets."""

    __slots__ = ("skill", "split", "spot", "tool")

    def __init__(
        self, skill: int, tool: int = NOBODY, spot: Spot | None = None, split: tuple[tuple[int, int], ...] = ()
    ) -> None:
        self.skill = skill
        self.tool = tool
        self.spot = spot
        self.split = split  # pairs of target and dice

    def at(self, target: int) -> int:
        """The number of dice for a target."""
        for seat, dice in self.split:
            if seat == target:
                return dice
        return 0


class Order:
    """An order being spent. Declarations are never changed once made, so copies share them."""

    __slots__ = (
        "aros",
        "asked",
        "beast_aro",
        "beast_near",
        "dead",
        "entitled",
        "evaders",
        "found",
        "look_along",
        "looks",
        "path",
        "resume",
        "searching",
        "second",
        "slowing",
        "touched",
        "watchers",
        "wounded",
    )

    def __init__(
        self,
        path: tuple[Spot, ...],
        touched: tuple[int, ...] = (),
        second: Declaration | None = None,
        aros: dict[int, Declaration] | None = None,
        entitled: tuple[int, ...] = (),
        asked: tuple[int, ...] = (),
        beast_aro: bool = False,
        beast_near: bool = False,
        found: tuple[tuple[int, int], ...] = (),
        searching: tuple[int, ...] = (),
        evaders: tuple[int, ...] = (),
        dead: tuple[int, ...] = (),
        wounded: tuple[tuple[int, int, int], ...] = (),
        resume: int = Stage.TURN,
        watchers: tuple[int, ...] = (),
        slowing: tuple[tuple[int, str], ...] = (),
    ) -> None:
        self.path = path  # where the active miner was and went
        self.looks: list[Spot] = []  # where on the path `look_along` sight is checked (`line_of_fire.looks_at`)
        self.look_along: tuple[Spot, ...] = ()
        self.touched = touched  # whom it touched at the activation
        self.second = second
        self.aros = {} if aros is None else aros
        self.entitled = entitled  # who had the right to an ARO in this order
        self.asked = asked  # who is still to declare in this step
        self.beast_aro = beast_aro
        self.beast_near = beast_near
        self.found = found  # tools equipped in this order, and at which node of the path
        self.searching = searching  # tools lying open, still to be equipped or left
        self.evaders = evaders  # who may still make an evade move
        self.dead = dead
        self.wounded = wounded  # victim, who did it, points lost
        self.resume = resume  # what comes after it; events that kill use an order of nobody's, without a path
        self.watchers = watchers  # who of the entitled has line of fire
        self.slowing = slowing  # who will be slowed when the order ends, and by which clause

    def copy(self) -> Order:
        twin = Order(
            self.path,
            self.touched,
            self.second,
            dict(self.aros),
            self.entitled,
            self.asked,
            self.beast_aro,
            self.beast_near,
            self.found,
            self.searching,
            self.evaders,
            self.dead,
            self.wounded,
            self.resume,
            self.watchers,
            self.slowing,
        )
        twin.looks = list(self.looks)
        twin.look_along = self.look_along
        return twin


class Beast:
    """The MegaBeast: its place, its wounds, and the card that rules it now."""

    __slots__ = ("behaviour", "card", "cell", "deck", "facing", "trophy", "wounds")

    def __init__(
        self,
        card: int,
        wounds: int,
        trophy: int,
        deck: tuple[int, ...],
        cell: tuple[int, int] | None = None,
        facing: int = 0,
        behaviour: int = NOBODY,
    ) -> None:
        self.card = card
        self.wounds = wounds
        self.trophy = trophy
        self.deck = deck  # event cards not drawn yet
        self.cell = cell
        self.facing = facing  # the side of its hexagon it looks through
        self.behaviour = behaviour

    def copy(self) -> Beast:
        return Beast(self.card, self.wounds, self.trophy, self.deck, self.cell, self.facing, self.behaviour)


class State:
    """Everything about a match that can change."""

    __slots__ = (
        "active",
        "beast",
        "content",
        "difficult",
        "discard",
        "event_deck",
        "events",
        "field",
        "impassable",
        "miners",
        "order",
        "reserve_bezoar",
        "reserve_teseum",
        "round",
        "seen",
        "site",
        "stage",
        "timeline",
        "tools",
        "turn",
    )

    def __init__(
        self,
        content: Content,
        field: Battlefield,
        miners: list[Miner],
        beast: Beast,
        tools: tuple[int, ...],
        discard: tuple[int, ...] = (),
        stage: int = Stage.CHOOSE_CORPORATION,
        round_number: int = 0,
        timeline: tuple[int, ...] = (),
        turn: int = 0,
        active: int = 0,
        event_deck: tuple[int, ...] = (),
        events: tuple[int, ...] = (),
        seen: tuple[int, ...] = (),
        difficult: tuple[int, ...] = (),
        impassable: tuple[int, ...] = (),
        reserve_teseum: int = 0,
        reserve_bezoar: int = 0,
        order: Order | None = None,
        site: Site | None = None,
    ) -> None:
        self.content = content
        self.field = field
        self.miners = miners
        self.beast = beast
        self.tools = tools  # the tool deck: a set, drawn from at random
        self.discard = discard
        self.stage = stage
        self.round = round_number
        self.timeline = timeline
        self.turn = turn  # place in the timeline
        self.active = active
        self.event_deck = event_deck  # secret from everybody
        self.events = events  # in force this round
        self.seen = seen  # drawn in earlier rounds
        self.difficult = difficult  # numbers of tiles
        self.impassable = impassable
        self.reserve_teseum = reserve_teseum
        self.reserve_bezoar = reserve_bezoar
        self.order = order
        self.site = site  # the table that the players set up in turn, if they do

    def copy(self) -> State:
        return State(
            self.content,
            self.field,
            [miner.copy() for miner in self.miners],
            self.beast.copy(),
            self.tools,
            self.discard,
            self.stage,
            self.round,
            self.timeline,
            self.turn,
            self.active,
            self.event_deck,
            self.events,
            self.seen,
            self.difficult,
            self.impassable,
            self.reserve_teseum,
            self.reserve_bezoar,
            None if self.order is None else self.order.copy(),
            self.site,
        )
