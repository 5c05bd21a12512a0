"""Positions on a workbench: names that can stand in their fields, and what reads well and still cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.content import Content, hands
from muster.games.deadzone.cards.keywords import OBJECTIVES, Item
from muster.games.deadzone.state.models import NOBODY, Aggression, Model
from muster.games.deadzone.state.questions import is_model, on_board, space_of
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.game import Impossible, Names
from muster.kernel.numbers import members
from muster.kernel.text import Param, Text


def choices(content: Content, fields: Mapping[str, Battlefield]) -> Mapping[str, Names]:
    """Names by field: cards, missions, items, stages and the like."""
    models = _names("model", content.models)
    cards = _names("battle_card", [card.id for card in content.cards])
    items = _names("item", [item.name.lower() for item in Item])
    weapons = _names("weapon", sorted({arm.id for card in content.models.values() for arm in card.weapons}))
    missions = [mission.id for faction in content.ordered_factions for mission in faction.missions]
    mutations = _names("mutation", [mutation.id for mutation in content.mutations])
    played = [name for name, stage in members(Stage).items() if Stage.BEGIN_ROUND <= stage < Stage.LAY_BUILDINGS]
    by_side = {f"side.*.{pile}.*": cards for pile in ("hand", "deck", "unseen", "bottom", "discards", "drawn")}
    return {
        "battlefield": _names("battlefield", fields),
        "map": _names("map", [one.id for one in content.maps]),
        "stage": _names("stage", played),
        "taken.*": _names("position_value", members(Action)),
        "model.*.card": models,
        "model.*.items.*": items,
        "model.*.found.*": items,
        "model.*.captured.*": items,
        "model.*.reloading.*": weapons,
        "model.*.lost.*": weapons,
        "model.*.mutation": Names("mutation", ("", *mutations.ids)),
        "mutations.*": mutations,
        "side.*.faction": _names("faction", content.factions),
        "side.*.mission": _names("mission", ["", *missions]),
        "side.*.rejected": _names("mission", ["", *missions]),
        "items.*": items,
        "crates_left.*": items,
        "lying.*.item": items,
        **by_side,
    }


def _names(kind: str, ids: Iterable[str]) -> Names:
    return Names(kind, tuple(ids))


def impossible(state: State) -> Iterator[Impossible]:
    """Find what reads well and still cannot be on a battlefield."""
    for model in state.models:
        yield from _model(state, model)
    if state.active != NOBODY and not on_board(state.models[state.active]):
        yield Impossible(
            "active", Text("impossible.active", {"tag": state.models[state.active].tag}), "DZ turn.activate"
        )
    yield from _sides(state)
    yield from _objectives(state)


def _sides(state: State) -> Iterator[Impossible]:
    """Each side has a zone of its own, a Commander of its own, and acts with its own models.

    [DZ setup.zones] [DZ setup.commander] [DZ turn.limit]
    """
    if len(state.sides) == 2 and state.sides[0].zone == state.sides[1].zone:
        yield Impossible("side.B.zone", Text("impossible.zone"), "DZ setup.zones")
    for side in state.sides:
        if side.commander != NOBODY and state.models[side.commander].owner != side.seat:
            gaps: dict[str, Param] = {"seat": side.seat, "tag": state.models[side.commander].tag}
            where = f"side.{'AB'[side.seat]}.commander"
            yield Impossible(where, Text("impossible.commander", gaps), "DZ setup.commander")
    if state.acted > len(state.models):
        yield Impossible("acted", Text("impossible.acted", {"count": len(state.models)}), "DZ turn.limit")


def _objectives(state: State) -> Iterator[Impossible]:
    """Three objectives lie there at most, X, Y and Z, in cubes of their own.  [DZ setup.objectives]"""
    letters = [letter for _, letter, _ in state.objectives if letter != NOBODY]
    cubes = [cube for cube, _, _ in state.objectives]
    if len(cubes) > len(OBJECTIVES) or len(set(letters)) < len(letters) or len(set(cubes)) < len(cubes):
        yield Impossible("objective", Text("impossible.objectives", {"most": len(OBJECTIVES)}), "DZ setup.objectives")


def _model(state: State, model: Model) -> Iterator[Impossible]:
    where, gaps = f"model.{model.index}", {"tag": model.tag}
    if model.damage and not model.card.hull:
        yield Impossible(f"{where}.damage", Text("impossible.damage", gaps), "DZ ability.vehicle_damage")
    most = hands(model.card, model.abilities)
    if len(model.items) > most and is_model(model):
        yield Impossible(f"{where}.items", Text("impossible.items", {**gaps, "most": most}), "DZ item.one")
    if not on_board(model):
        return
    if model.dead:
        yield Impossible(f"{where}.dead", Text("impossible.dead", gaps), "DZ damage.two")
    if model.exited != NOBODY:
        yield Impossible(f"{where}.exited", Text("impossible.exited", gaps), "DZ move.off_board")
    if model.overwatch and model.aggression <= Aggression.PINNED:
        yield Impossible(f"{where}.overwatch", Text("impossible.overwatch", gaps), "DZ overwatch.lost")
    mates = [one for one in state.models if one.cube == model.cube and is_model(one)]
    own = [one for one in mates if one.owner == model.owner]
    if sum(space_of(state, one) for one in own) > state.field.capacity[model.cube] and model is own[-1]:
        full = {**gaps, "cube": state.field.names[model.cube]}
        yield Impossible(f"{where}.at", Text("impossible.crowded", full), "DZ field.capacity")
