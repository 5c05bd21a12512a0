"""The board as text: the line that says where in the battle we are, in the reader's language."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import GAME, mech, position
from muster.games.obsidian_protocol.state.state import STAGE_NAMES


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("stage", range(len(STAGE_NAMES)))
def test_every_stage_has_a_name(stage: int, language: str) -> None:
    state = position(mech("A", "f9"), mech("B", "f2"))
    state.stage = stage
    words = GAME.catalogue.words(language)
    head = GAME.showing.look(state, None).picture(words).splitlines()[0]
    name = words.name("stage", STAGE_NAMES[stage])
    assert name != STAGE_NAMES[stage]
    assert head == {"en": "Round 1: ", "es": "Ronda 1: "}[language] + name
