"""The form of a force: which choices and slots it has, which cards may stand in each, and what is printed on them.

A game with forces describes them once as data; a client draws any such form and knows no game. What a player has put
together so far is a `Draft`: it may break every rule, and the game turns it into a force of its packs and back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from muster.kernel.words import Words

Id = Annotated[str, msgspec.Meta(max_length=80)]
Title = Annotated[str, msgspec.Meta(max_length=60)]
Value = bool | Annotated[int, msgspec.Meta(ge=-1, le=9999)] | Id


class Word(msgspec.Struct, frozen=True):
    """A keyword as it stands on a card; `term` is its key in the glossary, `before` a condition or the like."""

    term: str
    text: str
    before: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A figure of a card. `better` says which of two is stronger when cards are compared: `more`, `less` or neither."""

    term: str
    name: str
    value: int | str
    better: Literal["more", "less", ""] = ""


class Line(msgspec.Struct, frozen=True):
    """One thing a card can do, such as an action or a weapon: its figures, its dice by colour, its keywords."""

    name: str
    about: list[Word] = []
    dice: dict[str, int] = {}
    words: list[Word] = []


class FormCard(msgspec.Struct, frozen=True):
    """A card that may stand in the slots of its `kind`. `term` is its key in the glossary and among the house cards.

    `sub` is a word under its name (its rank, its size), `only` the choices it goes with: `{"faction": ["rdl"]}`.
    """

    id: str
    kind: str
    term: str
    name: str
    points: int
    sub: Word | None = None
    figures: list[Figure] = []
    lines: list[Line] = []
    words: list[Word] = []
    only: dict[str, list[str]] = {}
    house: bool = False
    beside: list[str] = []
    """Cards of the kind `beside` that come with it and stand in no slot: what it launches, the face under it."""
    number: str = ""
    """The number that is printed on it, by which a list may name it."""


class Slot(msgspec.Struct, frozen=True):
    """A place for up to `most` cards of some kinds. `needed` if an entry is nothing without it."""

    id: str
    title: str
    kinds: list[str]
    most: int = 1
    needed: bool = False
    figure: str = ""
    """The part of the figure drawn in the middle that this slot is, if the entries of this group are drawn."""


class Group(msgspec.Struct, frozen=True):
    """Entries of one sort, each with the same slots: mechs, drones, models."""

    id: str
    title: str
    one: str
    slots: list[Slot]


class ChoiceValue(msgspec.Struct, frozen=True):
    value: bool | int | str
    title: str


class FormChoice(msgspec.Struct, frozen=True):
    """A choice for the whole force: one of some values; or a count from 0 to `most` if there are none; or, with
    `among`, an entry of that group by its place, -1 for none.
    """

    field: str
    title: str
    values: list[ChoiceValue]
    usual: bool | int | str
    most: int = 0
    among: str = ""


class Form(msgspec.Struct, frozen=True):
    """All there is to choose from, in the words of one language. `one` is what such a force is called."""

    one: str
    choices: list[FormChoice]
    groups: list[Group]
    cards: list[FormCard]


class DraftEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a group: the cards in its slots, by their ids."""

    group: Id
    slots: Annotated[dict[Id, Annotated[tuple[Id, ...], msgspec.Meta(max_length=12)]], msgspec.Meta(max_length=12)] = {}


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force as far as it has come. It need not be legal, nor even complete."""

    name: Title = ""
    choices: Annotated[dict[Id, Value], msgspec.Meta(max_length=12)] = {}
    entries: Annotated[tuple[DraftEntry, ...], msgspec.Meta(max_length=60)] = ()


class Limit(msgspec.Struct, frozen=True):
    """Something counted: so many, of at least `least` and at most `most` (None: no limit)."""

    title: str
    count: int
    most: int | None = None
    least: int = 0


class Tally(msgspec.Struct, frozen=True):
    """The cost of a draft, all in all and each entry of it, of how many points, and what else is counted."""

    points: int
    most: int
    entries: list[int]
    limits: list[Limit]


def once(make: Callable[[Words], Form]) -> Callable[[Words], Form]:
    """A form in every language, made when somebody first asks for it and kept."""
    made: dict[str, Form] = {}

    def form(words: Words) -> Form:
        if words.language not in made:
            made[words.language] = make(words)
        return made[words.language]

    return form


def card_points(form: Form, draft: Draft) -> list[int]:
    """The points of the cards in each entry; a card that the form does not know costs nothing."""
    costs = {(card.kind, card.id): card.points for card in form.cards}
    slots = {(group.id, slot.id): slot for group in form.groups for slot in group.slots}
    found: list[int] = []
    for entry in draft.entries:
        total = 0
        for name, cards in entry.slots.items():
            slot = slots.get((entry.group, name))
            kinds = slot.kinds if slot is not None else ()
            total += sum(next((costs[kind, card] for kind in kinds if (kind, card) in costs), 0) for card in cards)
        found.append(total)
    return found
