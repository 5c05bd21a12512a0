"""Questions that several chapters ask: a model, a direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.state.models import Model
from muster.geometry.cubes import EIGHT
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

DIRECTIONS: Final = ("nw", "n", "ne", "e", "se", "s", "sw", "w")


def model_option(model: Model, clause: str) -> Option[int]:
    return Option(f"model:{model.tag}", model.index, clause, model_text(model))


def model_text(model: Model) -> Text:
    return Text("option.model", {"tag": model.tag, "model": model.card.id})


async def choose_direction(
    table: Table, seat: int, model: Model, steps: Sequence[tuple[int, int]], clause: str
) -> tuple[int, int]:
    """Let the attacker choose a direction.  [DZ ability.knockback_same] [DZ ability.knockback_choice]"""
    options = [
        Option(f"way:{name}", number, clause, Text("option.way", {"way": name}))
        for number, name in enumerate(DIRECTIONS)
        if EIGHT[number] in steps
    ]
    prompt = Text("prompt.knock_where", {"tag": model.tag})
    return EIGHT[await table.ask(seat, prompt, OneOf(lambda: options), midway=True)]
