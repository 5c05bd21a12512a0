"""Put events, options, refusals and clauses into lines of one language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from muster.kernel.clauses import Clause
from muster.kernel.game import Game, Result
from muster.kernel.journal import LETTERS
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Event
from muster.kernel.spaces import Blocked, Option
from muster.kernel.text import Text
from muster.terminal.phrases import Phrases, phrases


def numbered(
    options: Sequence[tuple[str, str]], small: bool, phrases: Phrases, aloud: bool = False
) -> list[tuple[str, ...]]:
    """Number options (words, key) as a list to choose from; in a `small` question the first is marked as usual.

    Whoever hears the list is told no keys: a number is enough to answer.
    """
    mark = f" ({phrases.say('usual')})" if small else ""
    lines = [
        (f"{number:>3} {words}{mark if number == 1 else ''}", key) for number, (words, key) in enumerate(options, 1)
    ]
    return [line[:1] for line in lines] if aloud else list(lines)


def cited(clause: str, aloud: bool) -> str:
    """The clause behind a sentence, for whoever reads it."""
    return "" if aloud else f" [{clause}]"


def read_switch(text: str) -> bool | None:
    """`on` or `off`, in either language; None for anything else."""
    return {"on": True, "sí": True, "si": True, "off": False, "no": False}.get(text.lower())


class Speech:
    """A game and its client speaking one language."""

    def __init__(self, game: Game[object], language: str, aloud: bool = False) -> None:
        self.game = game
        self.aloud = aloud
        self.language = language
        self.words = game.catalogue.words(language, dict(enumerate(LETTERS)))
        self.phrases: Phrases = phrases(language)

    @property
    def title(self) -> str:
        return self.words.say(Text("game.title")) if self.words.knows("game.title") else self.game.name

    def event(self, event: Event) -> str:
        """What happened; with its clause for whoever reads, without for whoever hears it."""
        return self.words.say(Text(event.key, event.params)) + cited(event.clause, self.aloud)

    def refusal(self, refusal: Refusal) -> str:
        return f"{self.words.say(refusal.reason)} [{refusal.clause}]"

    def option(self, option: Option[Any]) -> str:
        return self.words.say(option.text) if option.text is not None else option.key

    def numbered(self, options: Sequence[Option[Any]], small: bool = False) -> list[tuple[str, ...]]:
        """The list to choose from: number and words, key. In a `small` question the usual answer is marked."""
        return numbered([(self.option(option), option.key) for option in options], small, self.phrases, self.aloud)

    def not_offered(self, blocked: Iterable[Blocked]) -> list[str]:
        """Lines about what is not offered; things with the same reason share a line."""
        reasons: dict[str, list[str]] = {}
        for thing in blocked:
            reasons.setdefault(self.refusal(thing.refusal()), []).append(thing.key)
        return [f"{', '.join(keys)}: {reason}" for reason, keys in reasons.items()]

    def clause(self, clause: Clause) -> str:
        page = f" ({self.phrases.say('clause.page', page=clause.page)})" if clause.page else ""
        house = "" if clause.source == "rulebook" else f" ({self.phrases.say(f'clause.{clause.source}')})"
        return f"{clause.id}: {clause.summary(self.language)}{page}{house}"

    def result(self, result: Result) -> list[str]:
        """Each seat's points, the best first, then who has won."""
        seats = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
        lines = [self.phrases.say("result.seat", seat=LETTERS[seat], points=result.scores[seat]) for seat in seats]
        winners = self.phrases.say("result.and").join(LETTERS[seat] for seat in result.winners)
        lines.append(self.phrases.say("result.shared" if len(result.winners) > 1 else "result.winner", seat=winners))
        return lines
