"""The meaning of pilots and weapons, where they are chosen by name."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import Line
from muster.games.tiny_epic_mechs.state.state import State
from muster.kernel.game import NO_MEANING, Meaning
from muster.kernel.text import Text
from muster.kernel.words import Words

WEAPONS = ("option.weapon", "option.buy")
"""Options that choose a weapon. What one strikes with is explained by the combat itself."""


def meaning(state: State, text: Text, words: Words) -> Meaning:
    if text.key == "option.pilot":
        return Meaning(_pilot(state, str(text.params["pilot"]), words))
    if text.key in WEAPONS:
        return Meaning(_weapon(state, str(text.params["weapon"]), words))
    return NO_MEANING


def _pilot(state: State, name: str, words: Words) -> str:
    """The abilities on foot and in armor.  [TEM setup.pilot]"""
    card = next(card for card in state.content.pilots if card.id == name)
    said = []
    for side, ability, amount in zip(("pilot", "armor"), card.abilities, card.amounts, strict=True):
        kind = ability.name.lower()
        does = words.say(Text(f"ability_text.{kind}", {"amount": amount}))
        said.append(f"{words.name('status', side)}: {words.name('ability', kind)}. {does}.")
    return " ".join(said)


def _weapon(state: State, name: str, words: Words) -> str:
    card = next(card for card in state.content.weapons if card.id == name)
    lines = [
        words.name("weapon_type", card.type.name.lower()),
        words.say(Text("picture.attack", {"line": _line(card.attack, words)})),
        words.say(Text("picture.power", {"line": _line(card.power, words)})),
    ]
    return "; ".join(lines)


def _line(line: Line, words: Words) -> str:
    effects = [words.say(Text(f"effect.{one.kind.name.lower()}", {"amount": one.amount})) for one in line.effects]
    return ", ".join([str(line.damage), *effects])
