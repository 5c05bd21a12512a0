"""The search: within its budget, the same from the same seed, blind to what it may not know, and worth its time."""

from __future__ import annotations

import os
import random
import time
from dataclasses import replace
from typing import Any

import pytest

from muster.bots import chair_at, make_bot
from muster.bots.search import LEVELS, Budget, Search, read_budget, together
from muster.bots.search.bot import SearchBot, tempted
from muster.bots.search.tree import Node
from muster.kernel.chances import UNFITTED, Chances, chances_for, read_chances
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.kernel.requests import Ask
from muster.kernel.sessions import new_match
from muster.kernel.spaces import Option
from muster.lab.simulate import Job, simulate
from muster.library import load_chances, load_game

GAME = load_game("tiny_epic_mechs")


def in_the_middle(seed: int, decisions: int, **options: Any) -> Match[Any]:
    """A match after so many random decisions, where the seat that is asked has a choice."""
    match = new_match(GAME, GAME.setup.prepare(options), SeededDice(seed))
    rng = random.Random(seed)
    while decisions > 0 or len(match.pending[min(match.pending)].space.options()) == 1:
        seat = min(match.pending)
        match.play(seat, rng.choice(match.pending[seat].space.options()))
        decisions -= 1
    return match


def programming() -> Match[Any]:
    """Both plan the same round in secret, card by card."""
    match = in_the_middle(2, 0)
    while len(match.pending) < 2 or len(match.pending[0].space.options()) < 10:
        seat = min(match.pending)
        match.play(seat, match.pending[seat].space.options()[0])
    return match


def searched(match: Match[Any], iterations: int, seed: int = 1) -> Search[Any]:
    search = Search(chair_at(match, min(match.pending)), UNFITTED, random.Random(seed))
    search.think(Budget(iterations=iterations))
    return search


# Budgets


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("400", Budget(iterations=400)),
        ("1", Budget(iterations=1)),
        ("1s", Budget(seconds=1.0)),
        ("0.25s", Budget(seconds=0.25)),
        ("400*2", Budget(iterations=400, cores=2)),
        ("1s*4", Budget(seconds=1.0, cores=4)),
    ],
)
def test_a_budget_is_a_number_of_iterations_or_a_time(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget


@pytest.mark.parametrize(
    "text", ["", "0", "-3", "1.5", "s", "0s", "0.0s", "1m", "12345678", "1e3s", " 4", "٣", "4*", "4*0", "*2", "4*2*2"]
)
def test_what_is_no_budget_is_named(text: str) -> None:
    with pytest.raises(GameError, match=r"budget|0s is none"):
        make_bot(f"search:{text}", random.Random(1))


def test_iterations_are_never_exceeded_but_for_a_first_look_at_every_answer() -> None:
    match = in_the_middle(3, 40)
    options = len(match.pending[min(match.pending)].space.options())
    assert searched(match, 1).iterations == options
    assert options < searched(match, options + 50).iterations <= options + 50


def test_time_is_never_exceeded_by_much() -> None:
    match = in_the_middle(3, 40)
    began = time.process_time()
    make_bot("search:0.3s", random.Random(1)).choose(chair_at(match, min(match.pending)))
    assert time.process_time() - began < 1.0


def test_a_first_look_ends_in_time() -> None:
    """When time is up after one answer, that one is given; a mistake can be made only among answers looked at."""
    match = in_the_middle(3, 40)
    chair = chair_at(match, min(match.pending))
    search = Search(chair, UNFITTED, random.Random(1), until=1e-9)
    assert (search.iterations, search.ranked) == (1, [chair.options[0]])
    assert search.best() is tempted(search, 5.0, random.Random(1)) is chair.options[0]
    chair.patience = 1e-9
    assert make_bot("easy", random.Random(1)).choose(chair) is chair.options[0]
    assert len(Search(chair, UNFITTED, random.Random(1), until=time.monotonic() + 600).ranked) == len(chair.options)


def test_a_clear_choice_takes_no_more_time() -> None:
    """Once nothing can catch up with the best answer, no budget is large enough to go on."""
    match = in_the_middle(3, 40)
    search = searched(match, 4000)
    leader, second = sorted((node.visits for node in search.root.answers.values()), reverse=True)[:2]
    if search.iterations < 4000:
        assert leader - second > 0.8 * (4000 - search.iterations)


# The same, and blind


def test_the_same_seed_and_iterations_give_the_same_choice() -> None:
    for decisions in (10, 40, 70):
        match = in_the_middle(5, decisions)
        keys = {searched(match, 120, seed=9).best().key for _ in range(2)}
        assert len(keys) == 1


def test_no_tree_knows_what_its_seat_does_not_hear() -> None:
    """While all choose in secret, a player's answers stand in that player's tree and leave no trace in the others'."""
    search = searched(programming(), 300)
    mine, other = search.roots
    assert mine.answers
    assert not mine.heard
    assert not other.heard


def test_every_seat_wants_its_own_victory() -> None:
    """With three at the table the chances add up to one, and the same position is judged from each side."""
    match = in_the_middle(4, 60, players=3)
    search = searched(match, 200)
    assert len(search.roots) == 3
    assert all(0.0 <= node.mean <= 1.0 for node in search.root.answers.values())


# Trees that are kept


def test_a_tree_is_kept_while_no_dice_speak() -> None:
    """The second of two answers in a row begins with what the first search found out about it."""
    match = programming()
    bot = SearchBot(random.Random(3), Budget(iterations=600))
    match.play(0, bot.choose(chair_at(match, 0)))
    again = bot.search(chair_at(match, 0))
    assert max(node.visits for node in again.root.answers.values()) > 1


def test_a_tree_is_dropped_when_an_answer_is_taken_back() -> None:
    match = programming()
    bot = SearchBot(random.Random(3), Budget(iterations=100))
    match.play(0, bot.choose(chair_at(match, 0)))
    bot.choose(chair_at(match, 0))
    match.undo(0)
    again = bot.search(chair_at(match, 0))
    assert {node.visits for node in again.root.answers.values()} == {1}


# Several cores


def test_two_cores_share_the_iterations_and_give_the_same_choice_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "can_copy", lambda: True)  # the test runner's thread holds no lock of ours
    match = in_the_middle(3, 40)

    def thought(cores: int) -> Search[Any]:
        search = Search(chair_at(match, min(match.pending)), UNFITTED, random.Random(1))
        together.think_together(search, Budget(iterations=400, cores=cores), random.Random(2))
        return search

    alone, two, again = thought(1), thought(2), thought(2)
    assert alone.iterations <= 400 < 400 + 2 >= two.iterations
    visits = [{key: node.visits for key, node in search.root.answers.items()} for search in (alone, two, again)]
    assert visits[1] == visits[2] != visits[0]
    assert all(0.0 <= node.mean <= 1.0 for node in two.root.answers.values())


def test_a_copy_that_dies_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*given: object) -> None:
        os._exit(3)

    monkeypatch.setattr(together, "can_copy", lambda: True)
    monkeypatch.setattr(together, "thought", dies)
    match = in_the_middle(3, 40)
    search = Search(chair_at(match, min(match.pending)), UNFITTED, random.Random(1))
    together.think_together(search, Budget(iterations=200, cores=2), random.Random(2))
    assert search.best() in search.options


def test_where_no_copies_can_be_made_one_core_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "can_copy", lambda: False)
    match = in_the_middle(3, 40)
    search = Search(chair_at(match, min(match.pending)), UNFITTED, random.Random(1))
    together.think_together(search, Budget(iterations=200, cores=2), random.Random(2))
    assert 100 < search.iterations <= 200


# Mistakes


def test_without_temper_the_best_answer_is_given_and_with_it_worse_ones_are_rarer() -> None:
    match = in_the_middle(3, 40)
    search = searched(match, 200)
    rng = random.Random(1)
    best = search.best()
    cool = [tempted(search, 0.01, rng).key for _ in range(200)]
    hot = [tempted(search, 5.0, rng).key for _ in range(200)]
    assert cool.count(best.key) > 150
    assert len(set(hot)) > len(set(cool))


def test_levels_grow_with_their_budgets() -> None:
    tempers = [level.temper for level in LEVELS.values()]
    assert list(LEVELS) == ["novice", "easy", "normal", "hard", "merciless"]
    assert tempers == sorted(tempers, reverse=True)
    assert tempers[2:] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "seats", [("search:80", "random"), pytest.param(("random", "search:80"), marks=pytest.mark.slow)]
)
def test_a_search_beats_random_play_from_either_seat(seats: tuple[str, str]) -> None:
    tally = simulate(Job("tiny_epic_mechs", seats, 5), 4, 1)
    assert tally.wins[1 - seats.index("random")] == 4


# Chances


def test_chances_add_up_and_grow_with_the_evaluation() -> None:
    chances = Chances([0.02], [0.1], [0.2], 0.3)
    for worths in ([0.0, 0.0], [5.0, -5.0], [1000.0, -1000.0], [3.0, 2.0, 1.0]):
        shares = chances.shares(0.5, [[worth] for worth in worths], -1)
        assert sum(shares) == pytest.approx(1.0)
        assert shares == sorted(shares, reverse=True)
    assert chances.shares(0.9, [[5.0], [-5.0]], -1)[0] > chances.shares(0.1, [[5.0], [-5.0]], -1)[0]
    assert chances.shares(0.5, [[0.0], [0.0]], 1)[1] > 0.5


def test_a_weight_changes_evenly_from_the_beginning_over_the_middle_to_the_end() -> None:
    chances = Chances([1.0, 0.0], [2.0, 4.0], [4.0, 2.0], 0.0)
    assert chances.weights(0.0) == [1.0, 0.0]
    assert chances.weights(0.25) == [1.5, 2.0]
    assert chances.weights(0.5) == [2.0, 4.0]
    assert chances.weights(0.75) == [3.0, 3.0]
    assert chances.weights(1.0) == [4.0, 2.0]


def test_the_evaluation_counts_for_something_from_the_start() -> None:
    chances = Chances([-0.1, -0.1], [0.1, 0.1], [0.2, 0.2], 0.0)
    assert chances.weights(0.0) == pytest.approx([0.02, -0.1])


def test_figures_without_a_weight_count_nothing() -> None:
    chances = Chances([1.0], [1.0], [1.0], 0.0)
    assert chances.shares(0.5, [[0.0, 9.0], [0.0, -9.0]], -1) == [0.5, 0.5]


def test_chances_for_a_number_of_players_that_was_not_fitted_are_those_of_the_nearest() -> None:
    two, four = Chances([1], [1], [1], 0), Chances([2], [2], [2], 0)
    assert chances_for({2: two, 4: four}, 5) is four
    assert chances_for({2: two, 4: four}, 1) is two
    assert chances_for({}, 2) is UNFITTED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("players = 3", ""),
        ("oh =", ""),
        ("[players.x]\ntempo = 1\nweights = {}", "invalid literal"),
        ("[players.2]\nweights = {}", "tempo"),
        ("[players.2]\ntempo = 1", "weights"),
        ("[players.2]\ntempo = 1\nweights = { cheer = [1, 2, 3] }", "there is no feature 'cheer'"),
        ("[players.2]\ntempo = 1\nweights = { score = [1, 2] }", "score has 2 weights, not 3"),
    ],
)
def test_a_broken_table_of_chances_is_named(text: str, reason: str) -> None:
    with pytest.raises(GameError, match=rf"chances\.toml: no table of chances: .*{reason}"):
        read_chances(text, "chances.toml", ["score"])


def test_weights_are_read_by_the_name_of_their_feature() -> None:
    text = "[players.2]\ntempo = 0.5\nweights = { score = [1, 2, 3], evaluation = [4, 5, 6] }"
    found = read_chances(text, "chances.toml", ["health", "score"])[2]
    assert (found.start, found.middle, found.end, found.tempo) == ([4, 0, 1], [5, 0, 2], [6, 0, 3], 0.5)


# The horizon


def test_a_program_is_judged_when_its_round_is_over() -> None:
    """Every iteration of a search plays on, quickly, to the end of the round; so all programs can be compared."""
    match = programming()
    seen = set()

    def noting(state: Any, seat: int) -> float:
        seen.add(state.round)
        return GAME.thinking.evaluate(state, seat)

    match.game = replace(GAME, thinking=replace(GAME.thinking, evaluate=noting))
    searched(match, 60)
    assert seen == {match.state.round + 1}


def test_a_quick_program_is_legal_and_not_always_the_same() -> None:
    match = programming()
    ask, rng = match.pending[0], random.Random(1)
    state = match.fork(0, rng).state
    keys = {GAME.thinking.quick(state, ask, rng).key for _ in range(40)}
    assert len(keys) > 1
    assert keys <= {option.key for option in ask.space.options()}
    assert state.players[0].program == match.state.players[0].program


def test_a_new_answer_is_the_one_that_the_game_proposes() -> None:
    """Below the root the first answer that is tried anywhere is the quick one: here always the last card, turned the
    last way.
    """

    def last(state: Any, ask: Ask[Any], rng: random.Random) -> Option[Any]:
        return ask.space.options()[-1]

    match = programming()
    chair = chair_at(match, 0)
    chair.game = replace(GAME, thinking=replace(GAME.thinking, quick=last))
    search = Search(chair, UNFITTED, random.Random(1))
    search.think(Budget(iterations=200))
    first = {key: next(iter(node.answers)) for key, node in search.root.answers.items() if node.answers}
    assert len(first) > 1
    for key, tried in first.items():
        card = key.split("-")[0]
        assert tried == [option.key for option in chair.options if option.key.split("-")[0] != card][-1]


def test_a_node_leads_on_by_whom_it_heard() -> None:
    node = Node()
    assert node.after(0, "end") is node.after(0, "end")
    assert node.after(0, "end") is not node.after(1, "end")
    assert node.own("end") is not node.after(0, "end")


@pytest.mark.parametrize("game", ["deadzone", "obsidian_protocol", "tag_raid", "tiny_epic_mechs"])
def test_every_game_of_ours_has_fitted_chances(game: str) -> None:
    """Between two players, what the evaluation praises raises the chance from the middle of a match on."""
    chances = load_chances(game)[2]
    assert chances.middle[0] > 0
    assert chances.end[0] > 0


def test_a_game_counts_a_figure_for_each_feature() -> None:
    features = GAME.thinking.features
    match = new_match(GAME, GAME.setup.prepare({}), SeededDice(1))
    rng = random.Random(1)
    while match.pending:
        for seat in range(2):
            assert len(features.count(match.state, seat)) == len(features.names)
        seat = min(match.pending)
        match.play(seat, rng.choice(match.pending[seat].space.options()))


def test_a_place_for_deployment_is_judged_when_all_units_stand() -> None:
    """What a first round would make of it is noise: Obsidian Protocol's search looks at the deployed armies. Choices
    before that, such as a secondary task, are judged when the first round is over.
    """
    game = load_game("obsidian_protocol")
    match = new_match(game, game.setup.prepare({"squads": ("rdl_600_line", "un_600_line")}), SeededDice(2))
    rng = random.Random(2)
    seen: dict[str, set[tuple[int, bool]]] = {}
    while match.state.round == 1 and len(seen) < 3:
        seat = min(match.pending)
        prompt = match.pending[seat].prompt.key
        if prompt in ("prompt.secondary", "prompt.deploy", "prompt.dial") and prompt not in seen:
            noted = seen.setdefault(prompt, set())

            def noting(state: Any, seat: int, noted: set[tuple[int, bool]] = noted) -> float:
                noted.add((state.round, all(unit.deployed or not unit.alive for unit in state.units)))
                return game.thinking.evaluate(state, seat)

            chair = chair_at(match, seat)
            chair.game = replace(game, thinking=replace(game.thinking, evaluate=noting))
            Search(chair, UNFITTED, random.Random(1)).iterate()
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    assert seen == {"prompt.secondary": {(2, True)}, "prompt.deploy": {(1, True)}, "prompt.dial": {(2, True)}}
