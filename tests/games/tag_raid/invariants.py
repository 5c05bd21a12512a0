"""Invariants of TAG Raid: they hold in every match, after every answer.

The watcher keeps its own account of the table from the events in their order (who is there, where, with how many
wounds) and looks at the state only to compare. So it notices who acts though dead or gone, what happens twice, and who
acts out of reach at that very moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import INDIRECT, NO_RANGE, Effect, ToolKind
from muster.games.tag_raid.rules.line_of_fire import active_sees, distance, distance_to_beast, range_mod, sees_at
from muster.games.tag_raid.state.questions import evade_segments, gear_sum, has_capacity, segments, tag_of, touch
from muster.games.tag_raid.state.state import BEAST, Miner, Stage, State
from muster.geometry.hexes import cell_name, steps_between
from muster.geometry.plane import span
from muster.kernel.match import Match
from muster.kernel.requests import Event

ROUNDING = 2.0
"""Places are whole tenths of a millimetre."""
ACTS = frozenset(
    (
        *("moved", "stayed", "evade_moved", "aro_declared", "aro_declared_with", "declared", "declared_with"),
        *("attacked", "evaded", "saved", "tool_drawn", "equipped", "loot_taken", "repaired", "slowed"),
        *("no_longer_slowed", "orders_gained", "turned"),
    )
)
"""What only a TAG does, or suffers, that is there and alive."""
BEAST_ACTS = frozenset(("beast_aro", "beast_moves", "beast_turns", "beast_card_drawn", "beast_heals", "beast_wounded"))
LETTERS = "ABCDM"


class Tag:
    """A TAG as the events told it."""

    __slots__ = ("alive", "there", "tools")

    def __init__(self, miner: Miner) -> None:
        self.there = miner.on_table
        self.alive = miner.wounds > 0
        self.tools = set(miner.slots)


class Shot:
    """An attack that was declared."""

    __slots__ = ("dice", "spot", "tool")

    def __init__(self, tool: str, spot: Spot, split: str) -> None:
        self.tool = tool
        self.spot = spot
        self.dice = {LETTERS.index(part[0]): int(part[1:]) for part in split.split("+")}


class Watcher:
    """Follows one match."""

    def __init__(self, match: Match[State]) -> None:
        self.match = match
        self.content = match.state.content
        self.tools = {tool.id: tool for tool in self.content.tools}
        self.tags = [Tag(miner) for miner in match.state.miners]
        self.shown = match.state.copy()
        """The table as it was told so far: places, facings, wounds, states and the MegaBeast."""
        self.beast_died = False
        self.loot = {miner.seat for miner in match.state.miners if miner.loot_spot[0] >= 0}
        self.shots: dict[int, Shot] = {}
        self.declared: set[int] = set()
        self.moves = 0
        self.ended = False
        """Whether states have taken hold in this order: then nothing more comes of it."""
        self.found: list[str] = []

    def breaches(self, events: Sequence[Event]) -> list[str]:
        """What does not hold, a sentence each."""
        self.found = []
        before = self.shown
        self.shown = before.copy()
        for event in events:
            self.hear(event)
        state = self.match.state
        if state.order is None:
            self.close()
        self.check_orders(before, state, events)
        self.check_places(state)
        self.check_figures(state)
        self.agree(state)
        self.shown = state.copy()
        return self.found

    def no(self, problem: str) -> None:
        self.found.append(problem)

    def close(self) -> None:
        """An order is over, or none has begun."""
        self.shots.clear()
        self.declared.clear()
        self.moves = 0
        self.ended = False

    # Events, one by one

    def hear(self, event: Event) -> None:
        seat = event.params.get("seat")
        if event.key in ACTS and isinstance(seat, int):
            self.check_there(event, seat)
        if event.key in BEAST_ACTS and (self.shown.beast.cell is None or self.beast_died):
            self.no(f"{event.key} though there is no MegaBeast on the table")
        teller: Callable[[Event], None] | None = getattr(self, f"hear_{event.key}", None)
        if teller is not None:
            teller(event)

    def check_there(self, event: Event, seat: int) -> None:
        tag = self.tags[seat]
        if not tag.there:
            self.no(f"{event.key} of {LETTERS[seat]}, who is not on the table")
        elif not tag.alive:
            self.no(f"{event.key} of {LETTERS[seat]}, who is dead")

    def seat_of(self, event: Event) -> int:
        return int(event.params["seat"])

    def spot_of(self, event: Event) -> Spot:
        x, y = str(event.params["place"]).split(",")
        return round(float(x) * 10), round(float(y) * 10), int(event.params["level"])

    def put(self, event: Event) -> None:
        miner = self.shown.miners[self.seat_of(event)]
        miner.x, miner.y, miner.level = self.spot_of(event)
        miner.facing = int(event.params["facing"])

    def hear_moved(self, event: Event) -> None:
        seat = self.seat_of(event)
        if seat != self.shown.active:
            self.no(f"{LETTERS[seat]} moved in the turn of {LETTERS[self.shown.active]}")
        self.moves += 1
        if self.moves > 2:
            self.no(f"{LETTERS[seat]} moved {self.moves} times in one order")
        miner = self.shown.miners[seat]
        self.check_length(miner, self.spot_of(event), segments(self.shown, miner, self.moves == 2))
        self.put(event)

    hear_stayed = hear_moved

    def hear_evade_moved(self, event: Event) -> None:
        miner = self.shown.miners[self.seat_of(event)]
        if self.ended:
            self.no(f"{LETTERS[miner.seat]} made an evade move after states had taken hold")
        self.check_length(miner, self.spot_of(event), evade_segments(self.shown, miner))
        self.put(event)

    def check_length(self, miner: Miner, spot: Spot, allowance: int) -> None:
        """A climb of the Cavecrawler may add a segment across; everything else is at most the allowance."""
        reach = allowance + (1 if has_capacity(self.shown, miner, Effect.CLIMBER) else 0)
        gone = span(spot[0] - miner.x, spot[1] - miner.y)
        if gone > reach * self.content.constants.segment + ROUNDING:
            self.no(f"{LETTERS[miner.seat]} moved {gone:.0f} with {allowance} segments")

    def hear_deployed(self, event: Event) -> None:
        tag = self.tags[self.seat_of(event)]
        if tag.there:
            self.no(f"{LETTERS[self.seat_of(event)]} arrived twice")
        tag.there = tag.alive = True
        miner = self.shown.miners[self.seat_of(event)]
        miner.slowed = False
        miner.wounds = tag_of(self.match.state, self.match.state.miners[miner.seat]).wounds
        self.put(event)
        if any(tile in self.shown.impassable for tile in self.shown.field.tiles_under(miner.x, miner.y)):
            self.no(f"{LETTERS[miner.seat]} arrived on impassable ground")

    def hear_event_drawn(self, event: Event) -> None:
        """A new round: what the last event card made impassable is open again."""
        self.shown.impassable = self.match.state.impassable

    def hear_turned(self, event: Event) -> None:
        miner = self.shown.miners[self.seat_of(event)]
        if miner.spot != self.spot_of(event) or miner.facing == int(event.params["facing"]):
            self.no(f"{LETTERS[miner.seat]} was turned to where it looked, or elsewhere")
        self.put(event)

    def hear_died(self, event: Event) -> None:
        tag = self.tags[self.seat_of(event)]
        if not tag.there:
            self.no(f"{LETTERS[self.seat_of(event)]} died twice")
        if tag.alive:
            self.no(f"{LETTERS[self.seat_of(event)]} died with wounds left")
        tag.there = tag.alive = False
        tag.tools.clear()
        self.shown.miners[self.seat_of(event)].x = -1

    def hear_wounded(self, event: Event) -> None:
        seat = self.seat_of(event)
        miner = self.shown.miners[seat]
        if not self.tags[seat].there:
            self.no(f"{LETTERS[seat]} was wounded off the table")
        left = max(0, miner.wounds - int(event.params["points"]))
        if left != event.params["wounds"]:
            self.no(f"{LETTERS[seat]} has {event.params['wounds']} wounds left, not {left}")
        miner.wounds = left
        self.tags[seat].alive = left > 0

    def hear_repaired(self, event: Event) -> None:
        self.shown.miners[self.seat_of(event)].wounds += int(event.params["count"])

    def hear_slowed(self, event: Event) -> None:
        miner = self.shown.miners[self.seat_of(event)]
        if miner.slowed:
            self.no(f"{LETTERS[miner.seat]} was slowed twice")
        miner.slowed = True
        self.ended = self.moves > 0

    def hear_no_longer_slowed(self, event: Event) -> None:
        miner = self.shown.miners[self.seat_of(event)]
        if not miner.slowed:
            self.no(f"{LETTERS[miner.seat]} was not slowed")
        miner.slowed = False

    # Declarations and attacks

    def hear_aro_declared(self, event: Event) -> None:
        seat = self.seat_of(event)
        if seat == self.shown.active:
            self.no(f"{LETTERS[seat]} reacted to its own order")
        if seat in self.declared:
            self.no(f"{LETTERS[seat]} reacted twice to one order")
        self.declared.add(seat)

    def hear_aro_declared_with(self, event: Event) -> None:
        self.hear_aro_declared(event)
        self.note_shot(event)

    def hear_declared(self, event: Event) -> None:
        seat = self.seat_of(event)
        if seat != self.shown.active or self.moves != 1 or seat in self.declared:
            self.no(f"{LETTERS[seat]} declared a second skill out of turn")
        self.declared.add(seat)

    def hear_declared_with(self, event: Event) -> None:
        self.hear_declared(event)
        self.note_shot(event)

    def note_shot(self, event: Event) -> None:
        if "split" in event.params:
            spot = self.spot_of(event)
            self.shots[self.seat_of(event)] = Shot(str(event.params["tool"]), spot, str(event.params["split"]))

    def hear_attacked(self, event: Event) -> None:
        seat, target = self.seat_of(event), LETTERS.index(str(event.params["target"]))
        name = f"the attack of {LETTERS[seat]} on {LETTERS[target]}"
        shot = self.shots.get(seat)
        if shot is None or target not in shot.dice:
            self.no(f"{name} was not declared")
            return
        dice = len(str(event.params["faces"]).split())
        if dice != shot.dice[target]:
            self.no(f"{name} has {dice} dice, {shot.dice[target]} were declared")
        tool = self.tools[shot.tool]
        if sum(shot.dice.values()) > tool.burst:
            self.no(f"{name} has more dice than the burst of {tool.id}")
        if target == LETTERS.index("M"):
            if self.shown.beast.cell is None or self.beast_died:
                self.no(f"{name}: there is no MegaBeast")
                return
        elif not (self.tags[target].there and self.tags[target].alive):
            self.no(f"{name}, who is dead or gone")
            return
        self.check_reach(name, seat, BEAST if target == 4 else target, shot, int(event.params["value"]))

    def check_reach(self, name: str, seat: int, target: int, shot: Shot, value: int) -> None:
        """In contact for a strike; in line of fire for a shot, and in range unless it fails by itself."""
        shown, tool, active = self.shown, self.tools[shot.tool], self.shown.active
        own = shot.spot if seat == active else shown.miners[seat].spot
        if tool.kind == ToolKind.CLOSE:
            if target == BEAST:
                if distance_to_beast(shown, own) > self.content.constants.contact:
                    self.no(f"{name} without contact")
            elif not touch(shown, own, shown.miners[target].spot if seat == active else shot.spot):
                self.no(f"{name} without contact")
            return
        if seat == active:
            seen = active_sees(shown, shown.miners[seat], own, target)
            away = distance_to_beast(shown, own) if target == BEAST else distance(shown, own, shown.miners[target].spot)
        else:
            seen = sees_at(shown, shown.miners[seat], shown.miners[active], shot.spot)
            away = distance(shown, own, shot.spot)
        if not seen and not tool.traits & INDIRECT:
            self.no(f"{name} without line of fire")
        if tool.hexagons:
            there = shot.spot if seat != active else own if target == BEAST else shown.miners[target].spot
            steps = self.hexagons(own, shown.beast.cell if target == BEAST else None, there)
            if not any(tool.hexagons[0] <= step <= tool.hexagons[1] for step in steps):
                self.no(f"{name} beyond the hexagons of {tool.id}")
        elif range_mod(shown, tool, away) == NO_RANGE and value > 0:
            self.no(f"{name} beyond the range of {tool.id}")

    def hexagons(self, own: Spot, lair: tuple[int, int] | None, there: Spot) -> list[int]:
        """How many hexagons apart two are, for every pair of those they stand in."""
        field = self.shown.field
        ours = [field.tiles[tile].cell for tile in field.tiles_under(own[0], own[1])]
        theirs = [field.tiles[tile].cell for tile in field.tiles_under(there[0], there[1])]
        return [steps_between(one, other) for one in ours for other in (theirs if lair is None else [lair])]

    def hear_saved(self, event: Event) -> None:
        faces = [int(face) for face in str(event.params["faces"]).split()]
        if event.params["lost"] != sum(face <= int(event.params["limit"]) for face in faces):
            self.no(f"{LETTERS[self.seat_of(event)]} lost {event.params['lost']} with {faces}")
        if event.params["by"] == BEAST and self.shown.beast.cell is None:
            self.no("a MegaBeast attacked that is not there")

    # The MegaBeast

    def hear_beast_appears(self, event: Event) -> None:
        if self.shown.beast.cell is not None or self.beast_died:
            self.no("the MegaBeast appeared twice")
        self.shown.beast.cell = self.cell_of(str(event.params["hexagon"]))

    def cell_of(self, name: str) -> tuple[int, int]:
        return next(cell for cell in self.shown.field.voids if cell_name(cell) == name)

    def hear_beast_moves(self, event: Event) -> None:
        self.shown.beast.cell = self.cell_of(str(event.params["hexagon"]))

    def hear_beast_aro(self, event: Event) -> None:
        if BEAST in self.declared:
            self.no("the MegaBeast reacted twice to one order")
        self.declared.add(BEAST)

    def hear_beast_wounded(self, event: Event) -> None:
        beast = self.shown.beast
        beast.wounds -= int(event.params["wounds"])
        if beast.wounds != event.params["left"] or beast.wounds < 0:
            self.no(f"the MegaBeast has {event.params['left']} wounds left, not {beast.wounds}")

    def hear_beast_heals(self, event: Event) -> None:
        self.shown.beast.wounds += int(event.params["wounds"])

    def hear_beast_dies(self, event: Event) -> None:
        if self.beast_died or self.shown.beast.wounds:
            self.no("the MegaBeast died twice, or with wounds left")
        self.beast_died = True
        self.shown.beast.cell = None

    # Tools and loot

    def hear_equipped(self, event: Event) -> None:
        number = self.tools[str(event.params["tool"])].number
        for seat, tag in enumerate(self.tags):
            if number in tag.tools:
                self.no(f"{event.params['tool']} is already with {LETTERS[seat]}")
        self.tags[self.seat_of(event)].tools.add(number)

    def hear_discarded(self, event: Event) -> None:
        tools = self.tags[self.seat_of(event)].tools
        number = self.tools[str(event.params["tool"])].number
        if number not in tools:
            self.no(f"{LETTERS[self.seat_of(event)]} discarded {event.params['tool']} without having it")
        tools.discard(number)

    def hear_loot_dropped(self, event: Event) -> None:
        if self.seat_of(event) in self.loot:
            self.no(f"{LETTERS[self.seat_of(event)]} has two loot tokens")
        self.loot.add(self.seat_of(event))

    def hear_loot_lost(self, event: Event) -> None:
        self.loot.discard(self.seat_of(event))

    def hear_loot_taken(self, event: Event) -> None:
        owner = int(event.params["owner"])
        if owner not in self.loot:
            self.no(f"the loot of {LETTERS[owner]} was taken twice")
        self.loot.discard(owner)

    # The state, at the end of an answer

    def check_orders(self, before: State, state: State, events: Sequence[Event]) -> None:
        """An order that begins costs one token."""
        begins = [event for event in events if event.key in ("moved", "stayed")]
        if before.order is not None or not begins or before.stage != Stage.TURN:
            return
        seat = int(begins[0].params["seat"])
        gained = sum(int(event.params["count"]) for event in events if event.key == "orders_gained")
        left = before.miners[seat].orders - 1 + gained
        if before.miners[seat].orders < 1 or (
            state.round == before.round and state.miners[seat].orders not in (left, 0)
        ):
            self.no(f"{LETTERS[seat]} has {state.miners[seat].orders} orders after its order, not {left}")

    def check_places(self, state: State) -> None:
        constants, field = self.content.constants, state.field
        there = [miner for miner in state.miners if miner.on_table]
        for miner in there:
            clause = field.stands(miner.x, miner.y, miner.level)
            if clause:
                self.no(f"{LETTERS[miner.seat]} stands where it cannot: {clause}")
            if miner.level == GROUND:
                for tile in state.impassable:
                    if field.tiles[tile].shape.distance(miner.x, miner.y) < constants.base_radius - ROUNDING:
                        self.no(f"{LETTERS[miner.seat]} stands on impassable {field.tiles[tile].name}")
        for one, other in combinations(there, 2):
            rise = abs(field.floor(one.level) - field.floor(other.level))
            apart = span(one.x - other.x, one.y - other.y)
            if rise < constants.silhouette and apart < 2 * constants.base_radius - ROUNDING:
                self.no(f"{LETTERS[one.seat]} and {LETTERS[other.seat]} overlap")
        self.check_tokens(state, there)

    def check_tokens(self, state: State, there: list[Miner]) -> None:
        constants = self.content.constants
        for owner in state.miners:
            empty = not (owner.loot_tools or owner.loot_teseum or owner.loot_bezoar)
            if (owner.loot_spot[0] < 0) != empty:
                self.no(f"the loot of {LETTERS[owner.seat]} and its token do not go together")
            for miner in there if not empty else ():
                x, y, level = owner.loot_spot
                apart = constants.base_radius + constants.token_radius - constants.contact - ROUNDING
                if level == miner.level and span(x - miner.x, y - miner.y) < apart and miner.wounds:
                    self.no(f"{LETTERS[miner.seat]} stands on the loot of {LETTERS[owner.seat]}")

    def check_figures(self, state: State) -> None:
        for miner in state.miners:
            if miner.card < 0:
                continue
            card = tag_of(state, miner)
            figures = (miner.orders, miner.teseum, miner.bezoar, miner.stored_teseum, miner.stored_bezoar)
            if min(figures) < 0 or not 0 <= miner.wounds <= card.wounds or not 0 <= miner.facing < 360:
                self.no(f"figures of {LETTERS[miner.seat]} are out of bounds")
            if len(miner.slots) > card.slots or len(set(miner.slots)) != len(miner.slots):
                self.no(f"{LETTERS[miner.seat]} carries too much")
            if miner.slowed and not miner.on_table:
                self.no(f"{LETTERS[miner.seat]} is slowed off the table")
            if gear_sum(state, miner, Effect.SURE_FOOTED) < 0:
                self.no("gear counts negative")
        beast = state.beast
        if not 0 <= beast.wounds <= self.content.beasts[beast.card].wounds or min(beast.trophy, 6 - beast.facing) < 0:
            self.no("figures of the MegaBeast are out of bounds")
        if min(state.reserve_teseum, state.reserve_bezoar) < 0:
            self.no("the reserve is overdrawn")

    def agree(self, state: State) -> None:
        """The table that was told is the table there is."""
        for miner, shown, tag in zip(state.miners, self.shown.miners, self.tags, strict=True):
            if miner.on_table != tag.there:
                self.no(f"{LETTERS[miner.seat]} came or went without a word")
            elif miner.on_table and (miner.spot, miner.facing) != (shown.spot, shown.facing):
                self.no(f"{LETTERS[miner.seat]} is at {miner.spot}, told was {shown.spot}")
            elif miner.on_table and (miner.wounds, miner.slowed) != (shown.wounds, shown.slowed):
                self.no(f"{LETTERS[miner.seat]} has other wounds or states than was told")
            if tag.tools != set(miner.slots):
                self.no(f"{LETTERS[miner.seat]} has other tools than was told")
        if (state.beast.cell, state.beast.wounds) != (self.shown.beast.cell, self.shown.beast.wounds):
            self.no("the MegaBeast is not where or how it was told")
        if self.loot != {miner.seat for miner in state.miners if miner.loot_spot[0] >= 0}:
            self.no("the loot tokens are others than was told")
