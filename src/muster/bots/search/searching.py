"""Tree search over what a seat may know. It is open loop: every iteration draws dice and secrets anew.

An iteration forks the match, follows the trees of all seats to an answer that was never tried there, plays on quickly
to the horizon of the game, lets what is half done come to its end by habit, and judges the chances to win. Each seat
chooses for itself.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from muster.bots.chair import Chair
from muster.bots.habits import finish
from muster.bots.search.budget import Budget
from muster.bots.search.judging import judge
from muster.bots.search.tree import Experience, Node, most_hopeful, usual_value, width_of
from muster.kernel.chances import Chances
from muster.kernel.game import thinking_of
from muster.kernel.match import Match
from muster.kernel.policy import Policy, drawn
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

S = TypeVar("S")

COURAGE: Final = 2.0
"""How much is tried that does not look best, in standard deviations of what the tries come to."""
WIDENING: Final = 2.0
"""How many answers are tried, beside the square root of the number of tries."""
FIRST: Final = 10
"""So many answers are looked at more closely from the start, the best at first sight."""
DEEPEST: Final = 24
"""Decisions in the trees in one iteration, at most."""
MOST_STEPS: Final = 60
"""Quick answers at the end of an iteration, at most."""
LEAST_SPREAD: Final = 0.003
"""The results of tries never count as more alike than this."""
QUICK_STEPS: Final = 120
"""Quick answers on the way to the horizon, at most."""
LEANING: Final = 1.0
"""How much the policy counts beside one try, in standard deviations of what the tries come to, for each factor of e."""
UNLIKELY: Final = 0.001
"""No answer counts as less likely than this."""
STRIDE: Final = 16
"""Iterations between two looks at the clock and at how clear the choice is."""
CLEAR: Final = 0.8
"""The choice is clear when the second best would need more than this share of the tries that are left to catch up."""


class Search(Generic[S]):
    """One decision, thought about. `roots` are the trees that an earlier search left, where each seat stands now.
    Answers that were not looked at by the time `until` (`time.monotonic`; 0 for no limit) are left alone.
    """

    def __init__(
        self,
        chair: Chair[S],
        chances: Chances,
        rng: random.Random,
        roots: list[Node] | None = None,
        courage: float = COURAGE,
        widening: float = WIDENING,
        policy: Policy | None = None,
        until: float = 0.0,
    ) -> None:
        self.options = chair.options
        self.roots = [Node() for _ in range(chair.seats)] if roots is None else roots
        self.iterations = 0
        self._chair = chair
        self._me = chair.seat
        self._seats = chair.seats
        self._thinking = thinking_of(chair.game)
        self._chances = chances
        self._rng = rng
        self._courage = courage
        self._widening = widening
        self._policy = policy
        self._until = until
        self._tendencies: dict[str, list[float]] = {}
        self._experience = Experience(chair.seats)
        self._judged = 0
        self._sum = 0.0
        self._squares = 0.0
        self._goal = self._horizon()
        self.ranked = self._at_first_sight()
        """The answers that are thought about: what looked best at first sight comes first."""

    @property
    def root(self) -> Node:
        """Where the seat that thinks stands in its own tree."""
        return self.roots[self._me]

    def think(self, budget: Budget) -> None:
        """Go through the trees until the budget is used up or the choice is clear."""
        began = time.monotonic()
        start = self.iterations
        while True:
            left = self._left(budget, start, time.monotonic() - began)
            if left <= 0 or self._is_clear(left):
                return
            for _ in range(min(STRIDE, left)):
                self.iterate()

    def _left(self, budget: Budget, start: int, spent: float) -> int:
        """How many iterations there is room for."""
        left = budget.iterations - self.iterations if budget.iterations else 1 << 30
        if budget.seconds:
            done = self.iterations - start
            pace = spent / done if done else 0.0
            left = min(left, int((budget.seconds - spent) / pace) if pace else STRIDE)
        return left

    def _is_clear(self, left: int) -> bool:
        visits = sorted([node.visits for node in self.root.answers.values()], reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > CLEAR * left

    def reseed(self, seed: int) -> None:
        """Go on with other chance: for a copy of this search that thinks at the same time."""
        self._rng = random.Random(seed)

    def learn(self, iterations: int, answers: Mapping[str, tuple[int, float]]) -> None:
        """Take over what a copy of this search found at the root: how often it chose each answer, and the sum of what
        came of it.
        """
        self.iterations += iterations
        for key, (visits, total) in answers.items():
            node = self.root.answers[key]
            node.visits += visits
            node.total += total

    def best(self) -> Option[Any]:
        """The answer that was chosen most often."""
        answers = self.root.answers
        return max(self.ranked, key=lambda option: (answers[option.key].visits, answers[option.key].mean))

    def chance(self, option: Option[Any]) -> float:
        """The chance to win with an answer, by what was found so far."""
        return self.root.answers[option.key].mean

    @property
    def spread(self) -> float:
        """The standard deviation of what the tries came to."""
        mean = self._sum / self._judged
        return max(LEAST_SPREAD, math.sqrt(max(0.0, self._squares / self._judged - mean * mean)))

    # How it goes

    def _at_first_sight(self) -> list[Option[Any]]:
        """Every answer that is new, once, to the end of what it begins; all that were looked at, the best first."""
        seed = self._rng.getrandbits(32)
        answers = self.root.answers
        for option in self.options:
            if option.key in answers and answers[option.key].visits:
                continue
            rng = random.Random(seed)
            fork = self._chair.fork(rng)
            fork.play(self._me, option)
            value = self._judge(fork, rng)[self._me]
            node = self.root.own(option.key)
            node.visits, node.seen, node.total = 1, 1, value
            self._experience.note(self._me, option.key, value)
            self.iterations += 1
            if self._until and time.monotonic() >= self._until:
                break
        known = [option for option in self.options if option.key in answers and answers[option.key].visits]
        if not self._judged:
            self._weigh(answers[known[0].key].mean)
        leaning = self._leanings()
        return sorted(known, key=lambda option: -answers[option.key].mean - leaning.get(option.key, 0.0))

    def _leanings(self) -> dict[str, float]:
        """What the learned policy adds to the first sight of an answer, in chances to win; the less, the more often the
        answer was tried already.
        """
        if self._policy is None:
            return {}
        fork = self._chair.fork(random.Random(0))
        ask = fork.pending[self._me]
        steps = self._tendency(fork.state, ask)
        found: dict[str, float] = {}
        before = 0.0
        for option, step in zip(ask.space.options(), steps, strict=False):
            if option.key in self.root.answers:
                likely = math.log(max(UNLIKELY, step - before))
                found[option.key] = LEANING * self.spread * likely / self.root.answers[option.key].visits
            before = step
        return found

    def _horizon(self) -> int:
        """How far an iteration plays on: until one more of what the game counts is over; 0 if it counts nothing."""
        horizon = self._thinking.horizon
        return 0 if horizon is None else horizon(self._chair.fork(random.Random(0)).state) + 1

    def _play_on(self, fork: Match[S], rng: random.Random) -> None:
        """Let everybody answer quickly up to the horizon."""
        horizon = self._thinking.horizon
        assert horizon is not None
        luck = self.spread if self._judged else LEAST_SPREAD
        for _ in range(QUICK_STEPS):
            if not fork.pending or horizon(fork.state) >= self._goal:
                return
            seat = min(fork.pending)
            fork.play(seat, self._quick(fork, fork.pending[seat], luck, rng))

    def _quick(self, fork: Match[S], ask: Ask[Any], luck: float, rng: random.Random) -> Option[Any]:
        """A quick answer: by habit in the midst of something, else as the game proposes, else by experience."""
        if ask.midway:
            return self._thinking.habit(fork.state, ask, rng)
        options = ask.space.options()
        if len(options) == 1 or ask.small:
            return options[0]
        proposed = self._proposed(fork.state, ask, rng)
        if proposed is not None:
            return proposed
        return self._experience.most_promising(ask.seat, options, 0.5, luck, rng)

    def _proposed(self, state: S, ask: Ask[Any], rng: random.Random) -> Option[Any] | None:
        """A plausible answer at a glance: of the learned policy, else of the game; None if neither has any."""
        steps = self._tendency(state, ask)
        if steps:
            return ask.space.options()[drawn(steps, rng)]
        return self._thinking.quick(state, ask, rng)

    def _tendency(self, state: S, ask: Ask[Any]) -> list[float]:
        """The chances that the policy gives the answers, step by step (`Policy.steps`); empty if it has none."""
        learned = self._thinking.traits
        if self._policy is None or learned is None:
            return []
        name = learned.alike(state, ask)
        known = self._tendencies.get(name) if name else None
        if known is not None:
            return known
        traits = learned.of(state, ask, ask.space.options())
        steps = [] if traits is None else self._policy.steps(traits)
        if name:
            self._tendencies[name] = steps
        return steps

    def _judge(self, fork: Match[S], rng: random.Random) -> list[float]:
        """The chances of all seats at the horizon, when what is half done has come to its end."""
        if self._goal:
            self._play_on(fork, rng)
        finish(self._thinking, fork, rng, MOST_STEPS)
        values = judge(self._thinking, self._chances, fork, self._seats)
        self._weigh(values[self._me])
        return values

    def _weigh(self, value: float) -> None:
        self._judged += 1
        self._sum += value
        self._squares += value * value

    def iterate(self, through: Option[Any] | None = None) -> None:
        """Go once through the trees; through this answer if one is given, else through the most hopeful."""
        self.iterations += 1
        rng = random.Random(self._rng.getrandbits(32))
        fork = self._chair.fork(rng)
        path = self._descend(fork, rng, through)
        values = self._judge(fork, rng)
        for seat, key, node, answer in path:
            value = values[seat]
            node.passed += 1
            answer.visits += 1
            answer.total += value
            self._experience.note(seat, key, value)

    def _descend(
        self, fork: Match[S], rng: random.Random, through: Option[Any] | None
    ) -> list[tuple[int, str, Node, Node]]:
        """Follow the trees to an answer that is new; who chose what, from which node to which."""
        me, root = self._me, self.root
        at = list(self.roots)
        path: list[tuple[int, str, Node, Node]] = []
        courage = self._courage * self.spread
        new = False
        while fork.pending and not new and len(path) < DEEPEST:
            seat = me if me in fork.pending else min(fork.pending)
            ask = fork.pending[seat]
            node = at[seat]
            decided = True
            if node is root:
                option, answer = self._at_root(through, courage)
            else:
                options = list(ask.space.options())
                if ask.small:
                    fork.play(seat, options[0])
                    continue
                if ask.midway and seat != me:
                    fork.play(seat, self._thinking.habit(fork.state, ask, rng))
                    continue
                if len(options) == 1:
                    option, answer, decided = options[0], node.own(options[0].key), False
                else:
                    option, answer, new = self._choose(node, fork.state, ask, options, courage, rng)
            if decided:
                path.append((seat, option.key, node, answer))
            public = not fork.is_secret(seat)
            fork.play(seat, option)
            at[seat] = answer
            if public:
                for other in range(self._seats):
                    if other != seat:
                        at[other] = at[other].after(seat, option.key)
        return path

    def _at_root(self, through: Option[Any] | None, courage: float) -> tuple[Option[Any], Node]:
        """The answer to the question that is thought about."""
        root = self.root
        if through is not None:
            return through, root.answers[through.key]
        return most_hopeful(root, self.ranked[: max(FIRST, width_of(root, self._widening))], courage)

    def _choose(
        self, node: Node, state: S, ask: Ask[Any], options: list[Option[Any]], courage: float, rng: random.Random
    ) -> tuple[Option[Any], Node, bool]:
        """An answer to follow below the root: a new one while there is room for more, else the most hopeful."""
        answers = node.answers
        known: list[Option[Any]] = []
        fresh: list[Option[Any]] = []
        for option in options:
            (known if option.key in answers and answers[option.key].visits else fresh).append(option)
        if fresh and len(known) < width_of(node, self._widening):
            option = self._untried(node, state, ask, known, fresh, courage, rng)
            answer = node.own(option.key)
            answer.seen = 1
            return option, answer, True
        option, answer = most_hopeful(node, known, courage)
        return option, answer, False

    def _untried(
        self,
        node: Node,
        state: S,
        ask: Ask[Any],
        known: list[Option[Any]],
        fresh: list[Option[Any]],
        courage: float,
        rng: random.Random,
    ) -> Option[Any]:
        """An answer that is new here: what the game proposes at a glance, else what fared best elsewhere."""
        proposed = self._proposed(state, ask, rng)
        if proposed is not None and (proposed.key not in node.answers or not node.answers[proposed.key].visits):
            return proposed
        return self._experience.most_promising(ask.seat, fresh, usual_value(node, known), courage, rng)
