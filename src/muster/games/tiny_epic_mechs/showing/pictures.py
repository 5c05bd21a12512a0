"""The table as text: the arena drawn zone by zone, the players, the combat, the weapons.

An empty line separates blocks, so that a client can show only those that changed. There is no colour: letters and words
carry everything.
"""

from __future__ import annotations

from collections.abc import Iterable

from muster.games.tiny_epic_mechs.cards.content import ROUNDS
from muster.games.tiny_epic_mechs.showing.views import (
    AbilityView,
    CombatView,
    DeviceView,
    LineView,
    PlayerView,
    TableView,
    WeaponView,
    ZoneView,
)
from muster.games.tiny_epic_mechs.state.state import STAGE_NAMES, Stage
from muster.kernel.columns import WIDTH, fit
from muster.kernel.text import Param, Text
from muster.kernel.words import Words

ITEM = " · "
"""The sign between the items of a line."""
ZONE = 14
"""The number of characters between the walls of a zone."""
FIGHTERS = {"pilot": "({})", "armor": "[{}]", "mech": "<{}>"}
"""The signs of a pilot in a zone, by status: on foot, in armor, in the Mech."""
FREE_MECH = "<MECH>"
TURN_STAGES = frozenset(STAGE_NAMES[Stage.BEGIN_TURN : Stage.END_TURN + 1])
"""The stages in which it is somebody's turn."""


def picture(view: TableView, words: Words) -> str:
    """Draw everything in the view, for a screen of 80 columns."""
    return _Painter(view, words).paint()


def told(view: TableView, words: Words) -> str:
    """Everything in the view to be heard, zone by zone and player by player."""
    return _Painter(view, words).tell()


class _Painter:
    def __init__(self, view: TableView, words: Words) -> None:
        self.view = view
        self.words = words

    def paint(self) -> str:
        view = self.view
        blocks = [[self._title()]]
        if view.zones:
            blocks += [self._arena(), self._legend()]
        blocks += [self._player(player) for player in view.players]
        if view.combat is not None:
            blocks.append(self._combat(view.combat))
        if view.mech_zone:
            blocks.append(self._free_mech())
        if view.zones:
            blocks.append(self._weapons())
        return "\n\n".join("\n".join(block) for block in blocks)

    def tell(self) -> str:
        view = self.view
        blocks = [[self._title().strip("= ")], *[[self._told_zone(zone)] for zone in view.zones]]
        blocks += [self._player(player) for player in view.players]
        if view.combat is not None:
            blocks.append(self._combat(view.combat))
        if view.mech_zone:
            blocks.append(self._free_mech())
        if view.zones:
            blocks.append(self._weapons())
        return "\n\n".join("\n".join(" ".join(line.split()) for line in block) for block in blocks)

    def _told_zone(self, zone: ZoneView) -> str:
        """Say what a zone is worth and gives, and what there is in it."""
        name = self.words.name
        parts = [f"{name('sign', 'value')} {zone.value}"]
        parts += [name("sign", "energy")] * bool(zone.energy) + [name("sign", "credits")] * bool(zone.credits)
        if zone.base_of is not None:
            parts.append(self._say("base", seat=self._seat(zone.base_of)))
        parts += [self._device(zone.device)] if zone.device is not None else []
        parts += [
            f"{self._seat(player.seat)} ({name('status', player.status)})"
            for player in self.view.players
            if player.zone == zone.name
        ]
        parts += [name("status", "mech")] if self.view.mech_zone == zone.name else []
        return f"{self.words.say(Text('about.zone', {'zone': zone.name}))}: {', '.join(parts)}"

    def _say(self, key: str, **gaps: Param) -> str:
        return self.words.say(Text(f"picture.{key}", gaps))

    def _seat(self, seat: int) -> str:
        return self.words.name("seat", seat)

    def _names(self, kind: str, ids: Iterable[str]) -> str:
        return ", ".join(self.words.name(kind, card) for card in ids)

    def _title(self) -> str:
        view = self.view
        in_turn = view.stage in TURN_STAGES
        now = self._say("turn", seat=self._seat(view.active)) if in_turn else self.words.name("stage", view.stage)
        return f"== {self._say('round', round=view.round, rounds=ROUNDS)}{ITEM}{now} =="

    # The arena

    def _arena(self) -> list[str]:
        """Draw a box for each zone with shared walls, and gaps where the arena has no zone."""
        zones = {(zone.column, zone.row): zone for zone in self.view.zones}
        columns = range(max(zone.column for zone in self.view.zones) + 1)
        rows = range(max(zone.row for zone in self.view.zones) + 1)
        lines = []
        for row in rows:
            lines.append(self._border(zones, columns, row))
            cells = [self._cell(zones.get((column, row))) for column in columns]
            for line in range(3):
                walls = ["|" if _is_wall(zones, column, row) else " " for column in (*columns, len(columns))]
                texts = [cell[line] for cell in cells] + [""]
                lines.append("".join(wall + text for wall, text in zip(walls, texts, strict=True)).rstrip())
        lines.append(self._border(zones, columns, len(rows)))
        return lines

    def _border(self, zones: dict[tuple[int, int], ZoneView], columns: range, row: int) -> str:
        text = ""
        for column in (*columns, len(columns)):
            around = [(column - 1, row - 1), (column, row - 1), (column - 1, row), (column, row)]
            text += "+" if any(cell in zones for cell in around) else " "
            text += ("-" if (column, row - 1) in zones or (column, row) in zones else " ") * ZONE
        return text.rstrip()

    def _cell(self, zone: ZoneView | None) -> tuple[str, str, str]:
        if zone is None:
            return (" " * ZONE,) * 3
        base = "" if zone.base_of is None else f" {self._say('base', seat=self._seat(zone.base_of))}"
        gives = f"{zone.value}{'E' * zone.energy}{'C' * zone.credits}"
        head = f"{zone.name}{base}"
        return head + gives.rjust(ZONE - len(head)), self._device(zone.device).ljust(ZONE), self._fighters(zone)

    def _device(self, device: DeviceView | None) -> str:
        if device is None:
            return ""
        number = f":{device.number}" if device.number else ""
        return f"{self.words.name('device', device.kind)} {self._seat(device.owner)}{number}"

    def _fighters(self, zone: ZoneView) -> str:
        standing = [
            FIGHTERS[player.status].format(self._seat(player.seat))
            for player in self.view.players
            if player.zone == zone.name
        ]
        if self.view.mech_zone == zone.name:
            standing.append(FREE_MECH)
        return " ".join(standing).ljust(ZONE)

    def _legend(self) -> list[str]:
        return [part for key in ("legend_zone", "legend_pieces") for part in _wrapped(self._say(key))]

    # The players

    def _player(self, player: PlayerView) -> list[str]:
        lines = [self._figures(player)]
        if player.dealt:
            lines += [f"  {line}" for name in player.dealt for line in self._pilot_card(name)]
        ability = self._ability(player)
        if ability:
            lines.append(f"  {ability}")
        armor = self._armor_side(player)
        if armor:
            lines.append(f"  {armor}")
        if player.equipped or player.reserve:
            lines.append(f"  {self._arms(player)}")
            lines.append(f"  {self._supply(player)}")
            if not player.robot:
                lines.append(f"  {self._program(player)}")
        if player.robot and player.played:
            lines.append(f"  {self._say('drawn', cards=self._names('card', player.played))}")
        return [part for line in lines for part in _wrapped(line)]

    def _figures(self, player: PlayerView) -> str:
        name = self._say("robot") if player.robot else self.words.name("pilot", player.pilot)
        you = f" ({self._say('you')})" if player.seat == self.view.viewer else ""
        parts = [
            f"{self._seat(player.seat)} {name}".rstrip() + you,
            self.words.name("status", player.status),
            self._say("health", health=player.health, full=player.full_health),
            self._say("resources", energy=player.energy, credits=player.credits),
            self._say("score", points=player.score),
        ]
        if player.zone:
            parts.append(self._say("zone", zone=player.zone))
            parts += [self._say("start")] if player.seat == self.view.start else []
        if player.robot:
            parts.append(self._say("facing", way=self.words.name("compass", player.facing)))
        return ITEM.join(parts)

    def _ability(self, player: PlayerView) -> str:
        """The player's ability now, by the side of the card that shows."""
        if not player.ability or player.ability == "none":
            return ""
        sides = [side for card in self.view.pilots for side in (card.pilot, card.armor) if card.id == player.pilot]
        sides += [side.ability for side in self.view.mech_sides]
        return next((self._ability_text(side) for side in sides if side.id == player.ability), "")

    def _armor_side(self, player: PlayerView) -> str:
        """The player's ability in Power Armor, while that is still to come."""
        if player.status != "pilot":
            return ""
        sides = [card.armor for card in self.view.pilots if card.id == player.pilot]
        return next((self._say("in_armor", ability=self._ability_text(side)) for side in sides), "")

    def _free_mech(self) -> list[str]:
        """The free Mech, and the ability of each of its sides."""
        lines = [self._say("mech_free", zone=self.view.mech_zone)]
        for side in self.view.mech_sides:
            name, ability = self.words.name("mech", side.id), self._ability_text(side.ability)
            lines.append("  " + self._say("mech_side", mech=name, ability=ability))
        return [part for line in lines for part in _wrapped(line)]

    def _ability_text(self, ability: AbilityView) -> str:
        does = self.words.say(Text(f"ability_text.{ability.id}", {"amount": ability.amount}))
        return f"{self.words.name('ability', ability.id)}: {does}"

    def _pilot_card(self, name: str) -> list[str]:
        """A pilot to choose, with its abilities on foot and in armor."""
        card = next(card for card in self.view.pilots if card.id == name)
        return [
            self.words.name("pilot", name),
            f"  {self.words.name('status', 'pilot')} · {self._ability_text(card.pilot)}",
            f"  {self.words.name('status', 'armor')} · {self._ability_text(card.armor)}",
        ]

    def _arms(self, player: PlayerView) -> str:
        carried = []
        for weapon in player.equipped:
            spent = f" ({self._say('exhausted')})" if weapon in player.exhausted else ""
            carried.append(self.words.name("weapon", weapon) + spent)
        text = self._say("carries", weapons=", ".join(carried)) if carried else self._say("carries_nothing")
        if player.reserve:
            text += ITEM + self._say("reserve", weapons=self._names("weapon", player.reserve))
        return text

    def _supply(self, player: PlayerView) -> str:
        mines = str(player.mines_left)
        if player.mines:
            mines = self._say("numbered", count=player.mines_left, numbers=", ".join(map(str, player.mines)))
        return self._say("supply", mines=mines, turrets=player.turrets_left)

    def _program(self, player: PlayerView) -> str:
        """The cards the viewer may see, open ones marked; or a note that there is no program."""
        if player.tactical != "off":
            return self.words.name("tactical", player.tactical)
        if not player.program:
            return self._say("no_program" if player.seat == self.view.viewer else "program_hidden")
        cards = [
            f"{slot}{'*' if slot <= player.revealed else ''} {self.words.name('card', card)}"
            for slot, card in enumerate(player.program, 1)
        ]
        return self._say("program", cards=ITEM.join(cards))

    # Combat and weapons

    def _combat(self, combat: CombatView) -> list[str]:
        sides = {"attacker": self._seat(combat.attacker), "defender": self._seat(combat.defender)}
        lines = [self._say("combat", turn=self._seat(combat.turn), **sides)]
        if combat.last:
            lines.append("  " + self._say("last", weapon=self.words.name("weapon", combat.last)))
        if combat.power:
            lines.append("  " + self._say("leap", seat=sides["attacker"]))
        for seat, shield, jammed in zip(sides.values(), combat.shields, combat.jammed, strict=True):
            if shield:
                lines.append("  " + self._say("shielded", seat=seat, amount=shield))
            if jammed:
                lines.append("  " + self._say("jammed", seat=seat))
        for side in (combat.attacker, combat.defender):
            lines += self._ready_weapons(self.view.players[side])
        return lines

    def _ready_weapons(self, player: PlayerView) -> list[str]:
        """The weapons a side can still strike with."""
        lines: list[str] = []
        for weapon in self.view.market:
            if weapon.id in player.equipped and weapon.id not in player.exhausted:
                name, kind = self.words.name("weapon", weapon.id), self.words.name("weapon_type", weapon.type)
                lines += _fitted(f"  {self._seat(player.seat)} {name} ({kind}):", *self._lines(weapon))
        return lines

    def _weapons(self) -> list[str]:
        """All weapon cards that lie open: on offer, basic, owned."""
        order = {name: place for place, name in enumerate(self.view.row)}
        shown = sorted(self.view.market, key=lambda weapon: order.get(weapon.id, len(order)))
        heads = [self._weapon_head(weapon) for weapon in shown]
        widths = [max(map(len, column)) for column in zip(*heads, strict=True)]
        lines = _wrapped(self._say("weapons", deck=self.view.deck))
        for weapon, head in zip(shown, heads, strict=True):
            row = "  ".join(text.ljust(width) for text, width in zip(head, widths, strict=True))
            lines += _fitted(f"  {row}", *self._lines(weapon))
        return lines

    def _weapon_head(self, weapon: WeaponView) -> tuple[str, ...]:
        owners = [player for player in self.view.players if weapon.id in (*player.equipped, *player.reserve)]
        place = self._say("offer") if weapon.id in self.view.row else ""
        if not weapon.advanced:
            place = self._say("basic")
        holders = " ".join(self._seat(player.seat) for player in owners)
        cost = f"{weapon.energy}E " * bool(weapon.energy) + f"{weapon.credits}C" * bool(weapon.credits)
        return (
            f"{place} {holders}".strip(),
            self.words.name("weapon", weapon.id),
            self.words.name("weapon_type", weapon.type),
            cost.strip(),
            self._say("points", points=weapon.points),
        )

    def _lines(self, weapon: WeaponView) -> tuple[str, str]:
        return (
            self._say("attack", line=self._line(weapon.attack)),
            self._say("power", line=self._line(weapon.power)),
        )

    def _line(self, line: LineView) -> str:
        effects = [self.words.say(Text(f"effect.{effect.kind}", {"amount": effect.amount})) for effect in line.effects]
        return ", ".join([str(line.damage), *effects])


def _wrapped(line: str) -> list[str]:
    """Break a long line between its items, and inside an item only if it must be."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    first, *items = line.split(ITEM)
    lines = [first]
    for item in items:
        if len(lines[-1] + ITEM + item) <= WIDTH:
            lines[-1] += ITEM + item
        else:
            lines.append(indent + item)
    if max(map(len, lines)) > WIDTH:
        return fit(line, 4)
    return lines


def _is_wall(zones: dict[tuple[int, int], ZoneView], column: int, row: int) -> bool:
    """Whether a zone is on either side of the line west of this column."""
    return (column - 1, row) in zones or (column, row) in zones


def _fitted(head: str, attack: str, power: str) -> list[str]:
    """Fit a weapon onto as few lines as possible."""
    both = f"{attack} · {power}"
    if len(head) + 2 + len(both) <= WIDTH:
        return [f"{head}  {both}"]
    indent = " " * 6
    below = [both] if len(indent + both) <= WIDTH else [attack, power]
    return [head.rstrip(), *(indent + line for line in below)]
