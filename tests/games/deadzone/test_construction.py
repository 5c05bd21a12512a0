"""Battlefields and wishes in files: how large they may be, which fields they have, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.content import content_of
from muster.games.deadzone.board.construction import battlefields, build
from muster.games.deadzone.cards import building
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile
from muster.kernel.errors import GameError
from muster.library import load_game

BATTLEFIELD: dict[str, Any] = {"id": "mine", "source": "house", "levels": 2}
BUILDING: dict[str, Any] = {"at": "a1", "width": 1, "depth": 1}


@pytest.mark.clause("DZ field.buildings", "DZ field.board")
@pytest.mark.parametrize(
    ("field", "least", "most"), [("width", 1, 8), ("depth", 1, 8), ("storeys", 1, 3), ("levels", 1, 4)]
)
def test_how_large_scenery_may_be(field: str, least: int, most: int) -> None:
    kind, card = (BattlefieldFile, BATTLEFIELD) if field == "levels" else (BuildingFile, BUILDING)
    for size in (least, most):
        assert getattr(msgspec.convert({**card, field: size}, kind), field) == size
    for size in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError, match=field):
            msgspec.convert({**card, field: size}, kind)


@pytest.mark.parametrize(
    ("kind", "card"), [(BattlefieldFile, BATTLEFIELD), (BuildingFile, BUILDING), (building.Wishes, {})]
)
def test_a_card_knows_its_fields_and_does_not_change(kind: type[Any], card: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert({**card, "colour": "red"}, kind)
    read = msgspec.convert(card, kind)
    with pytest.raises(AttributeError, match="immutable"):
        setattr(read, kind.__struct_fields__[0], "other")
    if kind is BattlefieldFile:
        with pytest.raises(TypeError):
            kind("mine", "house", 2)


@pytest.mark.parametrize(("field", "least", "most"), [("points", 1, 999), ("extra_cards", 0, 99)])
def test_how_much_may_be_wished_for(field: str, least: int, most: int) -> None:
    for number in (least, most):
        assert getattr(msgspec.convert({field: number}, building.Wishes), field) == number
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError, match=field):
            msgspec.convert({field: number}, building.Wishes)


@pytest.mark.clause("DZ field.buildings")
@pytest.mark.parametrize(
    ("levels", "building"),
    [(1, {}), (2, {"storeys": 2}), (4, {"at": "h8", "width": 2}), (4, {"at": "h8", "depth": 2})],
)
def test_a_building_must_fit(levels: int, building: dict[str, Any]) -> None:
    """With a floor above its last storey."""
    card = {**BATTLEFIELD, "levels": levels, "buildings": [{**BUILDING, **building}]}
    with pytest.raises(GameError, match="does not fit"):
        build(msgspec.convert(card, BattlefieldFile))
    fits = {**card, "levels": 4, "buildings": [{**BUILDING, "at": "h8", "storeys": 3}]}
    assert build(msgspec.convert(fits, BattlefieldFile)).stand[-1]


@pytest.mark.clause("DZ setup.open_spaces")
def test_every_battlefield_of_the_packs_is_checked() -> None:
    content: Any = content_of(load_game("deadzone"))
    checked: list[str] = []
    battlefields(content, check=lambda card: checked.append(card.id))
    assert checked == list(content.battlefields)
