"""Packs: cards as TOML, decoded into typed structs, with overlays and errors that name file, line, card and field.

A pack file holds arrays of tables, one array for each kind of card; every card has an `id` and says where its figures
come from. An overlay is a pack file of the same form whose cards replace, field by field, those with the same id. A
pack never contains code: an effect is the name of a rule.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, cast

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.pack_errors import PackError, Problem, nearest, quoted
from muster.kernel.pack_forms import Flaw, field_name, flaws, listed, type_of
from muster.kernel.pack_lines import Path, lines_of
from muster.kernel.text import NOTHING, Param
from muster.kernel.toml import read_toml
from muster.kernel.words import Catalogue

Source = Literal["rulebook", "public", "house"]
"""Where a figure comes from: the rule text, public material, or ourselves because no figure could be found."""


CardId = Annotated[str, msgspec.Meta(max_length=60, pattern="^[a-z0-9_]+$")]
CardName = Annotated[str, msgspec.Meta(max_length=80)]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields every card has."""

    id: CardId
    source: Source
    name: CardName = ""
    """Its name among people. Our own cards have their names in the messages."""


C = TypeVar("C", bound=Card)
T = TypeVar("T")


class PackFile(msgspec.Struct, frozen=True):
    """A pack as text, already read from its file."""

    name: str
    text: str


class PackId(msgspec.Struct, frozen=True):
    """A pack as a journal's header names it: its name and the hash of its content (comments do not count)."""

    name: str
    hash: str


MOST_CHARACTERS = 1_000_000
MOST_CARDS = 2_000
"""The largest pack that is laid over a game's own: ten times what a whole game has."""
ID = re.compile(r"^[a-z0-9_]{1,60}$")
Sheet = Mapping[str, Any]
"""The fields of a card as plain data."""


def parse_pack(pack: PackFile) -> dict[str, Any]:
    """The content of a pack; raises `PackError` if it is not TOML."""
    try:
        return read_toml(pack.text)
    except RecursionError:
        raise PackError([Problem("too_deep", file=pack.name)]) from None
    except ValueError as error:  # not only TOMLDecodeError: a number may have too many digits
        line = LINE_IN_ERROR.search(str(error))
        what = str(error) if line is None else str(error)[: line.start()]
        problem = Problem("no_toml", {"error": quoted(what)}, pack.name, int(line[1]) if line else 0)
        raise PackError([problem]) from None


LINE_IN_ERROR = re.compile(r" \(at line (\d+), column \d+\)$")


def pack_id(name: str, files: Sequence[PackFile]) -> PackId:
    """The identity of the files that together make a pack."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(msgspec.json.encode(parse_pack(file), order="sorted"))
    return PackId(name, digest.hexdigest()[:16])


CORE = "core"
"""The name of a game's own cards among the packs of a match."""


def pack_ids(core: Sequence[PackFile], overlays: Sequence[PackFile]) -> tuple[PackId, ...]:
    """The identities of all packs that a game is made of."""
    return pack_id(CORE, core), *(pack_id(overlay.name, [overlay]) for overlay in overlays)


@dataclass(slots=True)
class _Raw:
    """A card before it is decoded: its fields, and where each was said last (the file, and which card of its kind)."""

    fields: dict[str, Any]
    said: tuple[PackFile, int]
    origins: dict[str, tuple[PackFile, int]]


Noting = Callable[[str, str], AbstractContextManager[None]]
"""While something is made of a card (its kind, its id): what happens to an error."""


def raising(kind: str, card_id: str) -> AbstractContextManager[None]:
    """Let an error through; `Shelf.about` notes it instead, with its place."""
    return nullcontext()


class Shelf:
    """The cards of a core pack with its overlays on top, by kind and id.

    Making a shelf checks everything that the forms of the cards say; raises `PackError` with all that is wrong. What a
    game checks besides, it reports with `fault`, and ends with `settle`.
    """

    def __init__(
        self, core: Sequence[PackFile], overlays: Sequence[PackFile] = (), forms: Mapping[str, type[Card]] = {}
    ) -> None:
        self.forms = dict(forms)
        self._raw: dict[str, dict[str, _Raw]] = {kind: {} for kind in forms}
        self._problems: list[Problem] = []
        self._lines: dict[PackFile, dict[Path, int]] = {}
        for file in core:
            self._add(file, overlay=False)
        for file in overlays:
            self._add_overlay(file)
        self._cards = {kind: self._decoded(kind, form) for kind, form in self.forms.items()}
        self.settle()

    def _add_overlay(self, file: PackFile) -> None:
        if len(file.text) > MOST_CHARACTERS:
            self._problems.append(Problem("too_large", {"most": MOST_CHARACTERS, "count": len(file.text)}, file.name))
            return
        try:
            self._add(file, overlay=True)
        except PackError as error:
            self._problems += error.problems

    def _add(self, file: PackFile, overlay: bool) -> None:
        parsed = parse_pack(file)
        count = sum(len(cards) for cards in parsed.values() if isinstance(cards, list))
        if overlay and count > MOST_CARDS:
            self._problems.append(Problem("too_many", {"most": MOST_CARDS, "count": count}, file.name))
            return
        for kind, cards in parsed.items():
            if kind not in self._raw:
                params: dict[str, Param] = {"value": quoted(kind), "known": ", ".join(self.forms)}
                self._blame(file, (kind,), "no_kind", params, nearest(kind, self.forms))
            elif not isinstance(cards, list):
                self._blame(file, (kind,), "no_array", {"kind": kind}, kind=kind)
            else:
                seen: set[str] = set()
                for number, fields in enumerate(cards):
                    self._add_card(file, kind, number, fields, overlay, seen)

    def _blame(
        self,
        file: PackFile,
        path: Path,
        what: str,
        params: Mapping[str, Param] = NOTHING,
        suggestion: str = "",
        **about: str,
    ) -> None:
        line = self._line(file, path)
        self._problems.append(Problem(what, dict(params), file.name, line, suggestion=suggestion, **about))

    def _line(self, file: PackFile, path: Path) -> int:
        """The line of a place in a file, or of the nearest thing around it."""
        if file not in self._lines:
            self._lines[file] = lines_of(file.text)
        for end in range(len(path), 0, -1):
            if path[:end] in self._lines[file]:
                return self._lines[file][path[:end]]
        return 0

    def _add_card(self, file: PackFile, kind: str, number: int, fields: object, overlay: bool, seen: set[str]) -> None:
        path: Path = (kind, number)
        card_id = fields.get("id") if isinstance(fields, Mapping) else None
        if not isinstance(fields, Mapping) or not isinstance(card_id, str):
            self._blame(file, (*path, "id"), "no_id", {"kind": kind, "number": number + 1}, kind=kind, field="id")
            return
        if not ID.fullmatch(card_id):
            self._blame(file, (*path, "id"), "odd_id", {"value": quoted(card_id)}, kind=kind, field="id")
            return
        shelf = self._raw[kind]
        known = shelf.get(card_id)
        said = (file, number)
        if card_id in seen or (known is not None and not overlay):
            self._blame(file, (*path, "id"), "twice", kind=kind, card=card_id)
        elif known is None:
            shelf[card_id] = _Raw(dict(fields), said, dict.fromkeys(fields, said))
        elif "source" not in fields:
            self._blame(file, path, "no_source", kind=kind, card=card_id, field="source")
        else:
            origins = {**known.origins, **dict.fromkeys(fields, said)}
            shelf[card_id] = _Raw({**known.fields, **fields}, said, origins)
        seen.add(card_id)

    def _decoded(self, kind: str, form: type[Card]) -> dict[str, Card]:
        """Decode the cards of a kind; what is wrong with them is noted."""
        found: dict[str, Card] = {}
        shape = type_of(form)
        for card_id, raw in self._raw[kind].items():
            wrong = list(flaws(raw.fields, shape, self._raw))
            for flaw in wrong:
                self._fault(kind, card_id, flaw)
            if wrong:
                continue
            try:
                found[card_id] = msgspec.convert(raw.fields, form)
            except msgspec.ValidationError as error:
                self.fault(kind, card_id, (), "plain", {"error": explain(error)})
        return found

    # Reporting

    def fault(
        self,
        kind: str,
        card_id: str,
        path: str | Path,
        what: str,
        params: Mapping[str, Param] = NOTHING,
        suggestion: str = "",
    ) -> None:
        """Note that something is wrong with a card: at which field, and the key of the sentence that says what."""
        where = (path,) if isinstance(path, str) and path else path or ()
        self._fault(kind, card_id, Flaw(tuple(where), what, dict(params), suggestion))

    def _fault(self, kind: str, card_id: str, flaw: Flaw) -> None:
        raw = self._raw[kind][card_id]
        file, number = raw.said
        if flaw.path and raw.origins.get(str(flaw.path[0]), raw.said) == raw.said:
            line = self._line(file, (kind, number, *flaw.path))
        else:
            line = self._line(file, (kind, number))
        field = field_name(flaw.path)
        self._problems.append(
            Problem(flaw.what, flaw.params, file.name, line, kind, card_id, quoted(field), flaw.suggestion)
        )

    def only(self, kind: str, names: Sequence[str]) -> None:
        """Note what is missing or too much of a kind that the rules know by name: there are these and no others."""
        for name in self.ids(kind):
            if name not in names:
                self.fault(kind, name, "id", "not_among", {"value": name, "known": listed(names)}, nearest(name, names))
        for name in names:
            if name not in self.ids(kind):
                self.lacks("no_cards", {"kind": kind, "value": name})

    def lacks(self, what: str, params: Mapping[str, Param] = NOTHING) -> None:
        """Note that something is wrong with the packs taken together."""
        self._problems.append(Problem(what, dict(params)))

    @contextmanager
    def about(self, kind: str, card_id: str) -> Iterator[None]:
        """Note an error that comes up while something is made of this card."""
        try:
            yield
        except PackError:
            raise
        except GameError as error:
            text = str(error).removeprefix(f"{kind} {card_id!r}: ")
            field = FIELD_IN_ERROR.match(text)
            text, path = (text[field.end() :], field[1]) if field else (text, "")
            self.fault(kind, card_id, path, "plain", {"error": text})

    def settle(self) -> None:
        """Raise what was noted, if anything was."""
        if self._problems:
            raise PackError(sorted(self._problems, key=lambda problem: (problem.file, problem.line)))

    # What stands on it

    def cards(self, kind: str, card_type: type[C]) -> dict[str, C]:
        """The decoded cards of a kind, by id, in the order of the files."""
        return cast("dict[str, C]", self._cards[kind])

    def sheet(self, kind: str, card_id: str) -> Sheet | None:
        """The fields that the packs give for a card; None if there is no such card."""
        raw = self._raw.get(kind, {}).get(card_id)
        return None if raw is None else raw.fields

    def ids(self, kind: str) -> tuple[str, ...]:
        return tuple(self._raw.get(kind, ()))

    def sources(self) -> dict[str, str]:
        """The source of each card's figures, by `kind.id`, so that clients can mark ours."""
        return {f"{kind}.{card.id}": card.source for kind, cards in self._cards.items() for card in cards.values()}

    def names(self) -> dict[str, str]:
        """The names that cards bring along, by `kind.id`."""
        return {
            f"{kind}.{card.id}": card.name
            for kind, cards in self._cards.items()
            for card in cards.values()
            if card.name
        }


def named(catalogue: Catalogue, shelf: Shelf, kinds: Mapping[str, str] = {}) -> Catalogue:
    """The words of a game with the names its packs bring along; `kinds` says under which word a kind's names stand, if
    not under its own.
    """
    names = {}
    for key, name in shelf.names().items():
        kind, _, card = key.partition(".")
        names[f"{kinds.get(kind, kind)}.{card}"] = name
    if not names:
        return catalogue
    return Catalogue({language: {**known, **names} for language, known in catalogue.templates.items()})


FIELD_IN_ERROR = re.compile(r"field ([a-z_]+): ")
PATH = re.compile(r"^(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
FIELD = re.compile(r"^(?P<what>.*?) field `(?P<name>\w+)`$")


def decode(given: Any, wanted: type[T], where: str) -> T:
    """Turn plain data from outside into a typed value; raises `GameError` naming the place and the field."""
    try:
        return msgspec.convert(given, wanted)
    except msgspec.ValidationError as error:
        raise GameError(f"{where}: {explain(error)}") from None


def explain(error: msgspec.ValidationError) -> str:
    """A decoding error as `field attack.damage: expected int, got str`."""
    match = PATH.match(str(error))
    assert match is not None
    what, path = match["what"], match["path"] or ""
    about = FIELD.match(what)
    if about is not None:
        path = f"{path}.{about['name']}".strip(".")
        what = "is missing" if "missing" in about["what"] else "is not a field it has"
        return f"field {path} {what}"
    what = what.replace("`", "")
    return f"field {path}: {what[:1].lower()}{what[1:]}" if path else what[:1].lower() + what[1:]
