"""Bots that think see no secret: worlds made here by hand differ from the true one in one kind of secret, and what is
thought is the same in all of them.

What a game draws again (`determinize`) has no part in how these worlds are made. So a secret that it forgot, or one
that has a say in what is drawn, shows here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from muster.bots import Chair, chair_at, make_bot
from muster.bots.search import Budget, SearchBot
from muster.kernel.dice import RandomDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.sessions import new_match
from muster.library import load_game

Alter = Callable[[Any, Seat, random.Random], bool]
"""Gives one kind of secret that this seat cannot know another value, in place; False if there is none of it now."""

MOST = 4
"""So many worlds of a kind are enough."""
TRIES = 20
"""Tries beside a first look at each answer."""
PACE = 3
"""After a world that differs, as many decisions go by before the next of its kind."""


def swapped(*piles: str) -> Alter:
    """Cards of the other side in other places: one from each of two piles."""

    def alter(state: Any, seat: Seat, rng: random.Random) -> bool:
        one, other = (getattr(state.sides[1 - seat], pile) for pile in piles)
        pairs = [(i, j) for i in range(len(one)) for j in range(len(other)) if one[i] != other[j]]
        if not pairs:
            return False
        i, j = rng.choice(pairs)
        one[i], other[j] = other[j], one[i]
        state.sides[1 - seat].hand.sort()
        return True

    return alter


def other_mission(state: Any, seat: Seat, rng: random.Random) -> bool:
    """Another secret mission: the one that was given back. So early nobody could have won by either."""
    side = state.sides[1 - seat]
    if state.round > 2 or -1 in (side.mission, side.rejected) or side.aborted >= 0:
        return False
    side.mission, side.rejected = side.rejected, side.mission
    return True


def other_objectives(state: Any, seat: Seat, rng: random.Random) -> bool:
    """What an enemy found under a counter is something else, which nobody has found yet or this seat does not know."""
    found = [which for _, which, _ in state.objectives]
    unknown = [n for n, (_, which, mask) in enumerate(state.objectives) if which >= 0 and not mask >> seat & 1]
    free = [which for which in range(3) if which not in found] + [found[n] for n in unknown[1:]]
    if not unknown or not free:
        return False
    place, other = unknown[0], rng.choice(free)
    if other in found:
        partner = found.index(other)
        state.objectives[partner] = (state.objectives[partner][0], found[place], state.objectives[partner][2])
    cube, _, mask = state.objectives[place]
    state.objectives[place] = (cube, other, mask)
    return True


def other_load(state: Any, seat: Seat, rng: random.Random) -> bool:
    """An enemy carries another card covertly."""
    from muster.games.obsidian_protocol.rules.deployment import beacons

    for unit in state.units:
        others = [card for card in beacons(state, unit) if card != unit.carried]
        if unit.seat != seat and unit.carried >= 0 and others:
            unit.carried = rng.choice(others)
            return True
    return False


def other_events(state: Any, seat: Seat, rng: random.Random) -> bool:
    """Another event lies in the deck."""
    known = {*state.event_deck, *state.events, *state.seen}
    left = [card.number for card in state.content.events if card.number not in known]
    if not left or not state.event_deck:
        return False
    deck = list(state.event_deck)
    deck[rng.randrange(len(deck))] = rng.choice(left)
    state.event_deck = tuple(sorted(deck))
    return True


def other_pilots(state: Any, seat: Seat, rng: random.Random) -> bool:
    """Somebody else was dealt another pilot."""
    dealt = {pilot for player in state.players for pilot in player.dealt}
    left = [card.number for card in state.content.pilots if card.number not in dealt]
    for player in state.players:
        if player.seat != seat and player.dealt and left:
            player.dealt = tuple(sorted((rng.choice(left), *player.dealt[1:])))
            return True
    return False


def other_program(state: Any, seat: Seat, rng: random.Random) -> bool:
    """Cards that lie face down are turned another way."""
    for player in state.players:
        if player.seat != seat and player.program and player.revealed < len(player.program):
            for place in range(player.revealed, len(player.program)):
                player.program[place] ^= rng.randrange(1, 4)
            return True
    return False


def other_mines(state: Any, seat: Seat, rng: random.Random) -> bool:
    """Mines of somebody else bear other numbers."""
    for zone, device in enumerate(state.devices):
        owner = device >> 3
        laid = {other & 7 for other in state.devices if other >> 3 == owner}
        left = [number for number in range(1, 5) if number not in laid]
        if device > 0 and device & 7 in range(1, 5) and owner != seat and left:
            state.devices[zone] = owner << 3 | rng.choice(left)
            return True
    return False


KINDS: dict[str, dict[str, Alter]] = {
    "deadzone": {
        "hand": swapped("hand", "unseen"),
        "cards to keep": swapped("drawn", "unseen"),
        "bottom of the deck": swapped("bottom", "unseen"),
        "mission": other_mission,
        "objectives": other_objectives,
    },
    "obsidian_protocol": {"load": other_load},
    "tag_raid": {"events": other_events},
    "tiny_epic_mechs": {"pilots": other_pilots, "programs": other_program, "mines": other_mines},
}
OPTIONS: dict[str, dict[str, Any]] = {
    "deadzone": {"teams": ("marauders_heavy", "plague_claws"), "battlefield": "refinery"},
    "obsidian_protocol": {"squads": ("rdl_1200_host", "gof_600_blade")},
    "tag_raid": {"players": 3},
    "tiny_epic_mechs": {"players": 3},
}
CHOOSING = "choices of others"
"""Everybody chooses at the same time, and somebody has done so."""
DICE = "dice to come"


def worlds(match: Match[Any], seat: Seat, rng: random.Random) -> Iterator[tuple[str, Match[Any]]]:
    """Matches that this seat cannot tell from the true one; each differs in one kind of secret. Those that begin with
    the last checkpoint have no record of what was before it.
    """
    yield DICE, match.twin(RandomDice(rng))
    mark, saved = match.last_checkpoint
    known = match.record[mark:]
    if not known:
        for kind, alter in KINDS[match.game.name].items():
            state = match.rules.copy(saved)
            if alter(state, seat, rng):
                yield kind, Match(match.game, state, RandomDice(rng))
    since = match.secret_since
    if since is not None and any(entry.seat not in (seat, -1) for entry in match.record[since:]):
        own = [entry for entry in match.record[since:] if entry.seat == seat]
        other = Match(match.game, match.beginning(), RandomDice(rng), known=match.record[:since])
        for entry in own:
            other.answer(seat, entry.key)
        for entry in match.record[since:]:
            if entry.seat != seat:
                other.play(entry.seat, rng.choice(other.pending[entry.seat].space.options()))
        yield CHOOSING, other


def thought(bot: SearchBot, chair: Chair[Any]) -> dict[str, tuple[int, float]]:
    """Everything that a search makes of a question: how often it tried each answer, and what came of it."""
    search = bot.search(chair)
    search.think(Budget(iterations=len(search.options) + TRIES))
    return {key: (node.visits, node.total) for key, node in search.root.answers.items()}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_no_kind_of_secret_has_a_say_in_what_a_bot_does(name: str) -> None:
    """Of every kind of secret of every game some worlds are met. In each of them the same is drawn for what a bot
    cannot know, the greedy bot does the same, and a search that goes on in the trees of its last decision thinks the
    same to the last try.
    """
    game = load_game(name)
    match = new_match(game, game.setup.prepare(OPTIONS[name]), SeededDice(3))
    rng = random.Random(3)
    thinkers = [
        SearchBot(random.Random(seat), Budget(iterations=TRIES)) for seat in range(match.rules.seats(match.state))
    ]
    met: Counter[str] = Counter()
    waits: Counter[str] = Counter()
    wanted = {*KINDS[name], DICE, CHOOSING} - ({CHOOSING} if name == "tag_raid" else set())
    while not match.over and any(met[kind] < MOST for kind in wanted):
        for seat in sorted(match.pending, reverse=True):
            if len(match.pending[seat].space.options()) == 1:
                continue
            for kind, other in worlds(match, seat, rng):
                waits[kind] -= 1
                if met[kind] >= MOST or waits[kind] > 0:
                    continue
                assert other.view(seat) == match.view(seat), kind
                chairs = chair_at(match, seat), chair_at(other, seat)
                if len(other.record) < len(match.record):
                    chairs[1].heard = chairs[0].heard
                assert chairs[1].heard() == chairs[0].heard(), kind
                dumps = [game.testing.dump(chair.fork(random.Random(5)).state) for chair in chairs]
                assert dumps[0] == dumps[1], kind
                greedy = [make_bot("greedy", random.Random(7)).choose(chair).key for chair in chairs]
                assert greedy[0] == greedy[1], kind
                twin = deepcopy(thinkers[seat])
                assert thought(twin, chairs[1]) == thought(thinkers[seat], chairs[0]), kind
                met[kind] += 1
                waits[kind] = PACE
        seat = rng.choice(sorted(match.pending))
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    assert set(met) >= wanted
