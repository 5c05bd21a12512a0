"""Properties of every game in the library, checked in random matches from every set-up."""

from __future__ import annotations

import gc
import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.every_game import (
    STAYS_SECRET,
    Setup,
    asked,
    clauses_of,
    decisions,
    event_text,
    every_game,
    every_setup,
    everything,
    examples,
    follow,
    lengths,
    parts,
    play_out,
    public,
    said,
    seeds,
    seen,
    texts_of,
    untouched,
    unveiled,
    wordless,
)
from muster.bots import chair_at, make_bot
from muster.kernel.dice import RandomDice, SeededDice
from muster.kernel.game import Game, nothing_counted, nothing_hidden
from muster.kernel.journal import UNDO, Writer, read_journal
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Seat
from muster.kernel.sessions import dice_of, header_of, journal_text, load_match, new_match
from muster.kernel.spaces import Open
from muster.kernel.words import GAP, LANGUAGES
from muster.lab.coverage import find_functions, find_tests, folder_of_tests


class TestPlay:
    """Random legal play from any set-up."""

    @every_setup
    @given(seed=seeds)
    @examples(25)
    def test_it_comes_to_an_end_with_a_result(self, setup: Setup, seed: int) -> None:
        match = setup.match(seed)
        play_out(match, random.Random(seed))
        result = match.result
        assert result is not None
        assert len(result.scores) == len(setup.seats())
        assert result.winners
        assert set(result.winners) <= set(setup.seats())

    @every_setup
    @given(seed=seeds)
    @examples(5)
    def test_nobody_is_asked_but_players_and_there_is_always_an_answer(self, setup: Setup, seed: int) -> None:
        match = setup.match(seed)
        players = set(setup.options.players)
        for _ in decisions(match, random.Random(seed)):
            assert set(match.pending) <= players
            assert all(ask.seat == seat for seat, ask in match.pending.items())
            assert all(ask.space.options() for ask in match.pending.values())
            assert match.result is None

    @every_setup
    @given(seed=seeds)
    @examples(5)
    def test_every_option_offered_is_accepted_by_its_key(self, setup: Setup, seed: int) -> None:
        match = setup.match(seed)
        for _ in decisions(match, random.Random(seed)):
            for ask in match.pending.values():
                options = ask.space.options()
                for option in options:
                    accepted = ask.space.accept(option.key)
                    assert (accepted.key, accepted.value, accepted.clause) == (option.key, option.value, option.clause)
                keys = [option.key for option in options]
                assert len(set(keys)) == len(keys), "a key means one thing"
                refused = [blocked.key for blocked in ask.space.blocked()]
                assert not set(refused) & set(keys), "offered and not offered"
                assert len(set(refused)) == len(refused), "one reason for each thing"

    @every_setup
    @given(seed=seeds)
    @examples(5)
    def test_keys_can_be_written_into_a_journal_and_typed(self, setup: Setup, seed: int) -> None:
        match = setup.match(seed)
        for _ in decisions(match, random.Random(seed)):
            for ask in match.pending.values():
                for option in ask.space.options():
                    assert option.key.isascii()
                    assert option.key.isprintable()
                    assert not any(letter.isspace() or letter == "~" for letter in option.key)
                    assert option.key not in ("", UNDO)

    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(10)
    def test_every_option_offered_can_be_played(self, setup: Setup, seed: int, length: int) -> None:
        match = setup.played(seed, length)
        for seat, ask in match.pending.items():
            for option in ask.space.options():
                twin = match.twin(RandomDice(random.Random(seed)))
                twin.answer(seat, option.key)
                assert said(twin)[: len(match.record) + 1] == [*said(match), (seat, option.key)]

    @every_setup
    @given(seed=seeds)
    @examples(5)
    def test_what_is_conserved_stays(self, setup: Setup, seed: int) -> None:
        game, match = setup.game, setup.match(seed)
        counts = game.testing.conserved(setup.options.new())
        assert counts or game.testing.conserved is nothing_counted
        for _ in decisions(match, random.Random(seed)):
            assert game.testing.conserved(match.state) == counts
        assert game.testing.conserved(match.state) == counts

    @every_setup
    @given(seed=seeds)
    @examples(4)
    def test_copies_and_forks_never_change_with_the_match(self, setup: Setup, seed: int) -> None:
        game, match, rng = setup.game, setup.match(seed), random.Random(seed)
        taken: list[tuple[Any, Any]] = []
        for _ in decisions(match, random.Random(seed)):
            if rng.random() > 100 / (100 + len(taken)):
                continue
            states = [game.rules.copy(match.state), match.fork(rng.choice(setup.seats()), rng).state]
            assert game.testing.dump(states[0]) == game.testing.dump(match.state)
            taken += [(state, game.testing.dump(state)) for state in states]
        assert all(game.testing.dump(state) == dump for state, dump in taken)

    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(15)
    def test_a_copy_keeps_every_field_and_shares_nothing_that_can_change(
        self, setup: Setup, seed: int, length: int
    ) -> None:
        game = setup.game
        state = game.rules.copy(setup.played(seed, length).state)
        for path in list(parts(state, game.rules.copy(state))):
            part = follow(state, path)
            if isinstance(part, list | dict | set | bytearray):
                assert follow(game.rules.copy(state), path) is not part, path
            elif type(part) in (int, bool) and isinstance(path[-1], str):
                owner, name = follow(state, path[:-1]), path[-1]
                setattr(owner, name, not part if type(part) is bool else part + 1)
                assert follow(game.rules.copy(state), path) == getattr(owner, name), path
                setattr(owner, name, part)

    @every_setup
    @given(seed=seeds)
    @examples(3)
    def test_it_can_be_started_again_from_every_checkpoint(self, setup: Setup, seed: int) -> None:
        """All control flow is in the state, and a copy of the state lacks nothing."""
        game, match, rng = setup.game, setup.match(seed, game=unveiled(setup.game)), random.Random(seed)
        for asking, _ in decisions(match, random.Random(seed)):
            fork = match.fork(asking, random.Random(seed))
            in_turn = list(fork.pending) == [asking]  # in open dialogues a fork drops what others have said
            often = min(0.2, 15 / (1 + len(match.record)))  # fewer in long ones
            if in_turn and rng.random() < often:
                twin = match.twin(RandomDice(random.Random(seed)))
                ahead = None if rng.random() < 0.1 else 50  # now and then to the end
                ways = [itertools.islice(decisions(one, random.Random(1)), ahead) for one in (fork, twin)]
                for (seat, option), (other_seat, other) in zip(*ways, strict=True):
                    assert (seat, option.key) == (other_seat, other.key)
                assert game.testing.dump(fork.state) == game.testing.dump(twin.state)

    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(6)
    def test_a_match_does_not_change_with_its_copies_and_forks(self, setup: Setup, seed: int, length: int) -> None:
        game, match = setup.game, setup.played(seed, length)
        before = untouched(game, match, setup)
        for seat in setup.seats():
            play_out(match.fork(seat, random.Random(seed)), random.Random(seed))
        play_out(match.twin(RandomDice(random.Random(seed))), random.Random(seed))
        assert untouched(game, match, setup) == before


class TestRefusals:
    """Whatever is not offered is refused, with a clause and in words, and without a trace."""

    junk = st.one_of(st.text(max_size=12), st.sampled_from(["", " ", ":", UNDO, "pass", "0", "None", "~", "\x00"]))

    @every_setup
    @given(seed=seeds, length=lengths, junk=st.lists(junk, min_size=1, max_size=4))
    @examples(10)
    def test_a_tampered_answer_is_refused(self, setup: Setup, seed: int, length: int, junk: list[str]) -> None:
        match = setup.played(seed, length)
        before = untouched(setup.game, match, setup)
        for seat, ask in match.pending.items():
            offered = [option.key for option in ask.space.options()]
            tampered = [changed for key in offered for changed in mutations(key)]
            blocked = [thing.key for thing in ask.space.blocked()]
            for key in dict.fromkeys([*junk, *blocked, *tampered, *foreign_keys(setup, seed)]):
                if key not in offered and not (isinstance(ask.space, Open) and is_accepted(ask.space, key)):
                    self.check_refused(setup, match, seat, key)
        assert untouched(setup.game, match, setup) == before

    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(10)
    def test_an_answer_of_the_wrong_seat_is_refused(self, setup: Setup, seed: int, length: int) -> None:
        match = setup.played(seed, length)
        before = untouched(setup.game, match, setup)
        keys = {option.key for ask in match.pending.values() for option in ask.space.options()}
        for seat in {-1, len(setup.seats()), 99, *setup.seats()} - match.pending.keys():
            for key in sorted(keys)[:5]:
                assert self.check_refused(setup, match, seat, key).clause == "K turn"
        assert untouched(setup.game, match, setup) == before

    @every_setup
    @given(seed=seeds)
    @examples(2)
    def test_after_the_end_everything_is_refused(self, setup: Setup, seed: int) -> None:
        match = setup.match(seed)
        play_out(match, random.Random(seed))
        before = untouched(setup.game, match, setup)
        for seat in setup.seats():
            assert self.check_refused(setup, match, seat, match.record[-1].key).clause == "K turn"
        assert untouched(setup.game, match, setup) == before

    def check_refused(self, setup: Setup, match: Match[Any], seat: Seat, key: str) -> Refusal:
        with pytest.raises(Refusal) as refused:
            match.answer(seat, key)
        assert refused.value.clause in setup.game.clauses
        assert wordless(setup.game, refused.value.reason) == []
        return refused.value


def mutations(key: str) -> list[str]:
    """A key as somebody might mistype or forge it."""
    endless = f"{key.partition(':')[0]}:{'9' * 5000}"
    return [key[:-1], key + "x", key.upper(), f" {key}", f"{key} ", key.replace(":", "", 1), endless]


def foreign_keys(setup: Setup, seed: int) -> list[str]:
    """Keys that were right at another time of another match."""
    match = setup.match(seed + 1)
    return [option.key for _, option in itertools.islice(decisions(match, random.Random(seed)), 0, None, 9)]


def is_accepted(space: Open[Any], key: str) -> bool:
    try:
        space.accept(key)
    except Refusal:
        return False
    return True


class TestJournal:
    """Saved, loaded, taken back: always the same match."""

    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(6)
    def test_saved_anywhere_and_loaded_it_goes_on_as_if_nothing_had_been(
        self, setup: Setup, seed: int, length: int
    ) -> None:
        game, match = setup.game, setup.played(seed, length)
        text = journal_text(setup.options, match)
        journal = read_journal(text)
        again = load_match(game, journal, dice_of(journal))
        assert everything(game, again, setup) == everything(game, match, setup)
        assert journal_text(setup.options, again) == text
        play_out(match, random.Random(seed))
        play_out(again, random.Random(seed))
        assert everything(game, again, setup) == everything(game, match, setup)
        assert journal_text(setup.options, again) == journal_text(setup.options, match)

    @every_setup
    @given(seed=seeds)
    @examples(2)
    def test_it_can_be_looked_back_at_entry_by_entry(self, setup: Setup, seed: int) -> None:
        game, match = setup.game, setup.match(seed)
        stages = {len(match.record): everything(game, match, setup)}
        for _ in decisions(match, random.Random(seed)):
            stages[len(match.record)] = everything(game, match, setup)
        journal = read_journal(journal_text(setup.options, match))
        for at in random.Random(seed).sample(sorted(stages), 8):
            assert everything(game, load_match(game, journal, dice_of(journal), at=at), setup) == stages[at]

    @every_setup
    @given(seed=seeds)
    @examples(3)
    def test_taken_back_and_said_again_makes_no_difference(self, setup: Setup, seed: int) -> None:
        game, rng = setup.game, random.Random(seed)
        straight = setup.match(seed)
        play_out(straight, random.Random(seed))

        lines: list[str] = []
        writer = Writer(header_of(game, setup.options, SeededDice(seed)))
        wavering = setup.match(seed, listener=lambda entry: lines.append(writer.line(entry)))
        for _ in decisions(wavering, random.Random(seed)):
            for seat in setup.seats():
                if wavering.may_undo(seat) is None and rng.random() < 0.3:
                    before = everything(game, wavering, setup)
                    key = next(entry.key for entry in reversed(wavering.record) if entry.seat == seat)
                    wavering.undo(seat)
                    wavering.answer(seat, key)
                    assert everything(game, wavering, setup) == before
        assert everything(game, wavering, setup) == everything(game, straight, setup)
        journal = read_journal(writer.header + "".join(lines))
        assert [(entry.seat, entry.key) for entry in journal.effective()] == said(wavering)
        assert everything(game, load_match(game, journal, dice_of(journal)), setup) == everything(game, straight, setup)

    @every_setup
    @given(seed=seeds)
    @examples(3)
    def test_taking_back_leads_to_the_very_question_that_was_answered(self, setup: Setup, seed: int) -> None:
        game, match, rng = setup.game, setup.match(seed), random.Random(seed)
        undone = 0
        before: Any = None
        for seat, _ in decisions(match, random.Random(seed)):
            often = min(0.4, 12 / (1 + len(match.record)))  # each is a whole match again: fewer in long ones
            if before is not None and match.may_undo(before[0]) is None and rng.random() < often:
                twin = match.twin(RandomDice(random.Random(seed)))
                twin.undo(before[0])
                assert everything(game, twin, setup) == before[1]
                assert said(twin) == before[2]
                undone += 1
            before = seat, everything(game, match, setup), said(match)
        assert undone > 0


class TestSecrets:
    """What a seat may not know never reaches it."""

    @every_setup
    @given(seed=seeds)
    @examples(6)
    def test_a_seat_sees_hears_and_is_asked_the_same_whatever_it_cannot_know(self, setup: Setup, seed: int) -> None:
        game, match, rng = setup.game, setup.match(seed), random.Random(seed)
        for _ in decisions(match, random.Random(seed)):
            seat = rng.choice(list(setup.options.players))
            other = match.reimagined(seat, rng)
            for viewer in (seat, None):
                assert seen(other, viewer) == seen(match, viewer)
                since = len(match.events(viewer)) - len(other.events(viewer))
                assert [e.plain() for e in other.events(viewer)] == [e.plain() for e in match.events(viewer, since)]
            assert asked(other, seat) == asked(match, seat)
            assert game.thinking.evaluate(other.state, seat) == game.thinking.evaluate(match.state, seat)

    @every_setup
    @given(seed=seeds)
    @examples(6)
    def test_nobody_can_tell_another_secret_choice_from_the_one_made(self, setup: Setup, seed: int) -> None:
        match, rng = setup.match(seed), random.Random(seed)
        for seat, option in decisions(match, random.Random(seed)):
            others = [viewer for viewer in setup.viewers() if viewer != seat]
            alternatives = secret_alternatives(setup, match, seat, option.key)
            if alternatives and rng.random() < 0.5:
                one, other = match.twin(SeededDice(seed)), match.twin(SeededDice(seed))
                one.answer(seat, option.key)
                other.answer(seat, rng.choice(alternatives))
                if not has_been_shown(setup, match, one, seat):
                    assert public(one, others) == public(other, others)

    @every_setup
    @given(seed=seeds)
    @examples(3)
    def test_redrawing_keeps_what_everybody_sees(self, setup: Setup, seed: int) -> None:
        """The same for the state between two answers, which is what a spectator or a reconnecting seat is shown."""
        game, match, rng = setup.game, setup.match(seed), random.Random(seed)
        for _ in decisions(match, random.Random(seed)):
            if len(match.pending) == 1:
                seat = rng.choice(list(setup.options.players))
                state = game.rules.copy(match.state)
                game.rules.determinize(state, seat, rng)
                assert game.showing.look(state, seat).view == match.view(seat)
                assert game.showing.look(state, None).view == match.view(None)
                assert game.testing.conserved(state) == game.testing.conserved(match.state)

    @every_setup
    @given(seed=seeds)
    @examples(2)
    def test_a_fork_at_any_point_by_any_seat_can_be_played_to_its_end(self, setup: Setup, seed: int) -> None:
        match, rng = setup.match(seed), random.Random(seed)
        for number, _ in enumerate(decisions(match, random.Random(seed))):
            if number % 5 == 0:
                fork = match.fork(rng.choice(setup.seats()), rng)
                play_out(fork, rng)
                assert fork.result is not None

    @every_setup
    def test_something_is_redrawn(self, setup: Setup) -> None:
        """The tests above would hold for a game that hides nothing; here is the proof that this one does."""
        game, match = setup.game, setup.match(1)
        if game.rules.determinize is nothing_hidden:
            pytest.skip(f"{game.name} has no secrets, and says so")
        redrawn = 0
        for seat, _ in decisions(match, random.Random(1)):
            redrawn += game.testing.dump(match.reimagined(seat, random.Random(1)).state) != game.testing.dump(
                match.state
            )
        assert redrawn > 0


def secret_alternatives(setup: Setup, match: Match[Any], seat: Seat, key: str) -> list[str]:
    """What this seat could have said instead without anybody noticing.

    While others are asked at the same time that is anything; otherwise an answer of the same kind: whether a mine is
    laid everybody sees, which one nobody.
    """
    ask = match.pending[seat]
    keys = [option.key for option in ask.space.options() if option.key != key]
    if len(match.pending) > 1:
        return keys
    if ask.secret or ask.prompt.key in STAYS_SECRET.get(setup.name, ()):
        return [other for other in keys if other.partition(":")[0] == key.partition(":")[0]]
    return []


def has_been_shown(setup: Setup, before: Match[Any], after: Match[Any], seat: Seat) -> bool:
    """Whether a secret answer has become known since, by rules that showed it or by dice that fell."""
    if len(before.pending) > 1 or before.pending[seat].prompt.key in STAYS_SECRET.get(setup.name, ()):
        return False
    return after.may_undo(seat) is not None


THINKERS = ("random", "greedy", "search:20")
"""One bot of each kind: the levels are searches with other budgets."""


class TestBots:
    """A bot sits at a seat: it knows what the seat knows."""

    @pytest.mark.parametrize("bot", THINKERS)
    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(10)
    def test_its_choice_is_the_same_whatever_it_cannot_know(
        self, setup: Setup, bot: str, seed: int, length: int
    ) -> None:
        match = setup.played(seed, length)
        for seat in match.pending:
            choice = make_bot(bot, random.Random(seed)).choose(chair_at(match, seat))
            for redrawing in range(4):
                other = match.reimagined(seat, random.Random(redrawing))
                assert make_bot(bot, random.Random(seed)).choose(chair_at(other, seat)).key == choice.key
            dice = RandomDice(random.Random(seed + 1))
            assert make_bot(bot, random.Random(seed)).choose(chair_at(match.twin(dice), seat)).key == choice.key

    @pytest.mark.parametrize("bot", THINKERS)
    @every_setup
    @given(seed=seeds, length=lengths)
    @examples(4)
    def test_thinking_changes_nothing_and_ends_in_an_option_offered(
        self, setup: Setup, bot: str, seed: int, length: int
    ) -> None:
        game, match = setup.game, setup.played(seed, length)
        before = untouched(game, match, setup)
        for seat in match.pending:
            choice = make_bot(bot, random.Random(seed)).choose(chair_at(match, seat))
            assert choice.key in [option.key for option in match.pending[seat].space.options()]
        assert untouched(game, match, setup) == before

    @pytest.mark.parametrize("bot", ["random", "greedy", pytest.param("search:4", marks=pytest.mark.slow)])
    @every_setup
    def test_it_plays_to_the_end(self, setup: Setup, bot: str) -> None:
        match = setup.match(1)
        rng = random.Random(1)
        first, *others = setup.options.players
        bots = {first: make_bot(bot, rng), **{seat: make_bot("random", rng) for seat in others}}
        while not match.over:
            seat = min(match.pending)
            match.play(seat, bots[seat].choose(chair_at(match, seat)))
        assert match.result is not None


class TestWords:
    """Everything that is said has words in both languages, and everything that is cited stands in the register."""

    @every_setup
    @given(seed=seeds)
    @examples(8)
    def test_everything_met_in_play_can_be_said_and_cites(self, setup: Setup, seed: int) -> None:
        game, match = setup.game, setup.match(seed)
        texts, cited = {}, set()
        for _ in decisions(match, random.Random(seed)):
            for ask in match.pending.values():
                texts.update((repr(text), text) for text in texts_of(ask))
                cited.update(clauses_of(ask))
        texts.update((repr(event), event_text(event)) for event in match.table.events)
        cited.update(event.clause for event in match.table.events)
        assert [problem for text in texts.values() for problem in wordless(game, text)] == []
        assert [clause for clause in cited if clause not in game.clauses] == []

    @every_setup
    @given(seed=seeds)
    @examples(2)
    def test_every_view_can_be_drawn_in_every_language(self, setup: Setup, seed: int) -> None:
        match, rng = setup.match(seed), random.Random(seed)
        for _ in decisions(match, random.Random(seed)):
            look, language = match.look(rng.choice(setup.viewers())), rng.choice(LANGUAGES)
            assert look.picture(setup.game.catalogue.words(language)).strip()

    @every_game
    def test_both_languages_have_the_same_templates_with_the_same_gaps(self, game: Game[Any]) -> None:
        english, spanish = (game.catalogue.templates[language] for language in ("en", "es"))
        assert english.keys() == spanish.keys()
        for key, template in english.items():
            assert gaps(template) == gaps(spanish[key]), key

    @every_game
    def test_every_clause_says_something_in_both_languages(self, game: Game[Any]) -> None:
        for clause in game.clauses:
            assert clause.en.strip(), clause.id
            assert clause.es.strip(), clause.id


def gaps(template: str) -> set[tuple[str, str]]:
    """The gaps of a template and what kind of name fills them; how plurals are formed is each language's affair."""
    return {(name, kind) for name, kind, *_ in GAP.findall(template)}


@every_game
def test_default_options_survive_being_written_down(game: Game[Any]) -> None:
    options = game.setup.prepare({}).options
    assert game.setup.prepare(options).options == options


@every_game
def test_a_fork_is_gone_as_soon_as_nobody_holds_it(game: Game[Any]) -> None:
    """Nothing in it may hold itself, such as a question whose function calls another one beside it: the compiled build
    would keep the fork with all that it copied until somebody looks for garbage.
    """
    match = new_match(game, game.setup.prepare({}), SeededDice(7), listening=False)
    kind = type(match.state)
    gc.collect()
    gc.disable()
    try:
        before = sum(type(one) is kind for one in gc.get_objects())
        for seat, _ in itertools.islice(decisions(match, random.Random(7)), 150):
            fork = match.fork(seat, random.Random(7))
            asked_next = fork.pending[seat].space.options()
            fork.play(seat, asked_next[-1])
            del fork, asked_next
        after = sum(type(one) is kind for one in gc.get_objects())
    finally:
        gc.enable()
    assert after <= before + 1, "besides the match's own, the copy at its last checkpoint"


class TestClauses:
    """Everything cites: the register, the rules and the tests name the same clauses."""

    @every_game
    def test_every_clause_that_the_rules_name_is_in_the_register(self, game: Game[Any]) -> None:
        assert [clause for clause in find_functions(game.name, game.clauses.prefix) if clause not in game.clauses] == []

    @every_game
    def test_every_clause_of_the_register_is_implemented_by_a_function(self, game: Game[Any]) -> None:
        functions = find_functions(game.name, game.clauses.prefix)
        assert [clause for clause in own_clauses(game) if clause not in functions] == []

    @every_game
    def test_every_clause_of_the_register_is_shown_by_a_test(self, game: Game[Any]) -> None:
        if not game.clauses.complete:
            pytest.skip(f"{game.name} is in progress: docs/rulings/{game.name}.md says what is missing")
        if folder_of_tests(game.name) is None:
            pytest.skip(f"the tests of {game.name} are elsewhere")
        tests = find_tests(game.name)
        assert [clause for clause in own_clauses(game) if clause not in tests] == []

    @every_game
    def test_every_clause_that_a_test_shows_is_in_the_register(self, game: Game[Any]) -> None:
        own = [clause for clause in find_tests(game.name) if clause.startswith(f"{game.clauses.prefix} ")]
        assert [clause for clause in own if clause not in game.clauses] == []


def own_clauses(game: Game[Any]) -> list[str]:
    """The clauses of the game's rulebook, without the table's own."""
    return [clause.id for clause in game.clauses if clause.id.startswith(f"{game.clauses.prefix} ")]
