"""The battlefields of the packs, worked out once for all tests."""

from __future__ import annotations

from games.content import content_of
from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.construction import battlefields
from muster.library import load_game

FIELDS: dict[str, Battlefield] = battlefields(content_of(load_game("deadzone")))
