"""The meaning of tools, corporations and tiles, where they are chosen by name."""

from __future__ import annotations

from muster.games.tag_raid.cards.content import Tool
from muster.games.tag_raid.showing.card_views import tool_view
from muster.games.tag_raid.state.state import State
from muster.kernel.game import NO_MEANING, Meaning
from muster.kernel.text import Param, Text
from muster.kernel.words import Words


def meaning(state: State, text: Text, words: Words) -> Meaning:
    if text.key == "option.tag":
        return Meaning(_tag(state, str(text.params["tag"]), words), words.terms(text))
    if text.key in ("option.equip", "option.replace", "prompt.equip"):
        tool = next(tool for tool in state.content.tools if tool.id == text.params["tool"])
        return Meaning(_tool(tool, words))
    if text.key == "option.terrain":
        return Meaning(terms=words.terms(text))
    return NO_MEANING


def _tag(state: State, name: str, words: Words) -> str:
    """The figures of a TAG and what it begins with.  [TR setup.equipment]"""
    card = next(card for card in state.content.tags if card.id == name)
    first, second = card.moves
    gaps: dict[str, Param] = {
        "first": first,
        "second": second,
        "close": card.close,
        "ranged": card.ranged,
        "evade": card.evade,
    }
    tools = "+".join(state.content.tools[number].id for number in card.equipment)
    rest: dict[str, Param] = {"armor": card.armor, "wounds": card.wounds, "slots": card.slots, "tools": tools}
    return words.say(Text("tool_about.tag", {**gaps, **rest}))


def _tool(tool: Tool, words: Words) -> str:
    """A tool card in a line: its dice and distances, or its effect, and its traits."""
    card = tool_view(tool)
    said = []
    if card.kind in ("ranged", "close"):
        gaps: dict[str, Param] = {"burst": card.burst, "damage": card.damage, "ammunition": f"ammo_{card.ammunition}"}
        said.append(words.say(Text("tool_about.weapon", gaps)))
        said += [
            words.say(Text("tool_about.distance", {"band": band, "mod": f"{mod:+d}"}))
            for band, mod in enumerate(card.ranges)
            if mod is not None
        ]
        if card.kind == "close":
            said.append(words.say(Text("tool_about.close")))
    elif card.effect != "none":
        key = {"close": "close_combat"}.get(card.effect, card.effect)
        said.append(words.say(Text(f"tool_about.{key}", {"n": f"{card.amount:+d}", "amount": card.amount})))
    said += [words.name("tool_trait", trait) for trait in card.traits]
    return ", ".join(said)
