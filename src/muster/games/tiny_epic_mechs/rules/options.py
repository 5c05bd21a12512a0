"""Options of a match of Tiny Epic Mechs, and the match they prepare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.tiny_epic_mechs.cards.content import Content
from muster.games.tiny_epic_mechs.rules.setup import ROBOTS, new_state
from muster.games.tiny_epic_mechs.state.state import State
from muster.kernel.packs import decode
from muster.kernel.setup import Prepared, Setting, how_many, yes_or_no


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players: 2 to 4, or one against two robot pilots.

    `confirm_turns` asks players to end each turn, so that they can undo until then.
    """

    players: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    confirm_turns: bool = False

    @property
    def solo(self) -> bool:
        return self.players == 1


def prepare(content: Content, given: Mapping[str, Any]) -> Prepared[State]:
    options = decode(given, Options, "options")
    return Prepared(
        options=msgspec.to_builtins(options),
        seats=1 + ROBOTS if options.solo else options.players,
        players=range(options.players),
        new=lambda: new_state(content, options.players, options.solo, options.confirm_turns),
    )


def settings() -> Sequence[Setting]:
    return how_many((2, 3, 4, 1)), yes_or_no("confirm_turns")
