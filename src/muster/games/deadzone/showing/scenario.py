"""Positions from scenarios: an empty yard with everything that the scenario puts on it, every name and number checked.

An empty position is round 1, A to choose a model; nobody has cards or a mission, everybody is alert. Each model is a
card and a cube; everything else is written down only where it differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.content import Content
from muster.games.deadzone.cards.keywords import OBJECTIVES, Ability, Item, item_number
from muster.games.deadzone.rules import guns, items
from muster.games.deadzone.rules.damage import pool_share
from muster.games.deadzone.rules.mustering import commander_of
from muster.games.deadzone.showing.position import SAVED, ModelPosition, Position, SidePosition
from muster.games.deadzone.showing.views import table_view
from muster.games.deadzone.state.models import NOBODY, Aggression, Model
from muster.games.deadzone.state.questions import free_place, has
from muster.games.deadzone.state.state import Side, Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.errors import GameError
from muster.kernel.numbers import members
from muster.kernel.packs import decode
from muster.kernel.positions import meant, number_of


def place(content: Content, fields: Mapping[str, Battlefield], given: Mapping[str, Any]) -> State:
    """The position that a scenario describes."""
    position = decode(given, Position, "position")
    return _Builder(content, fields, position).state


class _Builder:
    """Puts a position on the table, piece by piece."""

    def __init__(self, content: Content, fields: Mapping[str, Battlefield], position: Position) -> None:
        self.content = content
        self.position = position
        maps = {one.id: one for one in content.maps}
        field = meant(position.battlefield, fields, "battlefield")
        chosen = meant(position.map, maps, "map")
        self.state = State(content, field, [], [], chosen)
        for one in position.model:
            self._model(one)
        self._crews()
        for seat, letter in enumerate(("A", "B")):
            self._side(seat, position.side.get(letter, SidePosition()))  # type: ignore[call-overload]
        self._ground()
        self._when()

    def _cube(self, name: str, field: str) -> int:
        index = self.state.field.cubes.index
        full = name if "." in name else f"{name}.1"
        return meant(full, index, field)

    def _items(self, names: tuple[str, ...], seat: int) -> list[int]:
        """Items by name. Whoever brought one can be said before it: `B:ammo`, or `:ammo` for the battlefield's own."""
        known = {item.name.lower(): item for item in Item}
        found = []
        for name in names:
            of, said, kind = name.rpartition(":")
            origin = (self._seat_of(of, "items") if of else -1) if said else seat
            found.append(item_number(meant(kind, known, "items"), origin))
        return found

    def _seat_of(self, letter: str, field: str) -> int:
        return number_of(letter, ("A", "B"), field)

    def _tagged(self, tag: str, field: str) -> Model:
        tags = {model.tag: model for model in self.state.models}
        return meant(tag, tags, field)

    def _bits(self, names: tuple[str, ...], known: Mapping[str, int], field: str) -> int:
        return sum(1 << meant(name, known, field) for name in set(names))

    def _model(self, one: ModelPosition) -> None:
        state = self.state
        seat = "AB".index(one.side)
        card = meant(one.card, self.content.models, f"model.{len(state.models)}.card")
        number = sum(guns.team_of(model) == seat for model in state.models) + 1
        model = Model(len(state.models), seat, f"{one.side}{number}", card, card.abilities)
        model.owner = seat if one.serves is None else "AB".index(one.serves)
        state.models.append(model)
        if one.at:
            model.cube = self._cube(one.at, f"model.{model.index}.at")
            if not state.field.stand[model.cube]:
                raise GameError(f"position: model.{model.index}.at: nothing can stand in {one.at}")
            model.place = free_place(state, model, model.cube) if one.place is None else one.place
        elif one.place is not None:
            model.place = one.place
        model.aggression = members(Aggression)[one.aggression]
        model.injured, model.damage, model.dead = one.injured, one.damage, one.dead
        model.activated, model.overwatch, model.burning = one.activated, one.overwatch, one.burning
        weapons = {weapon.id: weapon.bit for weapon in card.weapons}
        model.reload = self._bits(one.reloading, weapons, f"model {model.tag}: reloading")
        model.reload |= (1 << len(card.weapons)) - 1 if one.reload else 0
        model.wrecked = self._bits(one.lost, weapons, f"model {model.tag}: lost")
        model.saved = self._bits(one.saved, {name: bit for bit, name in enumerate(SAVED)}, "saved")
        model.exited = NOBODY if one.exited is None else "AB".index(one.exited)
        model.carded = one.carded
        found, captured = self._items(one.found, -1), self._items(one.captured, 1 - seat)
        model.items = (*self._items(one.items, seat), *found, *captured)
        model.facing = ("north", "east", "south", "west").index(one.facing)
        model.psychic = one.psychic
        model.mercenary = one.mercenary
        if one.mutation:
            known = {mutation.id: mutation.number for mutation in self.content.mutations}
            model.mutation = meant(one.mutation, known, "model.mutation")
            model.abilities |= self.content.mutations[model.mutation].abilities
        items.refresh(model)

    def _crews(self) -> None:
        tags = {model.tag: model for model in self.state.models}
        for one, model in zip(self.position.model, self.state.models, strict=True):
            if one.crew:
                model.crew = meant(one.crew, tags, "model.crew").index
                if model.crew == model.index:
                    raise GameError(f"position: model {model.tag}: it cannot be its own crew")
            if has(model, Ability.CSW):
                model.gunner = not 0 <= model.crew < model.index
                if model.gunner and model.card.apart:
                    model.weapon_at = self._cube(one.weapon_at, "model.weapon_at") if one.weapon_at else model.cube

    def _numbers(self, names: tuple[str, ...]) -> list[int]:
        known = {card.id: card.number for card in self.content.cards}
        return [meant(name, known, "cards") for name in names]

    def _side(self, seat: int, one: SidePosition) -> None:
        faction = meant(one.faction, self.content.factions, "faction")
        own = [model for model in self.state.models if model.owner == seat]
        side = Side(seat, faction.number, commander_of(own, NOBODY) if own else NOBODY)
        if one.commander is not None:
            side.commander = self._tagged(one.commander, "side.commander").index if one.commander else NOBODY
        side.pool = sum(pool_share(m) for m in own if m.cube != NOWHERE) if one.pool is None else one.pool
        known = {mission.id: mission.number for mission in faction.missions}
        if one.mission:
            side.mission = meant(one.mission, known, "mission")
        if one.rejected:
            side.rejected = meant(one.rejected, known, "rejected")
        side.hand = self._numbers(one.hand)
        side.mixed = self._numbers(one.deck)
        side.bottom = self._numbers(one.bottom)
        side.discards = self._numbers(one.discards)
        side.unseen, side.drawn = self._numbers(one.unseen), self._numbers(one.drawn)
        side.deck, side.draws, side.surge = one.unseen_deck, one.draws, one.surge
        if side.deck > len(side.unseen):
            raise GameError(f"position: side.{'AB'[seat]}.unseen_deck: only {len(side.unseen)} cards are unseen")
        side.aborted = NOBODY if one.aborted is None else one.aborted
        side.intel, side.survived, side.scoured = one.intel, one.survived, one.scoured
        side.first_turn, side.used_card = one.first_turn, one.used_card
        side.zone = ("red", "blue").index(one.zone) if one.zone else seat
        self.state.sides.append(side)

    def _ground(self) -> None:
        state, position = self.state, self.position
        state.crates = [self._cube(name, "crates") for name in position.crates]
        left = position.crates_left
        state.crates_left = (
            [item_number(Item(kind)) for kind in self.content.crates] if left is None else self._items(left, -1)
        )
        for name, kind in position.items.items():
            state.items.append((self._items((kind,), -1)[0], self._cube(name, "items")))
        for lying in position.lying:
            owner = -1 if lying.of is None else "AB".index(lying.of)
            state.items.append(
                (self._items((lying.item,), owner)[0], self._cube(lying.at, "lying.at") if lying.at else items.GONE)
            )
        for model in state.models:
            if model.cube >= 0 and has(model, Ability.DEPLOYED):
                self._set_up(guns.item_of(model))
        state.smoke = [self._cube(name, "smoke") for name in position.smoke]
        state.wrecks = [self._cube(name, "wrecks") for name in position.wrecks]
        for tag, credited in position.kills:
            seat = NOBODY if not credited else self._seat_of(credited, "kills")
            state.kills.append((self._tagged(tag, "kills").index, seat))
        known = sum(1 << "AB".index(letter) for letter in position.seen)
        for name, which in position.objectives.items():
            number = number_of(which, ("X", "Y", "Z"), "objectives") if which else NOBODY
            state.objectives.append((self._cube(name, "objectives"), number, known))
        for one in position.objective:
            number = OBJECTIVES.index(one.which) if one.which else NOBODY
            mask = sum(1 << "AB".index(letter) for letter in set(one.known))
            state.objectives.append((self._cube(one.at, "objective.at"), number, mask))
        mutations = {mutation.id: mutation.number for mutation in self.content.mutations}
        state.mutations = [meant(name, mutations, "mutations") for name in position.mutations]

    def _set_up(self, item: int) -> None:
        """A gun that is set up was somebody's item: it is out of play until it is packed, said or not."""
        guns_up = [m for m in self.state.models if m.cube >= 0 and has(m, Ability.DEPLOYED) and guns.item_of(m) == item]
        if self.state.items.count((item, items.GONE)) < len(guns_up):
            self.state.items.append((item, items.GONE))

    def _when(self) -> None:
        state, position = self.state, self.position
        stages = {name: stage for name, stage in members(Stage).items() if stage < Stage.LAY_BUILDINGS}
        state.stage = meant(position.stage, stages, "stage")
        state.round, state.acted = position.round, position.acted
        state.turn = state.controller = state.starter = "AB".index(position.turn)
        state.finisher = "AB".index(position.finisher) if position.finisher else NOBODY
        state.winner = "AB".index(position.winner) if position.winner else NOBODY
        state.ended = position.ended
        state.taken = self._bits(position.taken, members(Action), "taken")
        state.spent, state.aimed, state.fast = position.spent, position.aimed, position.fast
        if position.active:
            model = self._tagged(position.active, "active")
            state.active, state.controller = model.index, model.owner
            state.acted = max(1, position.acted)
            state.suppressed = model.aggression == Aggression.SUPPRESSED
            if position.stage == "turn":
                state.stage = Stage.ACTION
        if position.suppressed is not None:
            state.suppressed = position.suppressed
        if position.starter:
            state.starter = "AB".index(position.starter)
        if position.controller:
            state.controller = "AB".index(position.controller)


def dump(state: State) -> Any:
    """The whole state as plain data, equal for equal states."""
    plain: dict[str, Any] = msgspec.to_builtins(table_view(state, None, everything=True))
    return plain if state.site is None else {**plain, "site": state.site.plain()}
