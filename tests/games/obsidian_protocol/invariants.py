"""Invariants of Obsidian Protocol: they hold after every answer, whoever plays.

The watcher hears the events in their order and looks at the state when an answer has taken effect. It reads; it decides
nothing. Ranges and adjacency are counted here once more, in small grids, and not by the rules' own tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_INDEX, GRIDS
from muster.games.obsidian_protocol.cards.common_actions import COMMON
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Level, Slot, Stance, Type
from muster.games.obsidian_protocol.rules.movement.modes import slips_past
from muster.games.obsidian_protocol.rules.movement.standing import is_locked, is_mine
from muster.games.obsidian_protocol.rules.naming import is_low_value, unit_key
from muster.games.obsidian_protocol.state.geometry import barricades, base, card_of, grid_of
from muster.games.obsidian_protocol.state.sheet import (
    electronic_value,
    is_immobilized,
    maneuver_value,
    part_of,
    squares,
    works,
)
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import DESTROYED, NONE, REPAIRED, Hexagon, Square, Unit
from muster.geometry.grid_sight import is_open
from muster.kernel.match import Match
from muster.kernel.requests import Event

ENDS = frozenset(("destroyed", "removed", "recovered"))
"""Events after which a unit is gone."""
AFTERWARDS = frozenset(("box_dropped", "untethered"))
"""What is still told of a unit that is gone."""
BLOWN = frozenset(("detonated", "attack_dice", "dice_rolled"))
"""And of one that goes off as it is destroyed."""
LINK = frozenset(("link_lost", "link_restored", "focused", "overloaded", "opportunity_granted"))
PLACED = frozenset(("moved", "forced", "flew", "launched", "deployed_unit", "unfolded", "deployed"))
"""Events that say where a unit is now."""
BETWEEN = frozenset(("prompt.act", "prompt.dial", "prompt.command"))
"""Questions at which no attack is under way."""
ONCE = {
    "destroyed": ("unit",),
    "removed": ("unit",),
    "detonated": ("unit",),
    "integrity_loss": ("unit",),
    "deployed": ("unit",),
    "launched": ("unit",),
    "deployed_unit": ("unit",),
    "unfolded": ("unit",),
    "terrain_destroyed": ("terrain",),
    "tactic_played": ("seat", "card"),
    "secondary": ("seat",),
    "edge_taken": ("seat",),
    "victory": ("seat",),
    "round_begins": ("round",),
}
"""What happens once in a match, by what."""
ONCE_A_ROUND = {"dial_revealed": ("unit",), "terminal_accessed": ("zone",), "tactic_played": ("seat",)}
AURAS = 3
"""What auras can add to a range at most: one for mechs, two for drones."""


def steps(one: int, other: int) -> int:
    """Grids between two grids, counted orthogonally."""
    return abs(one % GRIDS - other % GRIDS) + abs(one // GRIDS - other // GRIDS)


def adjacent(one: int, other: int) -> bool:
    return max(abs(one % GRIDS - other % GRIDS), abs(one // GRIDS - other // GRIDS)) <= 1


def goes_off(state: State, unit: Unit) -> bool:
    """Whether a unit jumps at its target, where it goes off and needs no room."""
    return unit.kind != Kind.MECH and any(action.has("jump_detonate") for action in card_of(state, unit).actions)


def longest(action: Action, keyword: str = "range") -> int:
    """The most an action can have of something, with every condition fulfilled."""
    return sum(effect.amount for effect in action.effects if effect.keyword == keyword)


class Watcher:
    """Follows one match."""

    def __init__(self, match: Match[State]) -> None:
        self.match = match
        self.said: Counter[tuple[object, ...]] = Counter()
        self.gone: set[str] = set()
        self.broken: dict[tuple[str, str], str] = {}  # by unit and part: damaged or destroyed
        self.shut: set[str] = set()  # mechs that are shut down
        self.acting: dict[str, Action] = {}  # the action a unit is in the midst of
        self.where = {unit_key(unit): grid_of(unit) for unit in match.state.units if unit.deployed}
        self.scores = [0, 0]
        self.boxes = self.round = 0
        content = match.state.content
        printed = [action for part in content.parts for action in part.actions]
        printed += [action for card in content.units for action in card.actions]
        self.actions: dict[str, Action] = {a.key: a for a in (*printed, *(common for common, _ in COMMON))}
        self.actor: tuple[str, Action] = "", COMMON[0][0]  # who performs an action, and which
        self.steered = ""  # who performs a movement for the enemy
        self.remember()

    def remember(self) -> None:
        """What will be wanted when the next answer has taken effect."""
        state = self.match.state
        self.before = state.copy()
        self.asked = {seat: ask.prompt.key for seat, ask in self.match.pending.items()}
        self.heard = len(self.match.record)
        self.aiming = self.actor

    def breaches(self, events: Sequence[Event]) -> list[str]:
        """After every answer, with the events told since the last: what does not hold, a sentence each."""
        found = [
            *(breach for event in events for breach in self.hear(event)),
            *self.opportunities(events),
            *self.figures(),
            *self.places(),
            *self.changes(events),
        ]
        self.remember()
        return found

    # Events, one after the other

    def hear(self, event: Event) -> Iterator[str]:
        yield from self.known(event)
        yield from self.twice(event)
        yield from self.able(event)
        if event.key in ("dice_rolled", "intercepts"):
            yield from self.attack(event)
        if event.key == "moved":
            yield from self.move(event)
        self.follow(event)

    def unit(self, key: object) -> Unit:
        return self.match.state.units[int(str(key)[1:])]

    def known(self, event: Event) -> Iterator[str]:
        """Nobody who is gone does anything, and nothing is done to them."""
        for name in ("unit", "target"):
            key = event.params.get(name)
            if key not in self.gone or event.key in AFTERWARDS:
                continue
            last = (
                name == "unit" and event.key in BLOWN and event.clause in ("OP card.martyrdom", "OP 4.4.1.attack_dice")
            )
            if last and "martyrdom" in card_of(self.match.state, self.unit(key)).passives:
                continue
            yield f"{event!r} names {key}, who is gone"

    def twice(self, event: Event) -> Iterator[str]:
        """What can happen once happens once."""
        for name, by in ONCE.items():
            if event.key == name:
                yield from self.count((name, *(event.params[word] for word in by)), 1, event)
        for name, by in ONCE_A_ROUND.items():
            if event.key == name:
                yield from self.count((name, "round", self.round, *(event.params[word] for word in by)), 1, event)
        if event.key == "commanded":  # in the command phase, and once more outside
            yield from self.count(("commanded", self.round, event.params["unit"]), 2, event)
        if event.key == "drone_acts" and event.clause == "OP 3.5.obligatory":
            key = event.params["unit"]
            orders = self.said["commanded", self.round, key]
            yield from self.count(("drone_acts", self.round, key, event.params["action"]), 1 + orders, event)
        if event.key in ("damaged", "part_destroyed"):
            part = (str(event.params["unit"]), str(event.params["part"]))
            if self.broken.get(part) in (event.key, "part_destroyed"):
                yield f"{event!r}: that has happened to it already"
            self.broken[part] = event.key
        if event.key == "repaired":
            self.broken.pop((str(event.params["unit"]), str(event.params["part"])), None)

    def count(self, what: tuple[object, ...], most: int, event: Event) -> Iterator[str]:
        self.said[what] += 1
        if self.said[what] > most:
            yield f"{event!r} happens for the {self.said[what]}. time"

    def able(self, event: Event) -> Iterator[str]:
        """Who acts is not shut down and has the part; it is its turn, it strikes back, or it fires on command."""
        key = str(event.params.get("unit", ""))
        if event.key not in ("acts", "overloaded", "intercepts"):
            return
        if key in self.shut:
            yield f"{event!r}: it is shut down"
        if event.key == "intercepts" and squares(self.unit(key), Square.FIRE_CONTROL):
            yield f"{event!r}: its fire control is jammed"
        if event.key != "acts":
            return
        part = (key, str(event.params["part"]))
        if self.broken.get(part) == "part_destroyed":
            yield f"{event!r}: that part is destroyed"
        its_turn = int(key[1:]) in (self.before.active, self.match.state.active)
        if self.match.state.stage == Stage.COMMAND or self.before.stage == Stage.COMMAND:
            fires = self.actions[str(event.params["action"])]
            its_turn |= fires.type == Type.FIRING  # by remote control
        its_turn |= self.actor[1].has("surveillance_strike")  # a scout calls for it
        if not its_turn and "prompt.riposte" not in self.asked.values():
            yield f"{event!r}: it is not its opportunity"

    def attack(self, event: Event) -> Iterator[str]:
        """Nobody attacks out of reach; friends are not shot at."""
        if event.key == "intercepts":
            self.said["intercepting", event.params["unit"]] = 1
            return
        action = self.actions[str(event.params["action"])]
        one, other = str(event.params["unit"]), str(event.params["target"])
        intercepting = self.said.pop(("intercepting", one), 0)
        if action.type not in (Type.FIRING, Type.MELEE) or intercepting:
            return
        if one[0] == other[0]:
            yield f"{event!r}: they are on one side"
        reach = action.range + longest(action)
        near = steps(self.where[one], self.where[other])
        if action.type == Type.FIRING:
            reach += AURAS
        if near > (reach or 2) or (reach == 0 and not adjacent(self.where[one], self.where[other])):
            yield f"{event!r}: the target is {near} grids away, the range {reach}"

    def move(self, event: Event) -> Iterator[str]:
        """Nobody moves further than they may."""
        key, there = str(event.params["unit"]), GRID_INDEX[str(event.params["grid"])]
        near = steps(self.where[key], there)
        if event.clause == "OP 4.12.2.manifestation":
            most = max(self.before.units[int(key[1:])].stealth, self.unit(key).stealth)
            # It may have hidden and been found in one answer; then its card says how far it appears.
            if near > max(most, 2):
                yield f"{event!r}: it appears {near} grids away"
            return
        if event.clause != "OP 4.3.1.steps":
            return
        most, why = self.allowance(key)
        action = self.acting.get(key)
        stuck = key in self.where and is_immobilized(self.before.units[int(key[1:])])
        if stuck and not (action and longest(action, "unstoppable")):
            yield f"{event!r}: it is immobilized"
        if near > most:
            yield f"{event!r}: it moves {near} grids, but has {most} ({why})"

    def allowance(self, key: str) -> tuple[int, str]:
        state, unit = self.match.state, self.unit(key)
        action = self.acting.get(key)
        if unit.kind == Kind.MECH:
            if action is None or key == self.steered:
                before = self.before.units[unit.id]
                reaches = [maneuver_value(state, unit), maneuver_value(self.before, before)]
                if key == self.steered:
                    its = [a for slot in SLOTS if works(unit, slot) for a in part_of(state, unit, slot).actions]
                    reaches += [a.range + longest(a) for a in its if a.type == Type.MOVEMENT]
                return max(reaches), "maneuver"
            most = action.range + longest(action) if action.type == Type.MOVEMENT else longest(action, "shock_attack")
            return most, action.key
        reaches = [action.range for action in card_of(state, unit).actions if action.type == Type.MOVEMENT]
        return max([card_of(state, unit).move, *reaches]), "drone"

    def follow(self, event: Event) -> None:
        """What an event changes in what the watcher knows."""
        key = str(event.params.get("unit", ""))
        if event.key in ENDS:
            self.gone.add(key)
        elif event.key == "shut_down":
            self.shut.add(key)
        elif event.key in ("rebooted", "stance_taken", "stance_forced"):
            self.shut.discard(key)
        elif event.key in ("acts", "drone_acts"):
            self.acting[key] = self.actions[str(event.params["action"])]
            self.actor = key, self.acting[key]
        elif event.key == "steered":
            self.steered = key
        elif event.key == "round_begins":
            self.round = int(event.params["round"])
        elif event.key == "scored":
            self.scores[int(event.params["seat"])] += int(event.params["points"])
        elif event.key == "points_lost":
            self.scores[int(event.params["seat"])] -= int(event.params["points"])
        elif event.key == "box_placed":
            self.boxes += 1
        if event.key == "moved" and key == self.steered:
            self.steered = ""
        if event.key in PLACED:
            self.where[key] = GRID_INDEX[str(event.params["grid"])]

    # Opportunities

    def opportunities(self, events: Sequence[Event]) -> Iterator[str]:
        """A mech has one opportunity in a round, besides what is granted to it; ticks only grow less."""
        state, before = self.match.state, self.before
        if {"prompt.act", "prompt.tactic"} & {ask.prompt.key for ask in self.match.pending.values()}:
            self.acting.pop(unit_key(state.units[state.active]), None)
        if state.stage == Stage.STANCE and (before.stage != Stage.STANCE or before.active != state.active):
            self.said["opened", state.round, state.active] += 1
            if self.said["opened", state.round, state.active] > 1:
                yield f"{unit_key(state.units[state.active])} has a second opportunity in round {state.round}"
        keys = [event.key for event in events]
        same = (before.active, before.round, before.stage) == (state.active, state.round, state.stage)
        if state.stage != Stage.ACT or not same or "opportunity_granted" in keys or state.active == NONE:
            return
        now, then = state.turn, before.turn
        if now.action > then.action + keys.count("overloaded") or now.maneuver > then.maneuver:
            yield f"ticks grew: {then.maneuver}+{then.action} became {now.maneuver}+{now.action}"
        if now.extra > then.extra or now.extra_firing > then.extra_firing or now.used & then.used != then.used:
            yield "extra ticks grew, or an action performed was forgotten"
        if min(now.action, now.maneuver, now.extra, now.extra_firing) < 0:
            yield f"ticks below zero: {now.maneuver}+{now.action}+{now.extra}+{now.extra_firing}"
        spent = [turn.maneuver + turn.action + turn.extra + turn.extra_firing for turn in (then, now)]
        mine = sum(e.key == "acts" and e.params["unit"] == unit_key(state.units[state.active]) for e in events)
        if mine and self.asked.get(state.units[state.active].seat) == "prompt.act" and spent[1] >= spent[0]:
            yield f"an action cost no tick: {spent[0]} before, {spent[1]} after"

    # The state

    def settled(self) -> bool:
        """Whether nothing is half done."""
        return any(ask.prompt.key in BETWEEN for ask in self.match.pending.values())

    def figures(self) -> Iterator[str]:
        """Every figure of every unit lies within its bounds."""
        state = self.match.state
        for unit in state.units:
            if unit.alive and unit.deployed:
                for sentence in self.figures_of(state, unit):
                    yield f"{unit_key(unit)}: {sentence}"
        for screen, count in Counter(state.smoke).items():
            if count > 1:
                yield f"two screens of one side in grid {screen >> 1}"
        if state.scores != self.scores:
            yield f"the scores are {state.scores}, told were {self.scores}"
        held = sum(unit.box.bit_count() for unit in state.units if unit.alive)
        if held + len(state.boxes) > self.boxes or (held + len(state.boxes) < self.boxes and self.settled()):
            yield f"{held} boxes held and {len(state.boxes)} on the board, {self.boxes} were placed"

    def figures_of(self, state: State, unit: Unit) -> Iterator[str]:
        if min(unit.ammo, default=0) < 0 or min(unit.intercepts, default=0) < 0 or min(unit.squares) < 0:
            yield f"a count below zero: {unit.ammo} {unit.intercepts} {unit.squares}"
        if unit.commands < 0 or unit.count < 1:
            yield f"commands {unit.commands}, count {unit.count}"
        if (unit.hexagon == Hexagon.NONE) != (unit.hexagon_face == 0):
            yield f"hexagon {unit.hexagon} on face {unit.hexagon_face}"
        if unit.hexagon != Hexagon.NONE and is_low_value(state, unit):
            yield "a low value unit bears a hexagon"
        if unit.stealth >= 0 and unit.hexagon == Hexagon.HIGHLIGHT:
            yield "it is camouflaged and has Highlight"
        if unit.kind == Kind.MECH:
            yield from self.figures_of_mech(state, unit)
            return
        for action in card_of(state, unit).actions:
            if unit.ammo[action.place] > action.ammo or unit.intercepts[action.place] > longest(action, "intercept"):
                yield f"more tokens than its card gives: {unit.ammo} {unit.intercepts}"
        if unit.condition[0] & DESTROYED or unit.link:
            yield f"condition {unit.condition}, link {unit.link}"

    def figures_of_mech(self, state: State, unit: Unit) -> Iterator[str]:
        if not 0 <= unit.link <= state.content.pilots[unit.pilot].link:
            yield f"link {unit.link}"
        if unit.link == 0 and unit.stance != Stance.SHUTDOWN:
            yield "no link, and not shut down"
        if not works(unit, Slot.TORSO):
            yield "its torso is destroyed"
        for slot in SLOTS:
            if unit.condition[slot] & REPAIRED and not unit.condition[slot] & DESTROYED:
                yield f"{SLOT_NAMES[slot]} is repaired but was never destroyed"
            busy = unit.charged >> slot & 1 or unit.box >> slot & 1
            if busy and not works(unit, slot):
                yield f"{SLOT_NAMES[slot]} is gone, but charged or holds a box"
            if unit.parts[slot] == NONE:
                continue
            part = part_of(state, unit, slot)
            if unit.charged >> slot & 1 and not part.charge:
                yield f"{SLOT_NAMES[slot]} is charged but takes none"
            if unit.box >> slot & 1 and not part.freehand:
                yield f"{SLOT_NAMES[slot]} holds a box without a hand"
            for action in part.actions[:2]:  # no third one has tokens
                place = 2 * slot + action.place
                if unit.ammo[place] > action.ammo or unit.intercepts[place] > longest(action, "intercept"):
                    yield f"more tokens than {action.key} gives: {unit.ammo[place]} {unit.intercepts[place]}"

    def places(self) -> Iterator[str]:
        """Nobody stands in another, in terrain or beside the board, nor across grids.

        Who slips past others may be asked something on the way.
        """
        state = self.match.state
        solid = [u for u in state.units if u.alive and u.deployed and u.level != Level.AERIAL]
        if not self.settled():
            solid = [u for u in solid if not slips_past(state, u) and not goes_off(state, u)]
        taken: dict[tuple[int, int], str] = {}
        size = state.battlefield.board.cells
        for unit in solid:
            name, box = unit_key(unit), base(unit)
            if unit.col // 3 != (box[2] - 1) // 3 or unit.row // 3 != (box[3] - 1) // 3:
                yield f"{name} stands across grids"
            for row in range(box[1], box[3]):
                for col in range(box[0], box[2]):
                    if not (0 <= col < size and 0 <= row < size):
                        yield f"{name} stands beside the board"
                        continue
                    block = state.battlefield.block[row * CELLS + col]
                    if block and not state.wrecked >> (block - 1) & 1:
                        yield f"{name} stands in terrain t{block - 1}"
                    if is_mine(state, unit):
                        continue
                    if (col, row) in taken:
                        yield f"{name} stands in {taken[col, row]}"
                    taken[col, row] = name

    def changes(self, events: Sequence[Event]) -> Iterator[str]:
        """What changes is told; what is gone stays gone; what was aimed at could be aimed at."""
        state = self.match.state
        settled = self.settled()
        told = {str(event.params["unit"]): int(event.params["link"]) for event in events if event.key in LINK}
        for old, new in zip(self.before.units, state.units, strict=False):
            key = unit_key(new)
            if new.alive and not old.alive:
                yield f"{key} is alive again"
            if old.alive and old.deployed and not new.alive and key not in self.gone and not replaced(events, old):
                yield f"{key} is gone, and nothing was told"
            if new.link != old.link and told.get(key) != new.link:
                yield f"{key}: link went from {old.link} to {new.link}, told was {told.get(key)}"
            if new.alive and new.deployed and settled and self.where[key] != grid_of(new):
                yield f"{key} went to another grid, and nothing was told"
        yield from self.aim()

    def aim(self) -> Iterator[str]:
        """A target that was just chosen could be seen, and the attacker was free to fire."""
        before, record = self.before, self.match.record
        answer = record[self.heard].key if len(record) > self.heard else ""
        known = self.asked.get(record[self.heard].seat) == "prompt.target" if answer else False
        if not known or answer[:8] not in ("target:a", "target:b") or before.stage == Stage.DELAY:
            return
        key, action = self.aiming
        one, other = before.units[int(key[1:])], before.units[int(answer[8:])]
        if action.type not in (Type.FIRING, Type.MELEE):
            return
        tall = [] if Level.AERIAL in (one.level, other.level) else list(before.battlefield.tall)
        boxes = [*tall, *barricades(before, one, other)]
        if action.type == Type.FIRING:
            boxes += [smoke_box(screen >> 1) for screen in before.smoke]
            if is_locked(before, one) and not longest(action, "melee_firing"):
                yield f"{key} fires at {unit_key(other)} in melee lock"
            if squares(one, Square.FIRE_CONTROL):
                yield f"{key} fires with jammed fire control"
        if not is_open(base(one), base(other), boxes):
            yield f"{key} aims at {unit_key(other)} without sight"
        if other.stealth >= 0 and electronic_value(before, one) <= 0:
            yield f"{key} aims at {unit_key(other)}, who is camouflaged, without electronics"


def smoke_box(grid: int) -> tuple[int, int, int, int]:
    col, row = grid % GRIDS * 3, grid // GRIDS * 3
    return col, row, col + 3, row + 3


def replaced(events: Sequence[Event], unit: Unit) -> bool:
    """A folded mine gives way to the drone it carries."""
    return unit.kind == Kind.PROJECTILE and any(event.key == "unfolded" for event in events)
