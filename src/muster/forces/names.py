"""Finding cards by what people call them: without regard to case, accents and signs, and with a few wrong letters."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from muster.kernel.forms import FormCard

CLOSE = 0.74
"""Names less alike than this are different names."""
VAGUE = 0.7
"""The most that a name can be like which shares some of its words: never enough to be taken without a question."""
SURE = 0.08
"""The best name counts as meant if it is so much closer than the next."""
MOST = 5
SPELLED = 0.8
"""Words less alike than this are different words."""
LIKE = 0.6
"""Words less alike than this are not one word with wrong letters."""
JOINED = 0.86
"""Names of more words or fewer that are less alike than this, written together, are different names."""
SHORT = 4
"""Words of fewer letters than this are not taken for others."""
VOWELS = frozenset("aeiou")
NUMBER = re.compile(r"^\W*(?:number|num|no|nr|n[º°]|card|carta|n[uú]mero)?\W+", re.IGNORECASE)
"""What may be written before the number of a card."""
SIGNS = re.compile(r"[^a-z0-9]+")


def plain(text: str) -> str:
    """A name as it is compared: small letters without accents, words with one space between them."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return SIGNS.sub(" ", "".join(letter for letter in parts if not unicodedata.combining(letter))).strip()


def unspaced(text: str) -> str:
    """A card's number as it is compared: `FPA-04` and `fpa04` are one."""
    return plain(text).replace(" ", "")


class Guess(msgspec.Struct, frozen=True):
    """A card that may be meant, and how alike the names are, from 0 to 1."""

    card: FormCard
    likeness: float


class Index:
    """All cards by the names they have in any language, by their ids, and by the numbers printed on them."""

    def __init__(self, forms: Iterable[Iterable[FormCard]]) -> None:
        self._named: dict[str, dict[tuple[str, str], FormCard]] = {}
        self._numbered: dict[str, FormCard] = {}
        first: dict[tuple[str, str], FormCard] = {}
        for cards in forms:
            for card in cards:
                own = first.setdefault((card.kind, card.id), card)  # whatever it is called, it is this card
                for name in (plain(card.name), plain(card.id)):
                    self._named.setdefault(name, {})[card.kind, card.id] = own
                if number := unspaced(card.number):
                    self._numbered[number] = own
        self._names = list(self._named)
        self._words = {name: frozenset(name.split()) for name in self._names}
        self._vocabulary = sorted(frozenset(word for words in self._words.values() for word in words))
        self._respelled = cache(self._respell)
        self._alike = cache(self._all_alike)

    def find(self, text: str, chosen: Mapping[str, object]) -> list[Guess]:
        """The cards that may be meant, the likeliest first; of equal ones those that go with what was chosen."""
        name = plain(text)
        if not name:
            return []
        if name in self._named:
            return fitting([Guess(card, 1.0) for card in self._named[name].values()], chosen)
        number = self._numbered.get(unspaced(NUMBER.sub("", text)))
        if number is not None:
            return [Guess(number, 1.0)]
        return self._beside_number(text) or fitting(self._alike(name), chosen)[:MOST]

    def is_numbered(self, text: str) -> bool:
        """Whether this is nothing but the number of a card."""
        return unspaced(text) in self._numbered

    def has_number(self, text: str) -> bool:
        """Whether the number of a card stands in it that is hardly anything else."""
        words = NUMBER.sub("", text).split()
        return any(self.is_numbered(word) and not (word.isdigit() and word[0] != "0" and words[1:]) for word in words)

    def _beside_number(self, text: str) -> list[Guess]:
        """The card whose number stands before or behind a name, as in `ZHRA-102 Railgun (R)`. If the name is another's,
        both may be meant; if it is nobody's and the number has no letter, it may as well be something else.
        """
        words = [word for word in text.split() if plain(word)]
        if len(words) < 2 or all(map(self.is_numbered, words)):
            return []
        for number, name in ((words[0], words[1:]), (words[-1], words[:-1])):
            card = self._numbered.get(unspaced(number))
            figure = unspaced(number).isdigit()
            if card is None or (figure and name[-1:] != words[-1:] and not number.startswith("0")):
                continue  # behind a name a figure is what it costs
            named = [guess for guess in self.find(" ".join(name), {}) if guess.likeness >= CLOSE]
            if any(guess.card is card for guess in named) or not (named or figure):
                return [Guess(card, 1.0)]
            return [Guess(one, VAGUE) for one in (card, *(guess.card for guess in named))][:MOST]
        return []

    def _all_alike(self, name: str) -> list[Guess]:
        best: dict[tuple[str, str], Guess] = {}
        for known, likeness in self._near(name):
            for key, card in self._named[known].items():
                if key not in best or best[key].likeness < likeness:
                    best[key] = Guess(card, likeness)
        return sorted(best.values(), key=lambda guess: -guess.likeness)[: 4 * MOST]

    def _near(self, name: str) -> Iterable[tuple[str, float]]:
        """Names that have all the words, or begin with the same, or differ by a few letters."""
        asked, together = frozenset(name.split()), name.replace(" ", "")
        for known, words in self._words.items():
            if asked <= words or begins_with(known, together):
                yield known, 0.86 + 0.12 * len(name) / len(known)
            elif len(asked) > 1 and words < asked and (len(words) > 1 or is_number(asked - words)):
                yield known, 0.8 + 0.12 * len(known) / len(name)
        for known in difflib.get_close_matches(name, self._names, MOST, CLOSE):
            ratio = 0.98 * difflib.SequenceMatcher(None, name, known).ratio()
            yield known, ratio if is_spelled_like(name, known) else min(VAGUE, ratio)
        spelled = [self._respelled(word) for word in asked]
        for known, words in self._words.items():
            shared = [word for word, meant in zip(asked, spelled, strict=True) if meant & words]
            letters = sum(map(len, shared))
            if len(shared) == len(asked):
                yield known, CLOSE + 0.1 * min(1.0, len(name) / len(known))
            elif letters >= SHORT or (letters > 1 and any(map(str.isdigit, shared))):
                yield known, VAGUE * min(1.0, letters / len(known))

    def _respell(self, word: str) -> frozenset[str]:
        """The words of names that may be meant by a word: they begin with it, or are spelled much alike."""
        if word in self._vocabulary or not word.isalpha() or (len(word) < SHORT and VOWELS.intersection(word)):
            return frozenset([word])
        alike = [known for known in self._vocabulary if known[0] == word[0]]
        begun = [known for known in alike if known.startswith(word) or is_short_for(word, known)]
        return frozenset([*begun, *difflib.get_close_matches(word, alike, 3, SPELLED)])


def begins_with(known: str, together: str) -> bool:
    """Whether whole words of a name, written together, are this: `rt15b lava` for `rt 15b lava assault core`."""
    if not any(map(str.isdigit, together)) or known[0] != together[0]:
        return False
    words = known.split()
    return any("".join(words[:end]) == together for end in range(1, len(words) + 1))


def is_spelled_like(name: str, known: str) -> bool:
    """Whether every word of a name is much like one of the other, or names differ in how words are joined."""
    words = known.split()
    if len(words) != len(name.split()):
        return difflib.SequenceMatcher(None, name.replace(" ", ""), "".join(words)).ratio() >= JOINED
    return all(any(difflib.SequenceMatcher(None, word, one).ratio() >= LIKE for one in words) for word in name.split())


def is_number(words: frozenset[str]) -> bool:
    """Whether words beside a name are its number, as in `FPA-02 Spike`."""
    return any(map(str.isdecimal, words)) and all(len(word) < SHORT for word in words)


def is_short_for(word: str, known: str) -> bool:
    """Whether letters were left out, as in `sgt`: none of them a vowel, the first and the last the same."""
    if len(word) < 3 or VOWELS.intersection(word) or word[-1] != known[-1]:
        return False
    letters = iter(known)
    return all(letter in letters for letter in word)


def fitting(guesses: list[Guess], chosen: Mapping[str, object]) -> list[Guess]:
    """The guesses that go with what was chosen for the whole force, or all if none does."""
    fit = [
        guess
        for guess in guesses
        if all(field not in chosen or chosen[field] in values for field, values in guess.card.only.items())
    ]
    return fit or guesses


def is_clear(guesses: list[Guess]) -> bool:
    """Whether the first of them is surely meant. Cards of one name for different slots do not compete."""
    if not guesses or guesses[0].likeness < CLOSE:
        return False
    best = guesses[0]
    rivals = [one for one in guesses[1:] if best.likeness - one.likeness < SURE]
    return all(one.likeness == best.likeness and one.card.kind != best.card.kind for one in rivals)
