"""The journal: a text that a person can read, that builds the match again, and that shows every tampering."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.duel import A_PLANS, B_PLANS, ONE_ROUND, duel_game, prepared, said, say
from muster.kernel.dice import SeededDice
from muster.kernel.journal import (
    Header,
    Journal,
    JournalError,
    Writer,
    read_journal,
    read_seat,
    write_journal,
    writer_after,
)
from muster.kernel.match import UNDO, UNREAD, Entry
from muster.kernel.packs import PackId
from muster.kernel.requests import DICE
from muster.kernel.sessions import header_of, journal_text, new_match

HEADER = Header(
    "duel", 1, {"rounds": 1}, (PackId("core", "c0ffee"), PackId("my.toml", "beef")), "seeded 4", ("Ann", "greedy")
)
ENTRIES = (
    Entry(DICE, "charms", [2, 1]),
    Entry(0, "guard:high", UNREAD),
    Entry(1, "guard:low", UNREAD),
    Entry(0, UNDO, UNREAD),
    Entry(0, "guard:low", UNREAD),
)


class Counted:
    """Stands in for an entry, and counts how often somebody asks whose it is."""

    def __init__(self, seat: int, key: str) -> None:
        self.times = 0
        self.whose = seat
        self.key = key
        self.value = UNREAD

    @property
    def seat(self) -> int:
        self.times += 1
        return self.whose


def sample() -> str:
    match = say(new_match(duel_game(), prepared(), SeededDice(4)), *ONE_ROUND)
    return journal_text(prepared(), match, ("Ann", "greedy"))


SAMPLE = sample()


def plain(journal: Journal) -> list[tuple[int, str, object]]:
    return [(e.seat, e.key, e.value if e.seat == DICE else None) for e in journal.entries]


def test_a_journal_reads_like_a_story() -> None:
    lines = [line.rpartition(" ~")[0] or line for line in SAMPLE.splitlines()]
    assert lines == [
        "muster journal 1",
        "game duel 1",
        'options {"rounds":1}',
        "pack core c0ffee",
        "dice seeded 4",
        "seat A Ann",
        "seat B greedy",
        "begin",
        "1 dice charms 2 1",
        "2 A guard:high",
        "3 A strike:low",
        "4 B guard:low",
        "5 B strike:middle",
        "6 A step:7",
        "7 A press",
        "8 dice press 3 1",
        "9 B hide:2",
    ]


def test_what_was_written_is_read_again() -> None:
    journal = read_journal(write_journal(HEADER, ENTRIES, key="c0de"))
    assert journal.header == HEADER
    assert journal.key == "c0de"
    assert plain(journal) == plain(Journal(HEADER, ENTRIES))


keys = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=12)
entries = st.lists(
    st.one_of(
        st.builds(Entry, st.integers(0, 1), keys, st.just(UNREAD)),
        st.builds(Entry, st.just(DICE), keys, st.lists(st.integers(1, 99), max_size=5)),
    ),
    max_size=8,
)


@given(written=entries)
def test_any_entries_survive_the_text(written: list[Entry]) -> None:
    text = write_journal(HEADER, written)
    journal = read_journal(text)
    assert plain(journal) == plain(Journal(HEADER, tuple(written)))
    assert write_journal(journal.header, journal.entries) == text


@given(cut=st.integers(0, len(ENTRIES)))
def test_line_by_line_is_the_same_as_all_at_once(cut: int) -> None:
    first = write_journal(HEADER, ENTRIES[:cut])
    writer = writer_after(read_journal(first))
    rest = [writer.line(entry) for entry in ENTRIES[cut:]]
    assert first + "".join(rest) + writer.closing("c0de") == write_journal(HEADER, ENTRIES, key="c0de")


class TestTampering:
    letters = st.characters(exclude_categories=("Cs",))

    @given(place=st.integers(0, len(SAMPLE) - 1), letter=letters)
    def test_every_changed_character_is_found(self, place: int, letter: str) -> None:
        assume(SAMPLE[place] != letter)
        with pytest.raises(JournalError):
            read_journal(SAMPLE[:place] + letter + SAMPLE[place + 1 :])

    def test_no_character_can_be_changed_for_its_neighbour(self) -> None:
        """The same for every place, one likely edit each: a digit or letter one up, a case turned."""
        for place, letter in enumerate(SAMPLE):
            for other in {chr(ord(letter) + 1), letter.swapcase()} - {letter}:
                with pytest.raises(JournalError):
                    read_journal(SAMPLE[:place] + other + SAMPLE[place + 1 :])

    @given(place=st.integers(0, len(SAMPLE) - 1))
    def test_every_missing_character_is_found(self, place: int) -> None:
        with pytest.raises(JournalError):
            read_journal(SAMPLE[:place] + SAMPLE[place + 1 :])

    @given(place=st.integers(0, len(SAMPLE) - 1), letter=letters)
    def test_every_added_character_is_found(self, place: int, letter: str) -> None:
        with pytest.raises(JournalError):
            read_journal(SAMPLE[:place] + letter + SAMPLE[place:])

    @pytest.mark.parametrize("line", range(len(SAMPLE.splitlines()) - 1))
    def test_a_missing_line_is_found(self, line: int) -> None:
        lines = SAMPLE.splitlines(keepends=True)
        del lines[line]
        with pytest.raises(JournalError):
            read_journal("".join(lines))

    @pytest.mark.parametrize("line", range(len(SAMPLE.splitlines()) - 1))
    def test_two_lines_in_the_wrong_order_are_found(self, line: int) -> None:
        lines = SAMPLE.splitlines(keepends=True)
        lines[line], lines[line + 1] = lines[line + 1], lines[line]
        with pytest.raises(JournalError):
            read_journal("".join(lines))

    @pytest.mark.parametrize("line", range(len(SAMPLE.splitlines())))
    def test_a_doubled_line_is_found(self, line: int) -> None:
        lines = SAMPLE.splitlines(keepends=True)
        with pytest.raises(JournalError):
            read_journal("".join(lines[: line + 1] + lines[line:]))

    def test_the_line_at_fault_is_named(self) -> None:
        with pytest.raises(JournalError, match=r"^duel.journal: line 14 was changed, or a line before it is missing$"):
            read_journal(SAMPLE.replace("step:7", "step:9"), "duel.journal")

    def test_a_line_of_another_journal_does_not_fit(self) -> None:
        other = write_journal(HEADER, ENTRIES).splitlines(keepends=True)
        lines = SAMPLE.splitlines(keepends=True)
        with pytest.raises(JournalError, match="line 10 was changed"):
            read_journal("".join([*lines[:9], other[10], *lines[10:]]))


class TestTornEnd:
    """A machine that died while writing leaves half a line; it was never acknowledged."""

    @given(cut=st.integers(SAMPLE.index("begin") + len("begin ~123456\n"), len(SAMPLE)))
    def test_everything_before_it_can_be_read(self, cut: int) -> None:
        torn = SAMPLE[:cut]
        whole = torn[: torn.rindex("\n") + 1]
        assert plain(read_journal(torn, torn_end=True)) == plain(read_journal(whole))

    def test_it_is_refused_unless_forgiven(self) -> None:
        with pytest.raises(JournalError, match=r"^duel.journal: line 17 breaks off"):
            read_journal(SAMPLE[:-3], "duel.journal")

    @given(cut=st.integers(0, SAMPLE.index("begin") + len("begin ~12345")))
    def test_a_torn_header_is_never_forgiven(self, cut: int) -> None:
        with pytest.raises(JournalError):
            read_journal(SAMPLE[:cut], torn_end=True)


class TestForeignFiles:
    @pytest.mark.parametrize(
        "text", ["", "\n", "hello", "muster journal 2\n", "\ufeffmuster journal 1\n", "[[weapon]]\n"]
    )
    def test_what_is_no_journal_is_refused(self, text: str) -> None:
        with pytest.raises(JournalError, match=r"^x: not a journal of this program: its first line must read"):
            read_journal(text, "x")

    @given(text=st.text())
    def test_no_text_makes_it_stumble(self, text: str) -> None:
        for start in ("", "muster journal 1\n", SAMPLE):
            try:
                read_journal(start + text)
            except JournalError:
                continue
            assert start + text == SAMPLE

    @pytest.mark.parametrize(
        ("header", "sentence"),
        [
            ("game duel 1\noptions {}\n", "the header has no line 'dice'"),
            ("options {}\ndice seeded 1\n", "the header has no line 'game'"),
            ("game duel\noptions {}\ndice seeded 1\n", "the header cannot be read"),
            ("game duel one\noptions {}\ndice seeded 1\n", "the header cannot be read"),
            ("game duel 1\noptions {\ndice seeded 1\n", "the header cannot be read"),
            ("game duel 1\noptions []\ndice seeded 1\n", "the header cannot be read"),
            ("game duel 1\ngame duel 1\noptions {}\ndice seeded 1\n", "line 3: 'game duel 1' is no line of a header"),
            ("pack core\n", "line 2: 'pack core' is no line of a header"),
        ],
    )
    def test_a_header_that_lacks_something_says_what(self, header: str, sentence: str) -> None:
        with pytest.raises(JournalError, match=f"^j: {sentence}"):
            read_journal(f"muster journal 1\n{header}begin ~000000\n", "j")


def sealed(*lines: str) -> str:
    """A journal with a valid seal on every line, whatever the lines say."""
    writer = Writer(HEADER)
    return writer.header + "".join(writer._sealed(line) for line in lines)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["2 A guard:high"], "line 10: expected entry number 1, found '2 A guard:high'"),
        (["1 A"], "line 10: expected entry number 1, found '1 A'"),
        (["1 C guard:high"], "line 10: there is no seat 'C' at this table"),
        (["1 AB guard:high"], "line 10: there is no seat 'AB' at this table"),
        (["1 dice charms two"], "line 10: the dice 'dice charms two' are not numbers"),
        (["key c0de", "1 A guard:high"], "line 11: nothing may follow the key of the dice"),
    ],
)
def test_a_well_sealed_line_that_makes_no_sense_is_refused(lines: list[str], sentence: str) -> None:
    with pytest.raises(JournalError, match=f"^j: {sentence}$"):
        read_journal(sealed(*lines), "j")


class TestTakenBack:
    def effective(self, *entries: Entry) -> list[tuple[int, str]]:
        return [(entry.seat, entry.key) for entry in Journal(HEADER, entries).effective()]

    def test_the_last_answer_of_that_seat_does_not_count(self) -> None:
        assert self.effective(*ENTRIES) == [(DICE, "charms"), (1, "guard:low"), (0, "guard:low")]

    def test_several_in_a_row_go_back_step_by_step(self) -> None:
        a, b, undo = Entry(0, "a", UNREAD), Entry(0, "b", UNREAD), Entry(0, UNDO, UNREAD)
        assert self.effective(a, b, undo, undo) == []
        assert self.effective(a, undo, b, undo, a) == [(0, "a")]

    def test_dice_named_undo_are_dice(self) -> None:
        assert self.effective(Entry(DICE, UNDO, [1])) == [(DICE, UNDO)]

    def test_nothing_to_take_back_is_an_error_that_names_the_entry(self) -> None:
        with pytest.raises(JournalError, match="entry 2: B has nothing to take back"):
            self.effective(Entry(0, "a", UNREAD), Entry(1, UNDO, UNREAD))

    def test_it_takes_as_many_steps_as_there_are_entries(self) -> None:
        """Whatever was taken back: a journal of nothing but undos must not hold anybody up."""
        steps = {}
        for size in (200, 2_000):
            looked: Any = Counted(0, "guard:high")
            undone = [Entry(1, "guard:low", UNREAD), Entry(1, UNDO, UNREAD)]
            entries = [looked] * size + undone * size
            assert len(Journal(HEADER, tuple(entries)).effective()) == size
            steps[size] = looked.times
        assert steps[2_000] <= 10 * steps[200] + 10

    def test_a_journal_written_as_one_plays_gives_the_match_as_it_stands(self) -> None:
        game, lines = duel_game(), []
        writer = Writer(header_of(game, prepared(), SeededDice(4)))
        match = new_match(game, prepared(), SeededDice(4), listener=lambda entry: lines.append(writer.line(entry)))
        say(match, "A guard:low", "B guard:low")
        match.undo(0)
        say(match, *A_PLANS)
        match.undo(0)
        say(match, "A strike:middle", "B strike:high")
        journal = read_journal(writer.header + "".join(lines))
        assert len(journal.entries) == len(match.record) + 4
        assert [(entry.seat, entry.key) for entry in journal.effective()] == said(match)


def test_seats_are_called_by_letters() -> None:
    assert [read_seat(letter, 3, "here") for letter in "ABC"] == [0, 1, 2]
    for letter in ("D", "a", "", "AB"):
        with pytest.raises(JournalError, match="here: there is no seat"):
            read_seat(letter, 3, "here")


def test_the_sample_plays_what_it_should() -> None:
    assert [line.split()[1:3] for line in SAMPLE.splitlines() if line.split()[0] in "45"] == [
        line.split() for line in B_PLANS
    ]
