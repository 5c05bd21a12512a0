"""What cannot be declared is said before anybody tries, in the words of the refusal."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.every_game import decisions
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.refusal import Refusal
from muster.kernel.sessions import new_match
from muster.library import load_game


@pytest.mark.clause("TR order.move_first", "TR aro.skills", "TR close.contact", "TR ranged.los")
def test_each_question_of_an_order_says_what_it_bars() -> None:
    game = load_game("tag_raid")
    match = new_match(game, setup_of(game).prepare({}), SeededDice(3))
    asked: Counter[str] = Counter()
    clauses: set[str] = set()
    for _ in decisions(match, random.Random(3)):
        for ask in match.pending.values():
            prompt = ask.prompt.key
            if prompt not in ("prompt.turn", "prompt.second", "prompt.aro") or asked[prompt] >= 25:
                continue
            asked[prompt] += 1
            offered = {option.key for option in ask.space.options()}
            for barred in ask.space.blocked():
                assert barred.key not in offered
                with pytest.raises(Refusal) as refused:
                    ask.space.accept(barred.key)
                assert refused.value.clause == barred.clause
                clauses.add(barred.clause)
        if len(asked) == 3 and min(asked.values()) >= 25:
            break
    assert {"TR order.move_first", "TR aro.skills", "TR close.contact", "TR ranged.los"} <= clauses
