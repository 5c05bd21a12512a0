"""The content: how much of it there is, where its figures come from, and the figures that are known."""

from __future__ import annotations

from games.tag_raid.playing import CONTENT, FIELDS, GAME
from muster.games.tag_raid.cards.content import ARMOR_ZERO, Ammunition, Effect, Movement, ToolKind

TOOLS = {tool.id: tool for tool in CONTENT.tools}


def test_there_is_enough_of_everything() -> None:
    assert len([tool for tool in CONTENT.tools if not tool.initial]) >= 24
    assert len(CONTENT.events) >= 20
    assert any(event.beast for event in CONTENT.events)
    assert len(CONTENT.tags) == 4
    assert len({card.capacity for card in CONTENT.tags}) == 4
    assert len(FIELDS) >= 4
    assert {beast.movement for beast in CONTENT.beasts} == set(Movement)
    assert all(len(beast.events) == 15 for beast in CONTENT.beasts)


def test_every_card_says_where_its_figures_come_from() -> None:
    cards = [
        *[f"tool.{tool.id}" for tool in CONTENT.tools],
        *[f"tag.{card.id}" for card in CONTENT.tags],
        *[f"event.{event.id}" for event in CONTENT.events],
        *[f"table.{field.id}" for field in FIELDS],
        *[f"beast.{beast.id}" for beast in CONTENT.beasts],
        *[f"beast_event.{event.id}" for beast in CONTENT.beasts for event in beast.events],
    ]
    assert all(GAME.sources[card] in ("rulebook", "public", "house") for card in cards)
    assert {GAME.sources[f"constant.{name}"] for name in ("event_cards", "trophy", "early_end", "cover")} == {
        "rulebook"
    }


def test_the_figures_that_are_known() -> None:
    """From the worked examples of the book."""
    ranged = {card.id: card.ranged for card in CONTENT.tags}
    assert (ranged["stonebreaker"], ranged["tafang"], ranged["rockeater"]) == (12, 12, 12)
    assert all(card.moves == (3, 2) for card in CONTENT.tags)
    rifle, rattler, drill, hammer = (TOOLS[name] for name in ("rifle", "rattler", "laser_drill", "jackhammer"))
    assert (rifle.burst, rifle.ranges[0], rifle.ranges[2]) == (3, 0, 3)
    assert (rattler.kind, rattler.ranges[0]) == (ToolKind.RANGED, 3)
    assert (drill.ammunition, drill.damage, drill.burst, drill.traits) == (Ammunition.N, 15, 1, ARMOR_ZERO)
    assert (hammer.kind, hammer.ammunition) == (ToolKind.CLOSE, Ammunition.EXP)
    assert TOOLS["em_cannon"].kind == ToolKind.RANGED
    stoorworm = CONTENT.beasts[0]
    assert (stoorworm.id, stoorworm.threat, stoorworm.movement) == ("stoorworm", (8, 5, 2), Movement.INTERIOR)
    first = stoorworm.events[0]
    assert (first.id, first.effect, first.amount) == ("enraged_predator", Effect.DOUBLE_WOUNDS, 2)
    plata = next(event for event in CONTENT.events if event.id == "plata_o_plomo")
    assert plata.beast
    assert plata.effect == Effect.RANGED_DAMAGE
