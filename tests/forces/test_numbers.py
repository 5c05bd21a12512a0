"""Lists of nothing but the numbers printed on the cards, however the numbers stand beside each other."""

from __future__ import annotations

from typing import Any

import pytest

from forces.test_forces import read, ready, room


def numbered(squad: dict[str, Any]) -> list[list[str]]:
    """The entries of a squad by the numbers of their cards; tactics cards have none."""
    cards = {(card.kind, card.id): card.number for card in room("obsidian_protocol").form.cards}
    kinds = ("pilot", "torso", "chassis", "left_arm", "right_arm", "backpack", "drone")
    of = {name: number for (kind, name), number in cards.items() if kind in kinds}
    mechs = [[of[mech["pilot"]], *(of[part] for part in mech["parts"])] for mech in squad["mechs"]]
    drones = [[one] if isinstance(one, str) else [one["card"], one["load"]] for one in squad.get("drones", ())]
    return mechs + [[of[name] for name in drone] for drone in drones]


@pytest.mark.parametrize(
    ("beside", "between"),
    [("\n", "\n"), (", ", "\n"), (" ", "\n"), (";", "\n"), ("\n", "\n\n"), (" + ", "\n"), ("\t", "\n")],
)
def test_a_squad_of_printed_numbers(beside: str, between: str) -> None:
    """All ready squads as people jot them down from their cards, however the numbers stand beside each other."""
    for name, squad in ready("obsidian_protocol"):
        squad.pop("tactics", None)
        text = between.join(beside.join(entry) for entry in numbered(squad))
        here = room("obsidian_protocol")
        wanted = here.draft(squad)
        found = read("obsidian_protocol", text)
        assert found.draft.entries == wanted.entries, (name, text)
        assert found.draft.choices["faction"] == wanted.choices["faction"]
        assert not [line for line in found.lines if line.kind != "card"], name


WAYS = [
    "{number}",
    "#{number}",
    "No. {number}",
    "{slot}: {number}",
    "{small}",
    "{number} {name}",
    "{number} = {points}",
]


@pytest.mark.parametrize("way", WAYS)
def test_the_number_of_every_card_names_it(way: str) -> None:
    """Alone, with a sign or a slot before it, small and without dashes, with its name or what it costs."""
    here = room("obsidian_protocol")
    slots = {kind: slot.title for slot in here.slots.values() for kind in slot.kinds}
    cards = [card for card in here.form.cards if card.kind in slots and card.number]
    assert len(cards) > 200
    for some in (cards[start : start + 100] for start in range(0, len(cards), 100)):
        lines = [
            way.format(
                number=card.number,
                small=card.number.lower().replace("-", ""),
                slot=slots[card.kind],
                name=card.name,
                points=card.points,
            )
            for card in some
        ]
        found = read("obsidian_protocol", "\n".join(lines))
        taken = [card for entry in found.draft.entries for names in entry.slots.values() for card in names]
        assert sorted(taken) == sorted(card.id for card in some), [one for one in found.lines if one.kind != "card"]


@pytest.mark.parametrize(
    ("text", "count"),
    [("2x 079", 2), ("079 x3", 3), ("2 079", 2), ("3 - 079", 3), ("| 079 | 2 | 39 |", 2), ("079;2;39", 2)],
)
def test_numbers_with_counts(text: str, count: int) -> None:
    drones = read("obsidian_protocol", f"Ours\nDrones\n{text}").draft.entries
    assert [entry.slots["drone"] for entry in drones] == [("dtg_30s_hyena_missile_type",)] * count


@pytest.mark.parametrize("text", ["014 Lava", "533 Gribble", "Spike 533", "999", "FPA-99", "014 246 lines"])
def test_a_number_that_may_be_something_else_is_no_card(text: str) -> None:
    """Another's name beside it, or nobody's: nothing but what is sure is taken."""
    taken = [name for entry in read("obsidian_protocol", f"Ours\n{text}").draft.entries for name in entry.slots]
    assert taken == (["pilot"] if text.startswith("Spike") else [])


def test_points_beside_a_name_are_no_numbers() -> None:
    """What a card costs may be the number of another."""
    found = read("obsidian_protocol", "Ours\nSpike = 060\nMisty,1,533\nRT-06 Mire Battle Core | 1 | 079")
    taken = [name for entry in found.draft.entries for names in entry.slots.values() for name in names]
    assert taken == ["spike", "misty", "rt_06_mire_battle_core"]
