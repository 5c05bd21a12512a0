"""The meaning of environments, tactics, stances, effects, tokens and actions, where they are chosen by name."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.common_actions import action_named
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.squad_form import line
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.game import NO_MEANING, Meaning
from muster.kernel.text import Text
from muster.kernel.words import Words

KINDS = frozenset({"environment", "tactic", "stance", "effect", "token"})
"""Things that the glossary explains, and that somebody chooses."""


def meaning(state: State, text: Text, words: Words) -> Meaning:
    if not text.key.startswith("option."):
        return NO_MEANING
    action = text.params.get("action")
    if isinstance(action, str):
        return Meaning(_action(action_named(state.content, action), words))
    return Meaning(terms=[term for term in words.terms(text) if term.partition(".")[0] in KINDS])


def _action(action: Action, words: Words) -> str:
    """An action as it is printed: its kind and price, its dice, its keywords.  [OP 2.4.3.keywords]"""
    printed = line(action, words)
    dice = {"yellow": printed.dice.get("y", 0), "red": printed.dice.get("r", 0)}
    rolled = [words.say(Text("form.dice", dice))] if printed.dice else []
    keywords = [f"{word.before}: {word.text}" if word.before else word.text for word in printed.words]
    return ", ".join([*(word.text for word in printed.about), *rolled, *keywords])
