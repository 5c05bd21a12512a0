"""Tables of one's own: the kit of pieces from which a game's table is built, a table as a plan, and what it breaks.

A game describes its kit once as data; a client draws any such kit and knows no game. A plan lists pieces with the
middle of each, in units of the game's choosing; it may break every rule. The game turns it into a card of its packs
and back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.forms import ChoiceValue, FormChoice, Id, Title
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text
from muster.kernel.words import Words

F = TypeVar("F")

Measure = Annotated[float, msgspec.Meta(ge=-4000, le=4000)]
Extent = Annotated[int, msgspec.Meta(ge=0, le=400)]
MOST_PIECES = 400
"""The most pieces of a plan."""
SEED_MARK = ":"
"""Stands between a style and its seed where a table to be made is named: `dense:7`."""
MOST_SEED = 999_999


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece on a table: its kind, its middle, its level from 1, its size, and where its front looks, in degrees."""

    kind: Id
    x: Measure
    y: Measure
    level: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    width: Extent = 1
    depth: Extent = 1
    height: Extent = 1
    turn: Annotated[int, msgspec.Meta(ge=-360, le=360)] = 0


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table as far as it has come: its name, the choices about the whole of it, and its pieces in the order in which
    they were laid down.
    """

    name: Title = ""
    choices: Annotated[dict[Id, int | Id], msgspec.Meta(max_length=12)] = {}
    pieces: Annotated[tuple[Piece, ...], msgspec.Meta(max_length=MOST_PIECES)] = ()


class Span(msgspec.Struct, frozen=True):
    """How small and how large a piece may be in some direction, how large it usually is, and by how much it grows."""

    least: int = 1
    usual: int = 1
    most: int = 1
    step: int = 1


class PieceKind(msgspec.Struct, frozen=True):
    """A kind of piece. `turning` says how it is turned: not at all, by changing width for depth, or by so many degrees.

    A piece with a `radius` is always of one size, and is found so far around its middle. `over` is how far it lies
    above others when they are picked: a door is picked before the building it is in.
    """

    id: str
    title: str
    glyph: str = ""
    width: Span = Span()
    depth: Span = Span()
    height: Span = Span()
    levels: tuple[int, int] = (1, 1)
    turning: int | Literal["swap"] = 0
    radius: float = 0
    over: int = 0


class Kit(msgspec.Struct, frozen=True):
    """Everything a table of a game is made of, in the words of one language.

    A table is `width` by `depth` units; turned about its `middle` it lies on itself. `step` is how far an arrow key
    moves a piece. `styles` are those a table can be made in, `lookers` those who look around on it.
    """

    one: str
    width: float
    depth: float
    middle: tuple[float, float]
    step: float
    levels: int
    choices: list[FormChoice]
    kinds: list[PieceKind]
    styles: list[ChoiceValue]
    lookers: list[ChoiceValue]


Polygon = tuple[tuple[float, float], ...]


class Vista(msgspec.Struct, frozen=True):
    """Sight and reach from a place: the areas hidden from there and those within a move, by level."""

    x: float
    y: float
    level: int
    hidden: dict[int, list[Polygon]]
    reached: dict[int, list[Polygon]]


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that a table breaks: the clause, the reason, the place and level (None: the table as a whole).

    Advice is no breach of a rule: the table can be played on.
    """

    clause: str
    reason: Text
    at: tuple[float, float, int] | None = None
    advice: bool = False

    def refusal(self) -> Refusal:
        return Refusal(self.clause, self.reason)


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a game: how they are described, checked and made.

    A table is plain data: a card of the pack's kind `kind`, complete with `id` and `source`. A match takes the id of
    one, a whole card, or a style with a seed (`dense:7`) in the field `field` of its options.
    """

    kind: str
    field: str
    styles: Sequence[str]
    kit: Callable[[Words], Kit]
    """Everything there is to build with."""
    ready: Callable[[], Mapping[str, Mapping[str, Any]]]
    """The tables of the packs, by id."""
    plan: Callable[[Mapping[str, Any]], Plan]
    """A table as a plan. Raises `GameError` if it is no table at all."""
    card: Callable[[Plan], dict[str, Any]]
    """A plan as a table, every piece where it fits best. Raises `GameError` naming what the kit does not have."""
    check: Callable[[Mapping[str, Any]], list[Breach]]
    """Everything a table breaks. Raises `GameError` if it is no table at all."""
    make: Callable[[str, random.Random], dict[str, Any]]
    """A legal table in a style, the same for both sides."""
    show: Callable[[Plan], msgspec.Struct]
    """The view of an empty table with this plan, as a match on it would show it."""
    look: Callable[[Plan, Piece, str], Vista]
    """A looker's sight and reach from a place, the middle of the piece."""


def breaches(tables: Tables, card: Mapping[str, Any]) -> list[Breach]:
    """The rules that a table breaks, without advice."""
    return [found for found in tables.check(card) if not found.advice]


def refuse_breaches(found: Sequence[Breach], words: Words, where: str) -> None:
    """Raise `GameError` with every rule that is broken and its clause, if one is."""
    broken = [f"{words.say(breach.reason)} [{breach.clause}]" for breach in found if not breach.advice]
    if broken:
        raise GameError(f"{where}: {'; '.join(dict.fromkeys(broken))}")


def style_and_seed(text: str, styles: Sequence[str]) -> tuple[str, int] | None:
    """The style and the seed of `dense:7`; None if it names no style. Raises `GameError` for a seed that is none."""
    style, mark, seed = text.partition(SEED_MARK)
    if style not in styles:
        return None
    if not mark:
        return style, 1
    if (
        not seed.isascii()
        or not seed.isdigit()
        or not 1 <= int(seed[:9]) <= MOST_SEED
        or len(seed) > len(str(MOST_SEED))
    ):
        raise GameError(
            f"the seed of a table is a number from 1 to {MOST_SEED}, as in {style}{SEED_MARK}7; not {seed!r}"
        )
    return style, int(seed)


def made(tables: Tables, style: str, seed: int) -> dict[str, Any]:
    """The table of a style with a seed: the same whenever it is made."""
    if style not in tables.styles:
        raise GameError(f"there is no style {style!r}; there are {', '.join(tables.styles)}")
    return make_card(tables.make, style, seed)


def make_card(make: Callable[[str, random.Random], dict[str, Any]], style: str, seed: int) -> dict[str, Any]:
    return make(style, random.Random(f"{style}{SEED_MARK}{seed}")) | {"id": f"{style}_{seed}", "source": "house"}


def half_turned(piece: Piece, middle: tuple[float, float]) -> Piece:
    """The piece on the other side of the table, turned half about its middle."""
    x, y = middle
    return msgspec.structs.replace(piece, x=2 * x - piece.x, y=2 * y - piece.y, turn=(piece.turn + 180) % 360)


def known_kind(piece: Piece, kinds: Sequence[str]) -> str:
    """The kind of a piece; raises `GameError` if the kit does not have it, or if it lies nowhere."""
    if piece.kind not in kinds:
        raise GameError(f"plan: there is no piece {piece.kind!r}; there are {', '.join(kinds)}")
    if not (isfinite(piece.x) and isfinite(piece.y)):
        raise GameError(f"plan: the piece {piece.kind!r} lies nowhere")
    return piece.kind


IN_TURN = "in_turn"
"""Stands in the place of a table that the players set up themselves, in turn, when the match begins."""
MOST_KEPT = 32
"""The most tables of people's own that are kept ready."""


class Chest(Generic[F]):
    """The tables that a match can be played on: those of the packs, those made in a style, and those brought along.

    `build` makes a table ready to play on from a card, and raises `GameError` for one that breaks a rule.
    """

    def __init__(
        self,
        field: str,
        ready: Mapping[str, F],
        styles: Sequence[str],
        make: Callable[[str, random.Random], dict[str, Any]],
        build: Callable[[Mapping[str, Any]], F],
    ) -> None:
        self._field = field
        self._ready = ready
        self._styles = styles
        self._make = make
        self._build = build
        self._kept: dict[str, F] = {}

    def find(self, wanted: str | Mapping[str, Any], others: Sequence[str] = ()) -> F:
        """The table that an option names or describes. `others` are values that stand for no table, to be named when
        there is none of that name.
        """
        if isinstance(wanted, str) and wanted in self._ready:
            return self._ready[wanted]
        key = wanted if isinstance(wanted, str) else msgspec.json.encode(wanted, order="sorted").decode()
        found = self._kept.get(key)
        if found is None:
            found = self._build(self._card(wanted, others))
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = found
        return found

    def _card(self, wanted: str | Mapping[str, Any], others: Sequence[str]) -> Mapping[str, Any]:
        if not isinstance(wanted, str):
            return wanted
        named = style_and_seed(wanted, self._styles)
        if named is None:
            known = ", ".join([*self._ready, *(f"{style}{SEED_MARK}7" for style in self._styles), *others])
            raise GameError(f"options: field {self._field}: there is no {wanted!r}; there are {known}")
        return make_card(self._make, *named)
