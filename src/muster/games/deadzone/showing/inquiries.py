"""Questions asked beside the table, answered from a view: `card A1` (or just `A1`) reads a stat card out."""

from __future__ import annotations

from muster.games.deadzone.showing.card_views import CardView, WeaponView
from muster.games.deadzone.showing.views import TableView
from muster.kernel.text import Text
from muster.kernel.words import Words

VERBS = ("card", "carta")


def inquire(view: TableView, words: Words, question: str) -> str | None:
    """The stat card of a model, by its tag; None if it is no such question."""
    parts = question.split()
    if len(parts) == 2 and parts[0].lower() in VERBS:
        parts = parts[1:]
    model = next((one for one in view.models if len(parts) == 1 and one.tag.lower() == parts[0].lower()), None)
    if model is None:
        return None
    card = next(one for one in view.cards if one.id == model.card)
    return _card(card, model.abilities, words)


def _stat(value: int) -> str:
    return f"{value}+" if value else "-"


def _card(card: CardView, abilities: tuple[str, ...], words: Words) -> str:
    command = "-".join(str(figure) for figure in card.command) if any(card.command) else "-"
    text = words.say(
        Text(
            "inquiry.card",
            {
                "model": card.id,
                "rank": card.rank,
                "cost": card.cost,
                "command": command,
                "shoot": _stat(card.shoot),
                "fight": _stat(card.fight),
                "survive": _stat(card.survive),
                "armour": card.armour or "-",
                "size": card.size,
            },
        )
    )
    names = [_ability(name, card, words) for name in abilities]
    if names:
        text += " " + ", ".join(names) + "."
    for weapon in card.weapons:
        text += " " + _weapon(weapon, words)
    return text


def _ability(name: str, card: CardView, words: Words) -> str:
    """The name of an ability; a vehicle's says how much damage it takes."""
    return words.name("ability", name) + (f" ({card.hull})" if name == "vehicle" else "")


def _weapon(weapon: WeaponView, words: Words) -> str:
    parts = [words.say(Text("inquiry.range", {"range": weapon.range})) if weapon.range else "F"]
    parts += [f"AP{weapon.ap}"] if weapon.ap else []
    parts += [words.name("keyword", name) for name in weapon.keywords]
    return f"{words.name('weapon', weapon.id)}: {', '.join(parts)}."
