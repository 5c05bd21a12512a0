"""The meaning of missions, battle cards, mutations and items, where they are chosen by name."""

from __future__ import annotations

from muster.games.deadzone.cards.keywords import EFFECTS, GOALS, OBJECTIVES, goal_gaps
from muster.games.deadzone.state.state import State
from muster.kernel.game import NO_MEANING, Meaning
from muster.kernel.text import Text
from muster.kernel.words import Words

KINDS = frozenset({"effect", "item", "mutation"})
"""Things that the glossary explains, and that somebody chooses."""
RESPONSES = {
    "option.fight_back": "about.fight_back",
    "option.fight_back_with": "about.fight_back",
    "option.survive": "about.survive",
}
"""What the two ways to meet an attack come to.  [DZ fight.response]"""


def meaning(state: State, text: Text, words: Words) -> Meaning:
    if text.key == "prompt.mission":
        return Meaning(_mission(state, str(text.params["mission"]), words))
    if text.key in RESPONSES:
        return Meaning(words.say(Text(RESPONSES[text.key])))
    if text.key in ("option.discard", "option.keep_card"):
        return _card(state, str(text.params["card"]), words)
    if text.key.startswith("option.") or text.key == "prompt.mutation":
        return Meaning(terms=[term for term in words.terms(text) if term.partition(".")[0] in KINDS])
    return NO_MEANING


def _mission(state: State, name: str, words: Words) -> str:
    """The goals of a mission, with what they bring.  [DZ setup.mission]"""
    missions = (mission for faction in state.content.factions.values() for mission in faction.missions)
    goals = next(mission.goals for mission in missions if mission.id == name)
    said = []
    for goal in goals:
        gaps = goal_gaps(goal.points, [OBJECTIVES[which] for which in goal.objectives])
        said.append(words.say(Text(f"goal.{GOALS[goal.kind]}", gaps)))
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _card(state: State, name: str, words: Words) -> Meaning:
    """The two effects of a battle card.  [DZ card.effects]"""
    card = next(card for card in state.content.cards if card.id == name)
    effects = [EFFECTS[effect] for effect, _ in card.effects]
    named = ", ".join(words.name("effect", effect) for effect in effects)
    return Meaning(f"{named[:1].upper()}{named[1:]}.", [f"effect.{effect}" for effect in effects])
