"""Reading a list that somebody already has: names and counts, however they are spelled, line by line.

Bullets, numbers, points in brackets and headings do not matter. Each line is told as it was understood; where several
cards may be meant, it is a question, and nothing is taken until somebody has answered it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from muster.forces.choices import chosen_in, is_called, value_of
from muster.forces.judging import Room
from muster.forces.lines import BULLET, POINTS, Line, counted, lines_of, without_runs
from muster.forces.listing import value_title
from muster.forces.names import CLOSE, Guess, Index, is_clear, plain
from muster.forces.phrases import say
from muster.kernel.errors import GameError
from muster.kernel.forms import Draft, DraftEntry, Form, FormCard, Group

MOST_LINES = 150
MOST_LETTERS = 20_000
MOST_IN_LINE = 1_000
"""The time to look for points grows with the square of the length of a line."""
MOST_PIECES = 300
ALIKE = 0.86
"""A title less like a card than this is a title."""
SUM = re.compile(r"^(?:total|sum|suma)?\W*\d+\s*(?:/|of|de|out of)\s*\d+|^(?:total|sum|suma)\b", re.IGNORECASE)
JOINED = re.compile(r"\s*\+\s*|\s+(?:with|con|w/|w\.|and|y|&)\s+", re.IGNORECASE)
APART = re.compile(r"\s*[,;·|\t]\s*")
SLOTTED = re.compile(r"\s*[:=)]\s*|\s+[-–—]\s+")
LETTERED = re.compile(r"(.*\S)\s*[(\[]([A-Za-z])[)\]]$")
HEADED = re.compile(r"\s*:\s*|\s+[-–—]\s+")
BRACKET = re.compile(r"\s*[(\[]([^()\[\]]+)[)\]]\s*$")
LINK = re.compile(r"https?://\S+|^\s*#(?!\w{2,}(?:-\w+)*\s*$)")

Kind = Literal["card", "choice", "heading", "name", "sum", "unclear", "nothing"]


class Candidate(msgspec.Struct, frozen=True):
    """A card that may be meant; `answer` is what to say to choose it."""

    answer: str
    name: str
    sub: str


class Read(msgspec.Struct, frozen=True):
    """A piece of a line as it was understood. `key` names it, if it is a question."""

    line: int
    text: str
    kind: Kind
    said: str
    key: str = ""
    candidates: list[Candidate] = []


class ListRead(msgspec.Struct, frozen=True):
    """A list as it was understood."""

    draft: Draft
    lines: list[Read]


def read_list(room: Room, forms: list[Form], text: str, answers: Mapping[str, str] = {}) -> ListRead:
    """Understand a list. `forms` are those of all languages, `answers` the candidates chosen for unclear pieces."""
    if len(text) > MOST_LETTERS or text.count("\n") > MOST_LINES:
        raise GameError(f"list: it is too long; {MOST_LINES} lines are read at most")
    text = without_runs(text)
    for number, written in enumerate(text.splitlines(), 1):
        if len(written) > MOST_IN_LINE:
            raise GameError(f"list: line {number} is too long; {MOST_IN_LINE} letters of a line are read at most")
    if sum(len(pieces_of(line)) for line in text.splitlines()) > MOST_PIECES:
        raise GameError(f"list: it is too long; {MOST_PIECES} names are read at most")
    reader = Reader(room, forms, answers)
    for line in lines_of(text, reader.worth, reader.is_number):
        reader.scan(line)
    return reader.finish()


class Reader:
    """Goes through a list once for what is chosen for the whole force, then once for its cards."""

    def __init__(self, room: Room, forms: list[Form], answers: Mapping[str, str]) -> None:
        self._room = room
        self._answers = answers
        self._language = room.words.language
        kinds = {kind for slot in room.slots.values() for kind in slot.kinds}
        self._index = Index([[card for card in form.cards if card.kind in kinds] for form in (room.form, *forms)])
        self._forms = [room.form, *(form for form in forms if form is not room.form)]
        self._sorts = {
            plain(title).removesuffix("s").removesuffix("e")
            for form in self._forms
            for title in (
                *(card.sub.text for card in form.cards if card.sub is not None),
                *(slot.title for group in form.groups for slot in group.slots),
            )
        }
        """What cards are besides their names, such as their rank, and what slots are called: headings, too."""
        self._name = ""
        self._choices: dict[str, bool | int | str] = {}
        self._pieces: list[tuple[int, str, Read | None]] = []
        self._entries: list[tuple[str, dict[str, list[str]]]] = []

    # First: what is no card

    def worth(self, name: str) -> int | None:
        """The price of a card of that name."""
        _, plain_name = self._slot_named(counted(name)[1])
        if len(plain(plain_name)) < 2 or self._is_sort(plain(plain_name)):
            return None
        return next((guess.card.points for guess in self._near(plain_name, {})), None)

    def is_number(self, text: str) -> bool:
        """Whether it is the number printed on a card."""
        return self._index.is_numbered(text)

    def scan(self, line: Line) -> None:
        number, text = line.number, BULLET.sub("", line.text).strip()
        if not text or LINK.search(text):
            return
        if line.heading:
            told = self._choice(number, text) or self._heading(number, text) or self._title(number, text)
            self._pieces.append((number, text, told))
            return
        head, *tail = HEADED.split(text, maxsplit=1)
        if tail and tail[0] and (found := self._heading(number, head)) is not None and found.key:
            self._pieces.append((number, head, found))
            text = tail[0]
        found = self._sum(number, text) or self._choice(number, text) or self._heading(number, text)
        self._pieces.append((number, text, found))

    def _title(self, number: int, text: str) -> Read:
        """A heading that names no group: the first is the name of the force, and each may say a faction or a scale."""
        self._choices = {**chosen_in(self._forms, text), **self._choices}
        if self._pieces or self._name:
            return Read(number, text, "heading", say(self._language, "read_heading"))
        self._name = POINTS.sub("", text).strip()
        return Read(number, text, "name", say(self._language, "read_name"))

    def _sum(self, number: int, text: str) -> Read | None:
        return Read(number, text, "sum", say(self._language, "read_sum")) if SUM.match(text) else None

    def _choice(self, number: int, text: str) -> Read | None:
        """`Faction: Rebels`, or a line that is nothing but the name of a value."""
        head, _, tail = (part.strip() for part in text.partition(":"))
        bare = plain(POINTS.sub("", text))
        for form in self._forms:
            for choice, own in zip(form.choices, self._room.form.choices, strict=True):
                asked = plain(tail) if tail and is_called(choice.title, head) else ""
                value = value_of(choice, asked) if asked else None
                if value is None and not tail and not choice.values and is_called(choice.title, counted(text)[1]):
                    value = value_of(choice, str(counted(text)[0]))
                if value is None and not tail and bare:
                    value = next(
                        (one.value for one in choice.values if isinstance(one.value, str) and plain(one.title) == bare),
                        None,
                    )
                if value is not None:
                    self._choices[choice.field] = value
                    said = say(self._language, "read_choice", title=own.title, value=value_title(own, value))
                    return Read(number, text, "choice", said)
        return None

    def _heading(self, number: int, text: str) -> Read | None:
        """`Mech 1 (246)`, `Drones`: the name of a group, perhaps with a number and points."""
        name = plain(POINTS.sub("", text).rstrip(":"))
        for form in self._forms:
            for group in form.groups:
                if re.fullmatch(rf"(?:{re.escape(plain(group.title))}|{re.escape(plain(group.one))})(?: \d+)?", name):
                    return Read(number, text, "heading", say(self._language, "read_heading"), group.id)
        if self._is_sort(name):
            return Read(number, text, "heading", say(self._language, "read_heading"))
        return None

    def _is_sort(self, name: str) -> bool:
        return name.removesuffix("s").removesuffix("e") in self._sorts

    # Then: the cards

    def finish(self) -> ListRead:
        self._infer()
        lines: list[Read] = []
        for number, text, found in self._pieces:
            if found is None:
                lines += self._cards(number, text, first=not lines)
                continue
            if found.kind == "heading" and found.key:
                self._entries.append((found.key, {}))
                found = msgspec.structs.replace(found, key="")
            lines.append(found)
        entries = tuple(
            DraftEntry(group, {slot: tuple(cards) for slot, cards in slots.items()})
            for group, slots in self._entries
            if slots
        )
        usual = {choice.field: choice.usual for choice in self._room.form.choices}
        return ListRead(self._roomy(Draft(self._name[:60], {**usual, **self._choices}, entries)), lines)

    def _roomy(self, draft: Draft) -> Draft:
        """The draft with the least limit that has room for it, if the list names none."""
        for choice in self._room.form.choices:
            figures = [one.value for one in choice.values if type(one.value) is int]
            for figure in sorted(figures) if choice.field not in self._choices else ():
                larger = msgspec.structs.replace(draft, choices={**draft.choices, choice.field: figure})
                tally = self._room.building.tally(larger, self._room.words)
                if tally.points <= tally.most:
                    return larger
        return draft

    def _infer(self) -> None:
        """The choices that a title names, and those that go with the cards, such as their faction."""
        _, title, found = self._pieces[0] if self._pieces else (0, "", None)
        if found is None and self._is_title(title):
            self._choices = {**chosen_in(self._forms, title), **self._choices}
        votes: dict[str, Counter[str]] = {}
        for _, text, found in self._pieces:
            pieces = [one for piece in pieces_of(text) for one in self._numbers_in(piece)] if found is None else []
            for piece in pieces:
                for guess in self._near(counted(piece)[1], {})[:1]:
                    for field, values in guess.card.only.items():
                        votes.setdefault(field, Counter()).update(values)
        for field, counter in votes.items():
            if field not in self._choices:
                self._choices[field] = counter.most_common(1)[0][0]

    def _cards(self, number: int, text: str, first: bool) -> list[Read]:
        """The cards of one line. The first line that names no card is the name of the force."""
        lists = [text] if self._is_exact(text) else self._lists(text)
        if first and not self._name and self._is_title(text):
            self._name = POINTS.sub("", text).strip()
            return [Read(number, text, "name", say(self._language, "read_name"))]
        found: list[Read] = []
        for part in lists:
            found += self._joined(number, part, len(found))
        return found

    def _is_title(self, text: str) -> bool:
        """Whether a line names no card; what names a faction and is only a little like a card is none either."""
        names = [counted(piece)[1] for piece in (text, *pieces_of(text))]
        if any(self._index.has_number(self._slot_named(name)[1]) for name in names):
            return False
        guesses = [guess for name in names for guess in self._near(name)]
        best = max([guess.likeness for guess in guesses], default=0.0)
        return not guesses or (best < ALIKE and bool(chosen_in(self._forms, text)))

    def _lists(self, text: str) -> list[str]:
        """The parts of a line that stand beside each other, as with commas, or after `Somebody:`."""
        bracket = BRACKET.search(text)
        if bracket is not None and not POINTS.search(text) and not self._near(counted(text)[1]):
            text = text[: bracket.start()] + "".join(f" + {one}" for one in APART.split(bracket[1]) if one)
        return [
            piece
            for part in APART.split(text)
            if part
            for one in self._named_before(part)
            for piece in self._numbers_in(one)
        ]

    def _numbers_in(self, text: str) -> list[str]:
        """Numbers of cards with nothing but spaces between them, each by itself."""
        words = text.split()
        return words if len(words) > 1 and all(self._index.is_numbered(word) for word in words) else [text]

    def _named_before(self, text: str) -> list[str]:
        """What is left of `Somebody: …`, if that is no slot: both if it is a card as well, else the rest."""
        head, _, tail = (part.strip() for part in text.partition(":"))
        if not tail or self._slot_named(text)[0]:
            return [text]
        if self._near(counted(head)[1]):
            return [head, tail]
        return [text] if self._near(counted(text)[1]) or self._is_title(tail) else [tail]

    def _joined(self, number: int, text: str, place: int) -> list[Read]:
        """The cards of a part of a line, those that somebody carries after it."""
        whole, _ = counted(text)
        pieces = [text] if self._is_exact(text) else JOINED.split(text)
        chosen = [self._piece(number, place + nth, piece) for nth, piece in enumerate(pieces)]
        for _ in range(whole):
            for count, card, _ in chosen:
                for _ in range(1 if len(pieces) == 1 or count == whole else count):
                    if card is not None:
                        self._place(card)
        return [read for _, _, read in chosen]

    def _is_exact(self, text: str) -> bool:
        guesses = self._guess(self._slot_named(counted(text)[1])[1])
        return bool(guesses) and guesses[0].likeness == 1.0

    def _guess(self, text: str) -> list[Guess]:
        return self._index.find(text, self._choices)

    def _near(self, text: str, chosen: Mapping[str, object] | None = None) -> list[Guess]:
        """The cards that may be meant and are called much like this."""
        guesses = self._index.find(text, self._choices if chosen is None else chosen)
        return [guess for guess in guesses if guess.likeness >= CLOSE]

    def _piece(self, number: int, place: int, text: str) -> tuple[int, FormCard | None, Read]:
        count, name = counted(text)
        slot, name = self._slot_named(name)
        fitting = [one for one in self._guess(name) if not slot or one.card.kind in slot]
        elsewhere = self._guess(name)
        if not fitting or fitting[0].likeness < CLOSE <= elsewhere[0].likeness:
            fitting, guesses = [], elsewhere
        else:
            guesses = fitting
        key = f"{number}.{place}"
        answer = self._answers.get(key, "")
        named = next((one for one in guesses if f"{one.card.kind}/{one.card.id}" == answer), None)
        if named is None and not guesses:
            return count, None, Read(number, text, "nothing", say(self._language, "read_nothing"))
        if named is None and (not fitting or not is_clear(guesses)):
            return (
                count,
                None,
                Read(number, text, "unclear", say(self._language, "read_unclear"), key, candidates(guesses)),
            )
        card = named.card if named is not None else self._free(guesses)
        said = say(self._language, "read_card", count=count, card=card.name)
        return (
            count,
            card,
            Read(
                number,
                text,
                "card",
                said,
                key if named is not None else "",
                candidates(guesses) if named is not None else [],
            ),
        )

    def _slot_named(self, text: str) -> tuple[list[str], str]:
        """The kinds of a slot that is named before the card (`Left arm: …`) or by its letter after it, and the rest."""
        head, *rest = SLOTTED.split(text, maxsplit=1)
        tail = rest[0] if rest else ""
        if not tail and self._index.is_numbered(text.rpartition(" ")[2]):
            head, _, tail = text.rpartition(" ")
        if not tail and (lettered := LETTERED.match(text)) is not None:
            tail, head = lettered.groups()
        for form in self._forms if tail else ():
            for group in form.groups:
                for slot in group.slots:
                    title, named = plain(slot.title), plain(head)
                    if named and (title == named or (len(named) == 1 and title[0] == named)):
                        return slot.kinds, tail.strip()
        return [], text

    def _free(self, guesses: list[Guess]) -> FormCard:
        """Of cards of one name the first whose slot is free in the entry that is being read."""
        best = [one.card for one in guesses if one.likeness == guesses[0].likeness]
        held = self._entries[-1][1] if self._entries else {}
        return next((card for card in best if not any(card.kind in kinds for kinds in self._full(held))), best[0])

    def _full(self, held: Mapping[str, list[str]]) -> list[list[str]]:
        group = self._entries[-1][0] if self._entries else ""
        slots = [slot for (name, _), slot in self._room.slots.items() if name == group]
        return [slot.kinds for slot in slots if len(held.get(slot.id, ())) >= slot.most]

    def _place(self, card: FormCard) -> None:
        """Put a card into the entry that is being read, or into a new one if its slot is full there."""
        here = self._groups_for(card)
        last = self._entries[-1] if self._entries else None
        for group, slot, most in here:
            if last is not None and last[0] == group.id and len(last[1].get(slot, ())) < most:
                last[1].setdefault(slot, []).append(card.id)
                return
        if here:
            group, slot, _ = here[0]
            self._entries.append((group.id, {slot: [card.id]}))

    def _groups_for(self, card: FormCard) -> list[tuple[Group, str, int]]:
        return [
            (group, slot.id, slot.most)
            for group in self._room.form.groups
            for slot in group.slots
            if card.kind in slot.kinds
        ]


def pieces_of(text: str) -> list[str]:
    """Everything in a line that may be a card."""
    return [piece for part in APART.split(text) for piece in JOINED.split(part) if piece]


def candidates(guesses: list[Guess]) -> list[Candidate]:
    return [
        Candidate(f"{card.kind}/{card.id}", card.name, card.sub.text if card.sub is not None else "")
        for card in (guess.card for guess in guesses)
    ]
