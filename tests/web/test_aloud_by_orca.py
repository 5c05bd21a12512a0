"""A turn of each game played with Orca, a real screen reader, by real keys: what is heard is what it spoke.

By night, and only where Orca is installed (`make ears`). What one is given to hear, without a screen reader, is tried
by day in `test_by_ear.py` and `test_screen_reader.py`. The transcripts in `docs/by_ear.md` come from here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.moments import Until, asked, moment_against_a_bot, offered
from web.orca import Orca, missing, orca

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(missing() != "", reason=missing()),
]

MOMENTS: dict[str, Until] = {
    "tiny_epic_mechs": asked(0, "prompt.program"),
    "obsidian_protocol": asked(0, "prompt.stance"),
    "deadzone": offered(0, "move"),
    "tag_raid": asked(0, "prompt.turn"),
}
FAST = 300
"""Letters in a second: so that nobody waits for the end of a sentence that a key would interrupt."""
WORDS = {
    "en": {
        "asked": "What is asked",
        "board": "The board",
        "cards": "The cards",
        "may": "can be chosen",
        "hand": r"In hand: .+ Enter plays it",
        "score": r"How to win: Ana \d+, Bot B \d+",
        "heading": "heading level",
        "focus": "Focus mode",
    },
    "es": {
        "asked": "Lo que se pregunta",
        "board": "El tablero",
        "cards": "Las cartas",
        "may": "se puede elegir",
        "hand": r"En la mano: .+ Intro lo juega",
        "score": r"Cómo se gana: Ana \d+, Bot B \d+",
        "heading": "encabezado|cabecera|nivel",
        "focus": "Modo foco",
    },
}


@pytest.fixture(scope="module", params=["en", "es"])
def ears(request: pytest.FixtureRequest, address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Orca]:
    with orca(tmp_path_factory.mktemp("ears"), request.param, f"{address}/", pace=FAST) as one:
        one.hears(r"Muster|Chromium|New table|Mesa nueva")
        one.quiet()
        yield one


@pytest.fixture(autouse=True)
def kept(ears: Orca, request: pytest.FixtureRequest) -> Iterator[None]:
    """`EARS_TRANSCRIPTS=DIR` keeps what was said in each test."""
    since = len(ears.transcript())
    yield
    if folder := os.environ.get("EARS_TRANSCRIPTS"):
        lines = [one.text for one in ears.transcript()[since:]]
        Path(folder, f"{request.node.name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def sit(ears: Orca, address: str, game: str) -> dict[str, str]:
    """Come to a table in the middle of a match, and hear that one is asked."""
    ears.go_to(moment_against_a_bot(address, MOMENTS[game], game))
    words = WORDS[ears.language]
    ears.tab_to(words["asked"])
    return words


def test_the_lobby_is_heard_game_by_game(ears: Orca, address: str) -> None:
    """Every Tab says something, and the four games come one after the other."""
    ears.go_to(f"{address}/")
    for game in ("Tiny Epic Mechs", "Obsidian Protocol", "Deadzone", "TAG Raid"):
        ears.tab_to(game, most=12)


def test_a_programme_of_tiny_epic_mechs(ears: Orca, address: str) -> None:
    """Four cards, each heard as it is laid, then locked in; the round is told with what the bot did, and the points."""
    words = sit(ears, address, "tiny_epic_mechs")
    ears.tab_to(words["cards"])
    ears.press("Return")
    ears.hears(r"\w")
    laid = 0
    for _ in range(12):
        ears.press("Return")
        if ears.said(rf"(Card|Carta) {laid + 1}: "):
            laid += 1
        if laid == 4:
            break
        ears.press("Tab")
    assert laid == 4
    ears.hears(words["hand"])
    ears.press("Return")
    ears.hears("Bot B")
    ears.press("ctrl+Home")
    ears.tab_to(words["score"])


def test_a_stance_of_obsidian_protocol(ears: Orca, address: str) -> None:
    """The question names the mech, the answers say what they do; the bot is heard, and the next question."""
    words = sit(ears, address, "obsidian_protocol")
    ears.press("Return")
    ears.hears("Hammerhead")
    ears.tab_to("stance|postura")
    ears.press("Return")
    ears.hears(words["hand"])
    ears.press("Return")
    ears.hears(r"(deploys in|se despliega)[\s\S]*(Where do you deploy|Dónde despliegas)")
    ears.press("ctrl+Home")
    ears.tab_to(words["score"])


@pytest.mark.parametrize("game", ["deadzone", "tag_raid"])
def test_a_move_on_the_board(ears: Orca, address: str, game: str) -> None:
    """The arrows belong to the board: a place is found with them, taken in hand, entered; the move is told."""
    words = sit(ears, address, game)
    ears.tab_to(words["board"])
    ears.press("Return")
    ears.hears(words["may"])
    ears.press("Return")
    ears.hears(words["hand"])
    ears.press("Return")
    ears.hears(r"(A\d+|Ana) (moves to|se mueve a|va a|mueve)")


def test_the_arrows_go_to_the_board_not_to_the_reader(ears: Orca, address: str) -> None:
    """On the board Orca is in its focus mode by itself; off the board it reads as on any page."""
    words = sit(ears, address, "deadzone")
    ears.tab_to(words["board"])
    ears.press("Return")
    ears.hears(words["may"])
    for key in ("Left", "Up", "Right", "Down"):
        ears.press(key)
        heard = ears.hears(r"\b[a-h][1-8]\b")
        assert len(heard.splitlines()) < 4, "one place is said, not the whole line"


def test_the_rules_open_at_their_heading(ears: Orca, address: str) -> None:
    words = sit(ears, address, "deadzone")
    ears.tab_to("Rules|Reglas")
    ears.press("Return")
    ears.hears(f"Deadzone ({words['heading']})")
