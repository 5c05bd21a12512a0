"""Requests and answers over plain HTTP about tables of one's own: judge a plan, open one, look around on it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from muster.kernel.forms import Id
from muster.kernel.tables import Kit, Piece, Plan
from muster.tables.judging import JudgedPlan


class ReadyTable(msgspec.Struct, frozen=True):
    """A table that comes with the game, to begin from."""

    id: str
    name: str


class KitInfo(msgspec.Struct, frozen=True):
    """The kit of a game's tables, the field of the options they come in, and those that are ready."""

    field: str
    kit: Kit
    ready: list[ReadyTable]


class JudgePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Judge a plan."""

    plan: Plan


class PlanView(msgspec.Struct, frozen=True):
    """A plan as the game sees it, and the view of the bare table, as a match on it would show it."""

    judged: JudgedPlan
    view: Any


class OpenPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table: the code of a link, the text of a pack, the id of a ready one, or a style with a seed."""

    code: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    file: Annotated[str, msgspec.Meta(max_length=60_000)] = ""
    ready: Id = ""
    style: Id = ""
    seed: Annotated[int, msgspec.Meta(ge=1, le=999_999)] = 1


class PlanOpened(msgspec.Struct, frozen=True):
    plan: Plan


class LookAround(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look around on a plan, from the middle of a piece that stands for the one who looks."""

    plan: Plan
    at: Piece
    looker: Id
