"""Real dice and cards: a person types what they show.

A roll takes numbers; a draw takes the names of cards, or their numbers in the list of those that are left.
"""

from __future__ import annotations

from muster.kernel.requests import Roll
from muster.kernel.words import Words
from muster.terminal.phrases import Phrases
from muster.terminal.screen import Screen, read_number


class DiceReader:
    """Asks for faces until they fit. It serves as the `read` of typed dice."""

    def __init__(self, screen: Screen, phrases: Phrases, words: Words) -> None:
        self._screen = screen
        self._phrases = phrases
        self._words = words

    def __call__(self, roll: Roll) -> list[int]:
        return self._read_draw(roll) if roll.names else self._read_roll(roll)

    def _read_roll(self, roll: Roll) -> list[int]:
        dice = ", ".join(f"d{sides}" for sides in roll.sides)
        purpose = self._words.name("roll", roll.purpose)
        self._screen.write(self._phrases.say("dice.roll", purpose=purpose, count=len(roll.sides), dice=dice))
        while True:
            typed = [read_number(word) for word in self._screen.read(self._phrases.say("dice.prompt")).split()]
            shown = [face for face in typed if face is not None]
            if len(shown) != len(roll.sides) or len(shown) != len(typed):
                self._screen.write(self._phrases.say("dice.not_numbers", count=len(roll.sides)))
                continue
            wrong = [(face, sides) for face, sides in zip(shown, roll.sides, strict=True) if not 1 <= face <= sides]
            if not wrong:
                return shown
            self._screen.write(self._phrases.say("dice.no_such_face", face=wrong[0][0], sides=wrong[0][1]))

    def _read_draw(self, roll: Roll) -> list[int]:
        left = list(roll.names)
        faces: list[int] = []
        count = len(roll.sides)
        self._screen.write(self._phrases.say("dice.draw", purpose=self._words.name("roll", roll.purpose), count=count))
        while len(faces) < count:
            self._screen.write_list([(f"{number:>3} {name}",) for number, name in enumerate(left, 1)])
            prompt = self._phrases.say("dice.next_card", number=len(faces) + 1, count=count)
            for place in self._read_places(prompt, left, count - len(faces)):
                faces.append(place + 1)
                del left[place]
        return faces

    def _read_places(self, prompt: str, left: list[str], most: int) -> list[int]:
        """The places of the named cards in the list, each counted after the earlier ones were taken out."""
        while True:
            said = self._screen.read(prompt).split()
            number = read_number(said[0]) if len(said) == 1 else None
            if number is not None and 1 <= number <= len(left):
                return [number - 1]
            unknown = [name for name in said if name not in left]
            if unknown:
                self._screen.write(self._phrases.say("dice.no_such_card", card=unknown[0]))
            elif len(said) > most or len(set(said)) < len(said):
                self._screen.write(self._phrases.say("dice.too_many_cards", count=most))
            elif said:
                return _places(said, left)


def _places(names: list[str], left: list[str]) -> list[int]:
    remaining = list(left)
    places = []
    for name in names:
        places.append(remaining.index(name))
        remaining.remove(name)
    return places
