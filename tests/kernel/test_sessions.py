"""Setting a match up, saving it, and building it again from its journal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.duel import A_PLANS, B_PLANS, ONE_ROUND, Duel, duel_game, heard, prepared, said, say
from muster.kernel.dice import CommittedDice, RecordedDice, ScriptedDice, SeededDice
from muster.kernel.errors import GameError
from muster.kernel.journal import Header, JournalError, read_journal, write_journal
from muster.kernel.match import UNREAD, Entry, Match
from muster.kernel.packs import PackId
from muster.kernel.requests import DICE
from muster.kernel.sessions import check_header, dice_of, header_of, journal_text, load_match, new_match

GAME = duel_game()
CORE = PackId("core", "c0ffee")
WHOLE = say(new_match(GAME, prepared(), SeededDice(4)), *ONE_ROUND)
TEXT = journal_text(prepared(), WHOLE)


def rewritten(*entries: Entry, header: Header | None = None) -> str:
    """A journal of a duel with these entries, properly sealed."""
    return write_journal(header or read_journal(TEXT).header, entries)


def load(text: str, **how: object) -> Match[Duel]:
    journal = read_journal(text, "d.journal")
    return load_match(GAME, journal, dice_of(journal, "d.journal"), file="d.journal", **how)


def test_a_loaded_match_is_the_match_that_was_saved() -> None:
    match = load(TEXT)
    assert match.state == WHOLE.state
    assert match.over
    assert [heard(match, seat) for seat in (0, 1, None)] == [heard(WHOLE, seat) for seat in (0, 1, None)]
    assert journal_text(prepared(), match) == TEXT


@given(cut=st.integers(0, len(ONE_ROUND)))
def test_it_can_be_saved_anywhere_and_goes_on_with_the_same_dice(cut: int) -> None:
    saved = journal_text(prepared(), say(new_match(GAME, prepared(), SeededDice(4)), *ONE_ROUND[:cut]))
    match = say(load(saved), *ONE_ROUND[cut:])
    assert journal_text(prepared(), match) == TEXT


def test_it_can_be_loaded_as_it_stood_after_any_entry() -> None:
    for at in range(len(WHOLE.record) + 1):
        match = load(TEXT, at=at)
        ends_before_a_roll = at < len(WHOLE.record) and WHOLE.record[at].seat == DICE
        assert said(match) == said(WHOLE)[: at + ends_before_a_roll]


@pytest.mark.parametrize("at", [-1, 10])
def test_there_is_no_entry_beyond_the_last(at: int) -> None:
    with pytest.raises(JournalError, match=f"^d.journal: it has 9 entries; there is no entry {at}$"):
        load(TEXT, at=at)


def test_open_seats_are_written_as_open() -> None:
    assert header_of(GAME, prepared(), SeededDice(1), ("Ann",)).seats == ("Ann", "open")


class TestHeader:
    """A journal of another game, other rules or other cards is refused with a sentence that says which."""

    def header(self, **changed: object) -> Header:
        usual = {"game": "duel", "rules_version": 1, "options": {}, "packs": (CORE,), "dice": "seeded 4"}
        return Header(**{**usual, **changed})

    def test_the_right_header_is_accepted(self) -> None:
        check_header(GAME, self.header())

    @pytest.mark.parametrize(
        ("changed", "sentence"),
        [
            ({"game": "chess"}, "a journal of chess, not of duel"),
            ({"rules_version": 2}, "played by rules version 2 of duel; this program has version 1"),
            ({"packs": (PackId("core", "beef"),)}, "the pack 'core' has changed since: beef then, c0ffee now"),
            ({"packs": (CORE, PackId("mine", "1"))}, "played with the pack 'mine', which is not loaded"),
            ({"packs": ()}, "played without the pack 'core'"),
        ],
    )
    def test_every_difference_is_named(self, changed: dict[str, object], sentence: str) -> None:
        with pytest.raises(JournalError, match=f"^d.journal: {sentence}"):
            check_header(GAME, self.header(**changed), "d.journal")
        with pytest.raises(JournalError, match=sentence):
            load(rewritten(header=self.header(**changed, seats=("open", "open"))))

    def test_options_that_the_game_does_not_have_are_named(self) -> None:
        with pytest.raises(GameError, match="options: field rounds: expected int, got str"):
            load(rewritten(header=self.header(options={"rounds": "many"})))


class TestEntriesThatDoNotFit:
    """A journal can be sealed and still be wrong: the sentence names the entry, and the clause that refuses it."""

    charms = Entry(DICE, "charms", [2, 1])

    @pytest.mark.parametrize(
        ("entries", "sentence"),
        [
            (
                [charms, Entry(0, "guard:high", UNREAD), Entry(0, "strike:high", UNREAD)],
                r"entry 3 \(A strike:high\) does not fit: you guard high yourself \[DU plan.differ\]",
            ),
            (
                [charms, Entry(0, "guard:sky", UNREAD)],
                r"entry 2 \(A guard:sky\) does not fit: guard:sky is not one of the answers .* \[K option\]",
            ),
            (
                [charms, *(Entry("AB".index(line[0]), line[2:], UNREAD) for line in (*A_PLANS, *B_PLANS, "B step:1"))],
                r"entry 6 \(B step:1\) does not fit: .*\[K turn\]",
            ),
            (
                [Entry(DICE, "charms", [6, 6])],
                r"entry 1 \(dice charms\) does not fit: the seed 4 gives \[2, 1\] for charms, the record says \[6, 6\]",
            ),
            ([Entry(DICE, "charms", [2])], r"entry 1 \(dice charms\) does not fit: the roll for charms takes 2 dice"),
            ([Entry(DICE, "charms", [2, 7])], r"entry 1 \(dice charms\) .* a die of 6 sides has no face 7"),
            ([Entry(DICE, "luck", [2, 1])], r"entry 1 \(dice luck\) does not fit: the rules roll for charms here"),
            ([Entry(0, "guard:high", UNREAD)], r"entry 1 \(A guard:high\) .* the rules roll for charms here"),
            ([charms, charms], r"entry 2 \(dice charms\) does not fit: no dice are rolled for charms here"),
        ],
    )
    def test_the_entry_at_fault_is_named(self, entries: list[Entry], sentence: str) -> None:
        with pytest.raises(JournalError, match=f"^d.journal: {sentence}"):
            load(rewritten(*entries))

    def test_nothing_can_follow_the_end_of_a_match(self) -> None:
        entries = [*read_journal(TEXT).entries, Entry(1, "hide:2", UNREAD)]
        with pytest.raises(JournalError, match=r"entry 10 \(B hide:2\) does not fit"):
            load(rewritten(*entries))


class TestDiceOfAJournal:
    def journal(self, dice: str, key: str = "") -> object:
        return read_journal(write_journal(Header("duel", 1, {}, (CORE,), dice), (), key))

    def test_seeded_dice_go_on(self) -> None:
        assert dice_of(self.journal("seeded -3")).label() == "seeded -3"

    @pytest.mark.parametrize("kind", ["typed", "scripted", "random"])
    def test_dice_that_spoke_outside_the_program_are_only_recorded(self, kind: str) -> None:
        dice = dice_of(self.journal(kind))
        assert isinstance(dice, RecordedDice)
        assert dice.label() == kind

    def test_committed_dice_need_their_key_from_the_journal_or_from_who_has_it(self) -> None:
        dice = CommittedDice(b"secret")
        for journal, key in (
            (self.journal(dice.label(), b"secret".hex()), ""),
            (self.journal(dice.label()), b"secret".hex()),
        ):
            assert dice_of(journal, key=key).commitment() == dice.commitment()

    @pytest.mark.parametrize(
        ("dice", "key", "sentence"),
        [
            (CommittedDice(b"secret").label(), "", "its dice are committed and the key is not published yet"),
            (CommittedDice(b"secret").label(), b"guess".hex(), "the key of the dice does not fit the commitment"),
            (CommittedDice(b"secret").label(), "secret", "the key of the dice is not written in hexadecimal"),
            ("loaded 6", "", "there are no dice of kind 'loaded 6'"),
            ("seeded", "", "there are no dice of kind 'seeded'"),
            ("seeded seven", "", "there are no dice of kind 'seeded seven'"),
            ("seeded --7", "", "there are no dice of kind 'seeded --7'"),
            (f"seeded {'9' * 5000}", "", "there are no dice of kind 'seeded 999"),
            ("seeded ²", "", "there are no dice of kind 'seeded ²'"),
        ],
    )
    def test_other_dice_are_refused(self, dice: str, key: str, sentence: str) -> None:
        with pytest.raises(JournalError, match=f"^d.journal: {sentence}"):
            dice_of(self.journal(dice, key), "d.journal")

    def test_a_match_with_committed_dice_is_verified_by_replaying_it(self) -> None:
        match = say(new_match(GAME, prepared(), CommittedDice(b"secret")), *ONE_ROUND)
        header = header_of(GAME, prepared(), match.dice)
        assert load(write_journal(header, match.record, b"secret".hex())).state == match.state
        faces = match.record[0].value
        changed = [Entry(DICE, "charms", [faces[0] % 6 + 1, faces[1]]), *match.record[1:]]
        with pytest.raises(JournalError, match=r"entry 1 \(dice charms\) does not fit: the key gives"):
            load(write_journal(header, changed, b"secret".hex()))

    def test_recorded_dice_load_all_there_is_and_roll_nothing_new(self) -> None:
        match = say(new_match(GAME, prepared(), ScriptedDice([1, 2, 3, 4])), *ONE_ROUND)
        text = journal_text(prepared(), match)
        assert load(text).state == match.state
        with pytest.raises(JournalError, match=r"d.journal: the journal ends before the scripted dice for press"):
            load(text, at=7)
