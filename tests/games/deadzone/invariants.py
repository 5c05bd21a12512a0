"""Invariants of Deadzone: what must hold after every answer of any match, whoever plays.

The events are followed one by one on a table of our own (who is alive, where, on their feet), so that nobody acts who
is dead, elsewhere or not entitled at that very moment. After each answer that table must agree with the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import items, movement
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import has, is_model, is_upright, region_of, space_of
from muster.games.deadzone.state.state import Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.match import Match
from muster.kernel.numbers import members
from muster.kernel.requests import Event

DRAWS: Final = frozenset(
    ("battle_card", "crate", "deployment", "hand", "mission", "mutation", "mutations", "objective")
)
"""Rolls that are no dice but draws."""

LEVELS: Final = members(Aggression)
ATTACKS: Final = ("shoots", "blazes", "throws", "lobs")
CONTACT: Final = ("healed", "swapped")
"""What is done to a friend in the same cube."""
MINDS: Final = ("mind_storm", "blank", "clarity", "passion")
MIND_REACH: Final = 4
ARRIVALS: Final = ("deployed", "mutated", "gun_deployed", "gun_packed", "gun_destroyed")
"""What may be told of somebody who is not on the board yet, or no longer."""


class Figure:
    """A model as the events tell of it."""

    __slots__ = ("activated", "cube", "dead", "model", "upright")

    def __init__(self, model: Model) -> None:
        self.model = model
        self.activated = 0  # times this round, less those it was allowed again
        self.follow()

    def follow(self) -> None:
        """As the state has it."""
        self.cube = self.model.cube
        self.dead = self.model.dead
        self.upright = is_upright(self.model)


class Watcher:
    """Follows one match."""

    def __init__(self, match: Match[State]) -> None:
        self.match = match
        self.field: Battlefield = match.state.field
        self.figures = {model.tag: Figure(model) for model in match.state.models}
        self.counters = self._counters()
        self.found: list[str] = []
        self.seen: dict[tuple[int, int], bool] = {}

    def breaches(self, events: Sequence[Event]) -> list[str]:
        """What does not hold: first what was told, in its order, then how things stand."""
        self.found = []
        for figure, model in zip(self.figures.values(), self.match.state.models, strict=True):
            figure.model = model
        for event in events:
            self._hear(event)
        if self.match.state.stage > Stage.DEPLOY:
            self._compare()
        self._look()
        for figure in self.figures.values():
            figure.follow()
        return self.found

    def _say(self, event: Event, what: str) -> None:
        self.found.append(f"{event.key} {dict(event.params)}: {what}")

    # What is told

    def _hear(self, event: Event) -> None:
        params = event.params
        one = self.figures.get(str(params.get("tag", "")))
        other = self.figures.get(str(params.get("target", "")))
        if event.key == "round_begins":
            for figure in self.figures.values():
                figure.activated = 0
        for named in (one, other):
            if named is not None and event.key not in ARRIVALS and (named.dead or named.cube == NOWHERE):
                self._say(event, f"{named.model.tag} is dead or gone")
                return
        if one is None:
            return
        if event.key in ATTACKS:
            self._attack(event, one)
        elif event.key in ("moved", "thrown", "fell", "bounced", "deployed"):
            self._go(event, one)
        elif event.key == "opposed":
            assert other is not None
            self._test(event, one, other)
        elif event.key in CONTACT and other is not None and one.cube != other.cube:
            self._say(event, "they do not share a cube")
        elif event.key in MINDS and other is not None and self._away(one.cube, other.cube) > MIND_REACH:
            self._say(event, "out of reach")
        else:
            self._mark(event, one, other)

    def _mark(self, event: Event, one: Figure, other: Figure | None) -> None:
        """Deaths, exits, activations, moods."""
        if event.key == "killed":
            one.dead, one.cube = True, NOWHERE
        elif event.key == "left_board":
            one.cube = NOWHERE
        elif event.key == "injured" and has(one.model, Ability.VULNERABLE):
            self._say(event, "it is vulnerable")
        elif event.key == "aggression_changed":
            one.upright = LEVELS[str(event.params["aggression"])] > Aggression.PINNED
        elif event.key in ("activated", "marked_activated"):
            if event.key == "activated" and one.activated > 0:
                self._say(event, "it has acted this round")
            one.activated = 1
        elif event.key == "operates" and other is not None:
            if other.activated > 0:
                self._say(event, "the remote has acted this round")
            other.activated = 1
        elif event.key == "may_act_again":
            one.activated = 0

    def _attack(self, event: Event, one: Figure) -> None:
        """In range and in sight, by somebody on their feet and not among enemies."""
        cube = self._aimed_at(event)
        away = self._away(one.cube, cube)
        if not one.upright:
            self._say(event, "it lies down")
        if is_model(one.model) and self._foes(one):
            self._say(event, "it is among enemies")
        weapon = self._weapon(one.model, str(event.params["weapon"]))
        if weapon is None:
            self._say(event, "it has no such weapon")
        elif not 0 < away <= weapon.reach:
            self._say(event, f"it is {away} cubes away")
        elif event.key != "lobs" and not self._sees(one.cube, cube, event.key == "shoots"):
            self._say(event, "it cannot be seen from there")

    def _aimed_at(self, event: Event) -> int:
        if event.key == "shoots":
            return self.figures[str(event.params["target"])].cube
        return self.field.cubes.index[str(event.params["cube"])]

    def _weapon(self, model: Model, name: str) -> Weapon | None:
        content = self.match.state.content
        known = [*model.card.weapons, *content.item_weapons.values()]
        return next((weapon for weapon in known if weapon.id == name), None)

    def _sees(self, start: int, end: int, whole: bool) -> bool:
        """Whether anybody in one cube could see anybody in the other, or any part of the cube, wherever they stand."""
        key = (start * self.field.size + end, int(whole))
        if key not in self.seen:
            eyes = range(start * 32, start * 32 + 32)
            bodies = range(end * 32, end * 32 + 32)
            if whole:
                found = any(self.field.point_sight(eye, body) for eye in eyes for body in bodies)
            else:
                found = any(self.field.area_sight(eye, end) for eye in eyes)
            self.seen[key] = found
        return self.seen[key]

    def _go(self, event: Event, one: Figure) -> None:
        """Moves lead where a single step does; whoever is thrown goes one cube aside, whoever falls straight down."""
        to = self.field.cubes.index[str(event.params["cube"])]
        if event.key == "moved":
            if not one.upright:
                self._say(event, "it lies down")
            if not self._reaches(one.model, one.cube, to):
                self._say(event, f"there is no way from {self.field.names[one.cube]}")
        elif event.key == "thrown":
            if self._away(one.cube, to) != 1 or self.field.level[one.cube] != self.field.level[to]:
                self._say(event, f"not beside {self.field.names[one.cube]}")
        elif event.key == "fell":
            a, b = self.field.cubes.where[one.cube], self.field.cubes.where[to]
            drop, aside = a[2] - b[2], max(abs(a[0] - b[0]), abs(a[1] - b[1]))
            if drop < 1 or aside > (drop if has(one.model, Ability.GLIDE) else 0):
                self._say(event, f"not below {self.field.names[one.cube]}")
        one.cube = to

    def _reaches(self, model: Model, start: int, to: int) -> bool:
        """By a step, straight up or down a wall, by a leap or gliding."""
        state = self.match.state
        home, model.cube = model.cube, start  # looked at from where it was; put back below
        try:
            region = region_of(state.field, model)
            known = set(region.moves)
            known.update(journey.to for journey in region.climbs if NOWHERE in journey.vias)
            if has(model, Ability.TELEPORT):
                known.update(option.value[1] for option in state.field.leaps(start))
            if has(model, Ability.GLIDE):
                known.update(movement.glides(state, model))
        finally:
            model.cube = home
        return to in known or (has(model, Ability.GLIDE) and self.field.level[to] < self.field.level[start])

    def _test(self, event: Event, one: Figure, other: Figure) -> None:
        """A fight or a Break Off in one cube; a shot into another."""
        apart = one.cube != other.cube
        if apart != (event.params["test"] == "shoot"):
            self._say(event, f"{self.field.names[one.cube]} against {self.field.names[other.cube]}")

    def _foes(self, one: Figure) -> bool:
        return any(
            figure.cube == one.cube and figure.model.owner != one.model.owner and is_model(figure.model)
            for figure in self.figures.values()
        )

    def _away(self, one: int, other: int) -> int:
        return self.field.far[one * self.field.size + other]

    # How things stand

    def _compare(self) -> None:
        """What was told is what happened."""
        for tag, figure in self.figures.items():
            model = figure.model
            if figure.dead != model.dead and is_model(model):
                self.found.append(f"{tag} is dead in the one and not in the other: {figure.dead}, {model.dead}")
            if figure.cube != model.cube and is_model(model):
                self.found.append(
                    f"{tag} is in {self._name(model.cube)}, by what was told in {self._name(figure.cube)}"
                )
            if figure.upright != is_upright(model) and model.cube != NOWHERE:
                self.found.append(f"{tag} stands or lies otherwise than was told: {model.aggression}")

    def _name(self, cube: int) -> str:
        return self.field.names[cube] if cube >= 0 else "nowhere"

    def _look(self) -> None:
        """Nobody has too much, no cube holds too many. A model too large for a walkway is just falling through it."""
        state = self.match.state
        load: Counter[tuple[int, int]] = Counter()
        taken: Counter[tuple[int, int, int]] = Counter()
        for model in state.models:
            self._figures(model)
            if model.cube != NOWHERE and is_model(model) and movement.fits_alone(state, model, model.cube):
                load[model.owner, model.cube] += space_of(state, model)
                if model.card.size == 1 and self.field.capacity[model.cube] == 4:
                    taken[model.owner, model.cube, model.place] += 1
        for (_, cube), size in load.items():
            if size > self.field.capacity[cube]:
                self.found.append(f"{size} sizes of one side in {self._name(cube)}")
        for (_, cube, place), count in taken.items():
            if count > 1:
                self.found.append(f"{count} models of one side in quarter {place} of {self._name(cube)}")
        dead = [index for index, _ in state.kills]
        if len(dead) != len(set(dead)):
            self.found.append(f"killed twice: {dead}")
        if self._counters() != self.counters:
            self.found.append(f"counters were {self.counters} and are {self._counters()}")
        for side in state.sides:
            if side.pool < 0:
                self.found.append(f"{side.pool} command tokens")

    def _glides(self, model: Model) -> bool:
        """Whether its owner is asked right now where it comes down."""
        asked = [ask.prompt for ask in self.match.pending.values()]
        return any(prompt.key == "prompt.glide" and prompt.params["tag"] == model.tag for prompt in asked)

    def _figures(self, model: Model) -> None:
        """Nobody has more of anything than there is."""
        found, tag = self.found, model.tag
        if model.cube != NOWHERE and (model.dead or model.exited >= 0):
            found.append(f"{tag} is dead or gone and on the board")
        if model.cube != NOWHERE and not self.field.stand[model.cube] and not self._glides(model):
            found.append(f"{tag} stands in the air in {self._name(model.cube)}")
        if not 0 <= model.aggression <= Aggression.ENRAGED or not 0 <= model.place <= 3:
            found.append(f"{tag}: aggression {model.aggression}, place {model.place}")
        if model.cube != NOWHERE and has(model, Ability.CONSTRUCT) and model.aggression != Aggression.ALERT:
            found.append(f"{tag} is a construct and not alert")
        if model.cube != NOWHERE and model.card.hull and model.damage >= model.card.hull:
            found.append(f"{tag} has damage {model.damage} and stands")
        settled = self.match.over or not any(_is_about_items(ask) for ask in self.match.pending.values())
        if settled and len(model.items) > items.hands(model):
            found.append(f"{tag} carries {len(model.items)} items")
        if model.overwatch and model.cube != NOWHERE and not is_upright(model):
            found.append(f"{tag} lies down and is on overwatch")
        if model.cube == NOWHERE and (model.overwatch or (model.dead and model.items)):
            found.append(f"{tag} is gone and still has something")

    def _counters(self) -> Counter[int]:
        """Every counter is in one place: in a crate not opened yet, on the table, in somebody's hands, or used up."""
        state = self.match.state
        return Counter(
            [
                *state.crates_left,
                *[item for item, _ in state.items],
                *[i for model in state.models for i in model.items],
            ]
        )


def _is_about_items(ask: Any) -> bool:
    """While somebody decides what to let go, they hold one too many."""
    return ask.prompt.key in ("prompt.let_go", "prompt.swap_back", "prompt.shield")
