"""The roadmap, worked out once for each table, says the same as drawing every line and measuring every way anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tag_raid.playing import CONTENT, FIELDS, miners, start
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.line_of_fire import beast_clear, clear, clear_to_beast
from muster.games.tag_raid.rules.movement import is_legal
from muster.games.tag_raid.state.state import State
from muster.geometry.hexes import ROOT
from muster.geometry.silhouettes import SKY, Volume, in_sight

tables = st.sampled_from(FIELDS)
DOWN = 2


@st.composite
def spots(draw: st.DrawFn, field: Battlefield) -> Spot:
    """Anywhere on a table where a TAG can stand, roofs too; half of them posts, where bots like to be."""
    if draw(st.booleans()):
        return draw(st.sampled_from([post.spot for post in field.roadmap.posts if post.room]))
    spot = draw(st.integers(0, field.width)), draw(st.integers(0, field.depth)), GROUND
    return draw(st.sampled_from([point.spot for point in field.access])) if field.stands(*spot) else spot


def volume(field: Battlefield, spot: Spot) -> Volume:
    low = field.floor(spot[2])
    return Volume(spot[0], spot[1], field.constants.base_radius, low, low + field.constants.silhouette)


def empty(field: Battlefield) -> State:
    return start({**miners(A={"off_table": True}, B={"off_table": True}), "table": field.id}).state


@given(field=tables, data=st.data())
def test_sight_from_squares_is_sight_past_every_block(field: Battlefield, data: st.DataObject) -> None:
    one, other = data.draw(spots(field)), data.draw(spots(field))
    expected = one == other or in_sight(volume(field, one), volume(field, other), field.blocks)
    state = empty(field)
    assert clear(state, 0, one, 1, other) == expected
    assert clear(state, 1, other, 0, one) == expected


@given(field=tables, data=st.data())
def test_sight_of_the_megabeast_is_sight_past_every_block(field: Battlefield, data: st.DataObject) -> None:
    state = empty(field)
    cell = data.draw(st.sampled_from(field.cells[2]))
    spot = data.draw(spots(field))
    state.beast.cell = cell
    x, y = field.middle(cell)
    lair = Volume(x, y, field.size * ROOT / 2, 0, CONTENT.beasts[0].height)
    others = [block for at, block in field.void_blocks.items() if at != cell]
    scenery = [block for block in field.blocks if block.top < SKY]
    assert clear_to_beast(state, 0, spot) == in_sight(volume(field, spot), lair, [*others, *scenery])
    assert beast_clear(state, 0, spot) == in_sight(lair, volume(field, spot), scenery)


@pytest.mark.parametrize("field", FIELDS, ids=[field.id for field in FIELDS])
def test_every_way_of_the_roadmap_is_legal(field: Battlefield) -> None:
    state = empty(field)
    miner = state.miners[0]
    roadmap = field.roadmap
    posts = [post for post in roadmap.posts if post.room]
    assert len(posts) > 80
    count = 0
    for post in posts:
        miner.x, miner.y, miner.level = post.spot
        for climber, card in ((False, "stonebreaker"), (True, "cavecrawler")):
            miner.card = [tag.id for tag in CONTENT.tags].index(card)
            for allowance in (1, 2, 3):
                ways = roadmap.ways(post.spot, allowance, climber)
                assert all(is_legal(state, miner, way.path, allowance) for way in ways)
                count += len(ways)
    assert count > 2000
    assert all(roadmap.ways(post.spot, 3, climber=False) for post in posts if post.container >= 0)


@given(field=tables, data=st.data())
def test_moving_a_whole_table_changes_nothing(field: Battlefield, data: st.DataObject) -> None:
    """The same tiles and scenery two rows further south: every spot, way and line means the same there."""
    shift = round(field.size * 1.5 * DOWN)
    there = moved(field, shift)
    one, other = data.draw(spots(field)), data.draw(spots(field))
    a, b = (one[0], one[1] + shift, one[2]), (other[0], other[1] + shift, other[2])
    assert field.stands(*one) == there.stands(*a)
    assert len(field.tiles_under(*one[:2])) == len(there.tiles_under(*a[:2]))
    assert field.vistas.clear(one, other) == there.vistas.clear(a, b)
    if one[2] == other[2]:
        assert field.walks(*one[:2], *other[:2], one[2]) == there.walks(*a[:2], *b[:2], one[2])


def moved(field: Battlefield, shift: int) -> Battlefield:
    found = MOVED.get(field.id)
    if found is None:
        tiles = {(column, row + DOWN): tile.terrain for tile in field.tiles for column, row in [tile.cell]}
        scenery = [([(x, y + shift) for x, y in piece.shape.corners], piece.height) for piece in field.scenery]
        containers = [(x, y + shift) for x, y, _ in field.containers]
        found = Battlefield(0, field.id, field.constants, tiles, scenery, containers, len(field.access))
        MOVED[field.id] = found
    return found


MOVED: dict[str, Battlefield] = {}
