"""Requests and answers over plain HTTP about packs: check some before a table is set up, see those of a table."""

from __future__ import annotations

from typing import Any

import msgspec

from muster.kernel.pack_changes import CardChange
from muster.kernel.packs import PackId
from muster.server.protocol.http import GameInfo
from muster.server.protocol.types import PackText, PackTexts, ShippedNames


class CheckPacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Check packs that somebody would like to play with, and the options of a match with them."""

    packs: PackTexts = []
    shipped: ShippedNames = []
    options: dict[str, Any] = {}


class PackProblem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a pack, and where: its file, line (0: nowhere in particular), card and field."""

    file: str
    line: int
    kind: str
    card: str
    field: str
    text: str


class PackReport(msgspec.Struct, frozen=True):
    """Packs as the server found them. If nothing is wrong: what they change, the game as it can be set up then, and the
    packs by name and hash.
    """

    problems: list[PackProblem]
    changes: list[CardChange] = []
    game: GameInfo | None = None
    ids: list[PackId] = []


class CardForms(msgspec.Struct, frozen=True):
    """Everything that a card editor needs of a game: the form of its packs as JSON Schema, and its own cards by kind,
    each as its pack writes it. `names` are their names by `kind.id`; `kinds` and `fields` say how people call those.
    """

    schema: dict[str, Any]
    cards: dict[str, list[dict[str, Any]]]
    names: dict[str, str]
    kinds: dict[str, str]
    fields: dict[str, str]


class PackRead(msgspec.Struct, frozen=True):
    """The cards of a pack as data, by kind; whether they fit is another question."""

    cards: dict[str, list[dict[str, Any]]]


class TableCards(msgspec.Struct, frozen=True):
    """The cards of a table that are not those of the game: its packs as they were sent, and what they change. `names`
    are words that the packs bring along; `house` lists all cards whose figures are invented.
    """

    packs: list[PackText]
    changes: list[CardChange]
    names: dict[str, str]
    house: list[str]
