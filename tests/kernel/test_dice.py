"""Dice sources: seeded, scripted, typed, committed, recorded."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.kernel.dice import (
    CommittedDice,
    DiceError,
    DiceSource,
    RandomDice,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    check_faces,
)
from muster.kernel.requests import Roll

TWO_DICE = Roll("attack", (6, 6))
KEY = bytes(range(32))


def rolls(source: DiceSource, count: int = 20) -> list[list[int]]:
    return [source.roll(TWO_DICE) for _ in range(count)]


@given(sides=st.lists(st.integers(1, 1000), max_size=12), seed=st.integers(0, 2**64))
def test_every_source_shows_one_face_for_each_die_and_each_on_its_die(sides: list[int], seed: int) -> None:
    roll = Roll("anything", sides)
    for source in (SeededDice(seed), RandomDice(random.Random(seed)), CommittedDice(seed.to_bytes(9, "big"))):
        check_faces(roll, source.roll(roll))


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([1], "the roll for attack takes 2 dice, not 1"),
        ([1, 2, 3], "the roll for attack takes 2 dice, not 3"),
        ([6, 7], "the roll for attack: a die of 6 sides has no face 7"),
        ([0, 1], "the roll for attack: a die of 6 sides has no face 0"),
    ],
)
def test_impossible_faces_are_named(faces: list[int], sentence: str) -> None:
    with pytest.raises(DiceError, match=f"^{sentence}$"):
        check_faces(TWO_DICE, faces)


class TestSeeded:
    def test_the_same_seed_shows_the_same_dice_on_every_machine(self) -> None:
        assert rolls(SeededDice(7), 5) == [[2, 1], [4, 1], [4, 3], [1, 4], [1, 3]]
        assert rolls(SeededDice(7)) == rolls(SeededDice(7)) != rolls(SeededDice(8))

    def test_the_header_names_the_seed(self) -> None:
        assert SeededDice(-7).label() == "seeded -7"

    def test_it_contradicts_a_changed_record(self) -> None:
        first = SeededDice(7).roll(TWO_DICE)
        SeededDice(7).repeat(TWO_DICE, first)
        with pytest.raises(DiceError, match=r"the seed 7 gives \[2, 1\] for attack, the record says \[2, 2\]"):
            SeededDice(7).repeat(TWO_DICE, [2, 2])

    def test_it_goes_on_after_what_it_repeated(self) -> None:
        whole, resumed = SeededDice(7), SeededDice(7)
        resumed.repeat(TWO_DICE, whole.roll(TWO_DICE))
        assert rolls(resumed) == rolls(whole)


class TestScripted:
    def test_faces_come_in_the_order_written(self) -> None:
        dice = ScriptedDice([1, 2, 3, 4])
        assert rolls(dice, 2) == [[1, 2], [3, 4]]
        assert dice.left == 0

    def test_an_exhausted_script_says_what_is_missing(self) -> None:
        with pytest.raises(DiceError, match="the script has 1 dice left, the roll for attack takes 2"):
            ScriptedDice([3]).roll(TWO_DICE)

    def test_a_face_that_the_die_does_not_have_is_not_used_up(self) -> None:
        dice = ScriptedDice([1, 9])
        with pytest.raises(DiceError, match="no face 9"):
            dice.roll(TWO_DICE)
        assert dice.left == 2

    def test_another_source_can_go_on_after_it(self) -> None:
        assert rolls(ScriptedDice([6, 6], SeededDice(7)), 3) == [[6, 6], *rolls(SeededDice(7), 2)]

    def test_repeating_uses_the_script_up(self) -> None:
        dice = ScriptedDice([1, 2, 3, 4])
        dice.repeat(TWO_DICE, [1, 2])
        assert dice.roll(TWO_DICE) == [3, 4]


class TestTyped:
    def test_what_a_person_reads_out_counts(self) -> None:
        asked: list[str] = []

        def read(roll: Roll) -> list[int]:
            asked.append(roll.purpose)
            return [2, 5]

        assert TypedDice(read, SeededDice(1)).roll(TWO_DICE) == [2, 5]
        assert asked == ["attack"]

    def test_what_nobody_may_see_is_rolled_in_hiding(self) -> None:
        def read(roll: Roll) -> list[int]:
            raise AssertionError("nobody may read these dice")

        secret = Roll("deal", (6, 6), secret=True)
        assert TypedDice(read, SeededDice(7)).roll(secret) == [2, 1]

    def test_a_face_that_no_die_has_is_refused(self) -> None:
        with pytest.raises(DiceError, match="no face 7"):
            TypedDice(lambda roll: [1, 7], SeededDice(1)).roll(TWO_DICE)

    def test_real_dice_are_not_asked_again(self) -> None:
        TypedDice(lambda roll: [1, 1], SeededDice(1)).repeat(TWO_DICE, [6, 6])


class TestCommitted:
    def test_the_hash_of_the_key_is_published_and_not_the_key(self) -> None:
        dice = CommittedDice(KEY)
        assert dice.commitment() == hashlib.sha256(KEY).hexdigest()
        assert dice.label() == f"committed {dice.commitment()}"
        assert KEY.hex() not in dice.label()

    def test_the_key_fixes_every_roll(self) -> None:
        assert rolls(CommittedDice(KEY)) == rolls(CommittedDice(KEY)) != rolls(CommittedDice(KEY[::-1]))

    def test_a_changed_roll_is_found_out(self) -> None:
        dice = CommittedDice(KEY)
        first, second = rolls(CommittedDice(KEY), 2)
        dice.repeat(TWO_DICE, first)
        changed = [second[0] % 6 + 1, second[1]]
        with pytest.raises(DiceError, match=r"the key gives .* for attack, the record says"):
            dice.repeat(TWO_DICE, changed)

    def test_it_goes_on_after_what_it_repeated(self) -> None:
        whole, resumed = CommittedDice(KEY), CommittedDice(KEY)
        resumed.repeat(TWO_DICE, whole.roll(TWO_DICE))
        assert rolls(resumed) == rolls(whole)

    def test_dice_of_one_roll_are_independent_of_how_many_there_are(self) -> None:
        many = CommittedDice(KEY).roll(Roll("many", (20,) * 30))
        few = CommittedDice(KEY).roll(Roll("few", (20,) * 6))
        assert many[:6] == few
        assert len(set(map(tuple, (many[start : start + 4] for start in range(0, 28, 4))))) == 7

    @pytest.mark.parametrize("sides", [2, 6, 20])
    def test_faces_are_uniform(self, sides: int) -> None:
        """Chi-square of 6,000 dice against 99.9 % of what fair dice give."""
        dice = CommittedDice(KEY)
        shown = Counter(face for _ in range(1200) for face in dice.roll(Roll("fair", (sides,) * 5)))
        fair = 6000 / sides
        chi_square = sum((shown[face] - fair) ** 2 / fair for face in range(1, sides + 1))
        assert chi_square < {2: 10.83, 6: 20.52, 20: 43.82}[sides]


class TestRecorded:
    @pytest.mark.parametrize("kind", ["typed", "scripted", "random"])
    def test_it_passes_over_what_is_written_and_rolls_nothing_new(self, kind: str) -> None:
        dice = RecordedDice(kind)
        dice.repeat(TWO_DICE, [6, 6])
        assert dice.label() == kind
        with pytest.raises(DiceError, match=f"the journal ends before the {kind} dice for attack were told"):
            dice.roll(TWO_DICE)
