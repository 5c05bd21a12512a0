"""Lines of a list that choose for the whole force: a faction, a scale, a count of cards."""

from __future__ import annotations

import re

from muster.forces.names import plain
from muster.kernel.forms import Form, FormChoice

GLUED = re.compile(r"(?<=\d)(?=(?:p|pts?|points?|puntos?)\b)", re.IGNORECASE)


def chosen_in(forms: list[Form], title: str) -> dict[str, bool | int | str]:
    """The choices whose values a title names by the way: `Dawn patrol (RDL, 900 points)`."""
    words = f" {plain(GLUED.sub(' ', title))} "
    found: dict[str, bool | int | str] = {}
    for choice in (choice for form in forms for choice in form.choices):
        for one in choice.values:
            names = [plain(one.title), plain(str(one.value))]
            if not isinstance(one.value, bool) and any(f" {name} " in words for name in names if len(name) > 1):
                found.setdefault(choice.field, one.value)
    return found


def is_called(title: str, said: str) -> bool:
    """Whether a choice is named: by its title, or by two or more words of it."""
    asked, words = plain(said).split(), plain(title).split()
    return asked == words or (len(asked) > 1 and set(asked) < set(words))


def value_of(choice: FormChoice, asked: str) -> bool | int | str | None:
    """The value of a choice that is meant by a text."""
    for one in choice.values:
        if asked in (plain(one.title), plain(str(one.value))):
            return one.value
    number = re.match(r"\d+", asked)
    if number is None:
        return None
    values = [one.value for one in choice.values]
    figure = int(number[0])
    return figure if figure in values or (not values and figure <= choice.most) else None
