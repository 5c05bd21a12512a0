"""Requests and answers over plain HTTP about forces: judge a draft, open a link, a file or a list."""

from __future__ import annotations

from typing import Annotated

import msgspec

from muster.forces.codec import MOST_PACKS
from muster.forces.judging import JudgedDraft, Offer
from muster.forces.reading import Read
from muster.kernel.forms import Draft, Form, Id
from muster.kernel.packs import PackId

PackIds = Annotated[list[PackId], msgspec.Meta(max_length=MOST_PACKS)]
"""The packs whose cards a force may have, by name and hash."""


class AskForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of a game's forces with some packs."""

    packs: PackIds = []


class SlotPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slot of an entry; the entry after the last is a new one of the group."""

    entry: Annotated[int, msgspec.Meta(ge=0, le=60)]
    group: Id
    slot: Id


class JudgeForce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Judge a draft, and say what may stand in a slot of it."""

    draft: Draft
    place: SlotPlace | None = None
    packs: PackIds = []


class ForceView(msgspec.Struct, frozen=True):
    """A draft as the game sees it, as a text for a chat, and the offers for the slot that was asked about."""

    judged: JudgedDraft
    text: str
    offers: list[Offer]


class OpenForce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a force: the code of a link, the text of a file, a list of names, or the id of a ready one. `answers` are
    those to the questions that a list has left open.
    """

    code: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    file: Annotated[str, msgspec.Meta(max_length=40_000)] = ""
    list: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    ready: Id = ""
    answers: Annotated[dict[str, Id], msgspec.Meta(max_length=200)] = {}
    packs: PackIds = []


class ForceOpened(msgspec.Struct, frozen=True):
    """A force that was opened; `lines` say how each line of a list was understood."""

    draft: Draft
    lines: list[Read] = []
    packs: list[PackId] = []


class ReadyForce(msgspec.Struct, frozen=True):
    """A force that comes with the game, to begin from."""

    id: str
    name: str
    points: int


class FormInfo(msgspec.Struct, frozen=True):
    """The form of a game's forces, the field of the options they come in, and those that are ready."""

    field: str
    form: Form
    ready: list[ReadyForce]
    matched: bool = False
    """Whether the game can say what one force does to another."""


class MatchForces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of a draft on another force: one that is ready, or another draft with packs of its own."""

    draft: Draft
    packs: PackIds = []
    ready: Id = ""
    other: Draft | None = None
    other_packs: PackIds = []


class MatchupColumn(msgspec.Struct, frozen=True):
    """Something that can be hit."""

    target: str
    armour: str


class MatchupPlace(msgspec.Struct, frozen=True):
    """The chance to get through, and the damage to expect."""

    chance: float
    damage: float


class MatchupRow(msgspec.Struct, frozen=True):
    """A weapon in some circumstances, with a place for each column."""

    bearer: str
    weapon: str
    band: str
    places: list[MatchupPlace | None]


class MatchupReach(msgspec.Struct, frozen=True):
    """The damage to expect of somebody's best weapon from one distance to another, on the mean of all armour."""

    bearer: str
    near: int
    far: int
    dealt: float


class MatchupPart(msgspec.Struct, frozen=True):
    """The share of a part: the damage to expect of its best weapon, on the mean of all armour."""

    bearer: str
    part: str
    dealt: float


class ForceMatchup(msgspec.Struct, frozen=True, tag="matchup"):
    """A force against another: every weapon against every armour, damage by distance, and what each part adds."""

    columns: list[MatchupColumn]
    rows: list[MatchupRow]
    reaches: list[MatchupReach]
    parts: list[MatchupPart]
    aims: list[str]
