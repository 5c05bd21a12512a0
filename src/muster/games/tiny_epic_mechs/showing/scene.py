"""The arena as a simple drawing made from a view: its zones, devices and pilots."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.showing.views import TableView, ZoneView
from muster.kernel.scene import Box, Disc, Scene
from muster.kernel.text import Text
from muster.kernel.words import Words

WIDE, HIGH = 130, 96
"""The size of a zone."""
RADIUS = {"pilot": 13, "armor": 16, "mech": 19}
"""The size of a pilot, by status."""


def scene(view: TableView, words: Words) -> Scene | None:
    """Draw the arena as the viewer may know it, and a line for each player; nothing before it is laid out."""
    if not view.zones:
        return None
    return Scene(
        width=WIDE * (1 + max(zone.column for zone in view.zones)),
        height=HIGH * (1 + max(zone.row for zone in view.zones)),
        boxes=tuple(_zone(view, zone, words) for zone in view.zones),
        discs=tuple(disc for zone in view.zones for disc in _standing(view, zone, words)),
        notes=tuple(_note(view, seat, words) for seat in range(len(view.players))),
    )


def _zone(view: TableView, zone: ZoneView, words: Words) -> Box:
    lines = [f"{zone.name} {zone.value}{'E' * zone.energy}{'C' * zone.credits}"]
    if zone.base_of is not None:
        lines[0] += f" {words.say(Text('picture.base', {'seat': words.name('seat', zone.base_of)}))}"
    if (device := zone.device) is not None:
        number = f":{device.number}" if device.number else ""
        lines.append(f"{words.name('device', device.kind)} {words.name('seat', device.owner)}{number}")
    is_middle = zone.name == view.mech_zone
    tone = "goal" if is_middle else "plain" if zone.base_of is None else "home"
    return Box(WIDE * zone.column, HIGH * zone.row, WIDE, HIGH, tuple(lines), tone)


def _standing(view: TableView, zone: ZoneView, words: Words) -> list[Disc]:
    """Draw the pilots in a zone side by side, and the Mech while it is free."""
    here = [player for player in view.players if player.zone == zone.name]
    names = [(words.name("seat", player.seat), RADIUS[player.status], player.seat) for player in here]
    x, y = WIDE * zone.column + 24, HIGH * (zone.row + 1) - 24
    discs = [Disc(x + 38 * place, y, radius, name[:2], seat) for place, (name, radius, seat) in enumerate(names)]
    if view.mech_zone == zone.name:
        discs.append(Disc(x + 38 * len(discs), y, RADIUS["mech"], "M"))
    return discs


def _note(view: TableView, seat: int, words: Words) -> str:
    player = view.players[seat]
    says = [
        Text("picture.health", {"health": player.health, "full": player.full_health}),
        Text("picture.resources", {"energy": player.energy, "credits": player.credits}),
        Text("picture.score", {"points": player.score}),
    ]
    status = words.name("status", player.status)
    return " · ".join([words.name("seat", seat), status, *(words.say(text) for text in says)])
