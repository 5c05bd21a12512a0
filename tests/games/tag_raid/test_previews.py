"""Previews: what the rules say about a planned move, about what could be attacked, and about the chances of it."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, GAME, miners, say, start
from muster.games.tag_raid.rules.rolls import Throw, against_threat, face_to_face
from muster.games.tag_raid.showing import chances
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal

WORDS = GAME.catalogue.words("en")
POSITION: dict[str, Any] = {
    **miners(A={"at": [201, 100], "facing": 90, "orders": 2}, B={"at": [664.9, 100], "facing": 270, "orders": 2}),
    "beast": {"hexagon": "c4", "facing": "e", "card": "deep_hunger"},
}


def preview(match: Match[Any], seat: int, about: str) -> Any:
    return GAME.showing.preview(match.state, seat, None, about, WORDS)


def random_match(seed: int, steps: int, players: int = 3) -> Match[Any]:
    """A match some way into random play."""
    rng = random.Random(seed)
    match = Match(GAME, GAME.setup.prepare({"players": players}).new(), SeededDice(seed))
    for _ in range(steps):
        if match.over:
            break
        seat = min(match.pending)
        options = match.pending[seat].space.options()
        match.answer(seat, rng.choice(list(options)).key)
    return match


class TestPlans:
    def test_what_is_offered_is_a_legal_plan_and_costs_no_more_than_allowed(self) -> None:
        checked = 0
        for seed in range(4):
            match = random_match(seed, 40 + seed)
            for seat, ask in match.pending.items():
                for option in ask.space.options():
                    if option.key.startswith(("move:", "stay@")):
                        plan = preview(match, seat, option.key)
                        assert plan.refusal is None
                        assert plan.key == option.key
                        assert plan.spent <= plan.allowance * CONTENT.constants.segment + 1
                        checked += 1
        assert checked > 10

    @pytest.mark.parametrize(
        ("path", "clause", "piece"),
        [("move:900,100@90", "TR move.pieces", 0), ("move:201,130;201,20@90", "TR move.no_tile", 1)],
    )
    def test_what_the_rules_refuse_is_refused_with_the_clause_and_the_piece(
        self, path: str, clause: str, piece: int
    ) -> None:
        match = start(POSITION)
        plan = preview(match, 0, path)
        with pytest.raises(Refusal) as no:
            match.answer(0, path)
        assert plan.refusal is not None
        assert plan.refusal.clause == no.value.clause
        assert plan.refusal.piece == piece
        assert plan.refusal.clause == clause

    def test_whoever_a_plan_names_as_reacting_is_asked(self) -> None:
        """In random play: the watchers with a right are those who are then entitled."""
        moves = 0
        for seed in range(6):
            rng = random.Random(seed)
            match = random_match(seed, 12)
            for _ in range(25):
                if match.over:
                    break
                seat = min(match.pending)
                key = rng.choice(list(match.pending[seat].space.options())).key
                stage = match.view(seat).stage
                if stage in ("turn", "second_skill") and key.startswith(("move:", "stay@")):
                    plan = preview(match, seat, key)
                    expected = {w.who for w in plan.watchers if w.right and w.who != "M"}
                    before = set() if match.view(seat).order is None else set(match.view(seat).order.entitled)
                    match.answer(seat, key)
                    order = match.view(seat).order
                    if order is not None and match.view(seat).stage in ("aro",):
                        assert {"ABCD"[s] for s in order.entitled if s not in before} == expected
                        moves += 1
                else:
                    match.answer(seat, key)
        assert moves > 3

    def test_the_terms_add_up_to_the_success_value(self) -> None:
        plan = preview(start(POSITION), 0, "stay@90")
        shown = [shot for shot in plan.shots if shot.value is not None]
        assert shown
        assert all(sum(term.figure for term in shot.terms) == shot.value for shot in shown)

    def test_a_watcher_sees_a_stretch_of_the_path(self) -> None:
        plan = preview(start(POSITION), 0, "move:301,100@90")
        (other,) = [w for w in plan.watchers if w.who == "B"]
        assert other.right
        assert other.stretches
        assert all(0 <= low <= high <= 1000 for low, high in other.stretches)

    def test_difficult_terrain_between_two_bends_slows_as_the_rules_say(self) -> None:
        position = miners(A={"at": [290, 100], "tools": ["hydraulics"]}, B={"at": [201, 400], "facing": 180})
        for difficult, slowed in ((["c1"], True), (["b1"], True), (["d5"], False)):
            match = start({**position, "difficult": difficult, "events": ["downhill"]})
            assert preview(match, 0, "move:550,100@90").slows == slowed, difficult
            say(match, "move:550,100@90", "idle")
            assert match.state.miners[0].slowed == slowed, difficult

    def test_nonsense_is_refused(self) -> None:
        for about in ("move:x@90", "stay@999", "", "shoot:rifle", "move:" + ";".join(["201,100"] * 60) + "@0"):
            with pytest.raises(Refusal):
                preview(start(POSITION), 0, about)
        with pytest.raises(Refusal):
            GAME.showing.preview(start(POSITION).state, None, None, "stay@90", WORDS)


class TestChances:
    @pytest.mark.parametrize(("value", "dice", "other", "against"), [(12, 2, 11, 1), (20, 1, 5, 2), (0, 1, 3, 1)])
    def test_face_to_face_is_exact(self, value: int, dice: int, other: int, against: int) -> None:
        faces = range(1, 21)
        won = total = 0
        for mine in itertools.product(faces, repeat=dice):
            for theirs in itertools.product(faces, repeat=against):
                won += bool(face_to_face(Throw(value, mine), Throw(other, theirs))[0])
                total += 1
        rolls = chances.saving_rolls(chances.Side(value, dice), chances.Side(other, against))
        assert chances.gets_through(rolls) == pytest.approx(won / total)

    def test_against_a_threat_level_it_is_exact(self) -> None:
        won = sum(bool(against_threat(Throw(13, faces), 8)) for faces in itertools.product(range(1, 21), repeat=2))
        rolls = chances.against_threat(chances.Side(13, 2), 8)
        assert chances.gets_through(rolls) == pytest.approx(won / 400)

    def test_wounds_are_what_saving_rolls_leave(self) -> None:
        side = chances.Side(20, 1, saves=1, limit=10)
        # Always a success; a critical (1 in 20) causes two saving rolls, each fails by half.
        assert chances.wounds(side, chances.saving_rolls(side, None), 3) == pytest.approx(
            [0.95 * 0.5 + 0.05 * 0.25, 0.95 * 0.5 + 0.05 * 0.5, 0.05 * 0.25, 0.0]
        )

    def test_the_chances_of_every_offered_declaration_can_be_asked_and_add_up(self) -> None:
        checked = 0
        for seed in range(6):
            match = random_match(seed, 30)
            rng = random.Random(seed)
            for _ in range(40):
                if match.over:
                    break
                seat = min(match.pending)
                options = list(match.pending[seat].space.options())
                if match.view(seat).stage in ("aro", "second_skill"):
                    arms = preview(match, seat, "arms")
                    assert arms.reactive == (match.view(seat).active != seat)
                    for option in options:
                        if option.key.startswith(("shoot:", "strike:", "evade")):
                            found = preview(match, seat, option.key)
                            for one in found.duels:
                                assert one.win + one.nothing + one.lose == pytest.approx(1.0)
                                assert sum(one.wounds) == pytest.approx(1.0)
                                assert sum(one.suffered) == pytest.approx(1.0)
                            checked += 1
                match.answer(seat, rng.choice(options).key)
        assert checked > 10


def test_a_preview_changes_nothing() -> None:
    match = say(start(POSITION), "stay@90")
    before = GAME.testing.dump(match.state)
    for about in ("arms", "stay@10", "move:231,100@90"):
        for seat in (0, 1):
            preview(match, seat, about)
    assert GAME.testing.dump(match.state) == before


def test_a_preview_says_the_same_whatever_nobody_can_know() -> None:
    """In random play, for everybody and everything offered: no matter which events lie in the deck."""
    asked = 0
    for seed in range(3):
        match = random_match(seed, 20)
        rng = random.Random(seed)
        for step in range(20):
            if match.over:
                break
            seat = min(match.pending)
            options = list(match.pending[seat].space.options())
            for eyes in range(3):
                keys = [option.key for option in options[:: 1 + step % 5]] if eyes == seat else []
                twin = match.reimagined(eyes, random.Random(step))
                for about in ("arms", "stay@90", "evade", *keys):
                    assert answer(twin, eyes, about) == answer(match, eyes, about), about
                    asked += 1
            match.answer(seat, rng.choice(options).key)
    assert asked > 200


def answer(match: Match[Any], seat: int, about: str) -> Any:
    """A preview, or why there is none."""
    try:
        return preview(match, seat, about)
    except Refusal as no:
        return no.clause, WORDS.say(no.reason)
