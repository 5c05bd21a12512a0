"""Reading packs: turns them into the cards the rules use, checks every name, and says where an error is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from muster.games.obsidian_protocol.cards.content import Action, Content, Effect, Part, Pilot, UnitCard
from muster.games.obsidian_protocol.cards.keywords import CARD_KEYWORDS
from muster.games.obsidian_protocol.cards.kinds import (
    CONTROL_NAMES,
    KIND_NAMES,
    LENGTH_NAMES,
    LEVEL_NAMES,
    SLOT_NAMES,
    STANCE_NAMES,
    TYPE_NAMES,
    Kind,
)
from muster.games.obsidian_protocol.cards.missions import Environment, Secondary, Tactic, Task
from muster.games.obsidian_protocol.cards.pack import (
    TYPES,
    ActionFile,
    BattlefieldFile,
    DeploymentFile,
    DieFile,
    DroneFile,
    EnvironmentFile,
    NamedCard,
    PartFile,
    PilotFile,
    SecondaryFile,
    SquadFile,
    TacticFile,
    TaskFile,
    TokenFile,
    ZoneFile,
)
from muster.games.obsidian_protocol.cards.terrain import BoardCard, FieldCard, Terrain
from muster.kernel.packs import PackFile, Shelf

SIZES = {"small": 1, "medium": 2, "large": 3}
"""The base of a medium unit is taken to be 2 by 2 small grids."""
BOARDS = {"standard": 12, "large": 16}
"""Grids along each side.  [OP 2.1.board] [OP 5.2.1.large]"""
FACES = {"red": 1, "yellow": 2, "green": 3}
UNITS_TYPES = ("delay", "immediate")
"""Types of actions that only projectiles and deployables have."""
_N = TypeVar("_N", bound=NamedCard)


class Reader:
    """Decodes a pack with its overlays; raises `GameError` naming file, card and field."""

    def __init__(self, core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> None:
        self.shelf = Shelf(core, overlays, TYPES)
        self.names: dict[str, str] = {}
        self.parts = self._parts()
        self.pilots = self._pilots()
        self.units = self._units()
        self.unit_number = {unit.id: unit.number for unit in self.units}
        self.boards = {
            12: self._board(12, self._named("zone", ZoneFile), self.shelf.cards("deployment", DeploymentFile)),
            16: self._board(
                16, self.shelf.cards("large_zone", ZoneFile), self.shelf.cards("large_deployment", DeploymentFile)
            ),
        }

    def _check_grids(self) -> None:
        """Note grids that a board does not have.  [OP 2.1.board] [OP 5.2.1.large]"""
        for kind, size in (("zone", 12), ("large_zone", 16)):
            for zone in self.shelf.cards(kind, ZoneFile).values():
                self._check_on_board(kind, zone.id, "grids", zone.grids, size)
        for kind, size in (("deployment", 12), ("large_deployment", 16)):
            for card in self.shelf.cards(kind, DeploymentFile).values():
                self._check_on_board(kind, card.id, "black", card.black, size)
                self._check_on_board(kind, card.id, "white", card.white, size)

    def _check_actions(self) -> None:
        """Note actions that nobody could perform: those of mechs take ticks, those of drones a command or a phase.

        [OP 3.4.5.ticks] [OP 3.2.2.act] [OP 3.5.obligatory]
        """
        for part in self.shelf.cards("part", PartFile).values():
            for place, action in enumerate(part.actions):
                if action.type in UNITS_TYPES:
                    self._complain("part", part.id, place, "type", "no_mech_type", action)
                elif action.type != "passive" and action.length == "none":
                    self._complain("part", part.id, place, "length", "no_length", action)
                elif action.control != "none":
                    self._complain("part", part.id, place, "control", "no_mech_control", action)
        for drone in self.shelf.cards("drone", DroneFile).values():
            for place, action in enumerate(drone.actions):
                if action.type not in ("passive", *UNITS_TYPES) and action.control == "none":
                    self._complain("drone", drone.id, place, "control", "no_control", action)

    def _complain(self, kind: str, card: str, place: int, field: str, reason: str, action: ActionFile) -> None:
        self.shelf.fault(kind, card, ("actions", place, field), reason, {"action": action.id, "type": action.type})

    def _check_on_board(self, kind: str, card_id: str, field: str, grids: Sequence[str], size: int) -> None:
        for place, name in enumerate(grids):
            if ord(name[0].lower()) - ord("a") >= size or int(name[1:]) > size:
                self.shelf.fault(kind, card_id, (field, place), "off_board", {"grid": name, "size": size})

    def content(self) -> Content:
        tokens = self.shelf.cards("token", TokenFile)
        die = self.shelf.cards("die", DieFile)
        self.shelf.only("die", ("red",))
        self._check_grids()
        self._check_actions()
        self.shelf.settle()
        return Content(
            self.parts,
            self.pilots,
            self.units,
            self._tasks(),
            self._secondaries(),
            self._tactics(),
            self._environments(),
            self.boards,
            self._fields(),
            {token.id: FACES[token.face] for token in tokens.values()},
            die["red"].faces,
            self.names,
        )

    def _board(self, size: int, zones: Mapping[str, ZoneFile], deployments: Mapping[str, DeploymentFile]) -> BoardCard:
        return BoardCard(
            size,
            {zone: card.grids for zone, card in zones.items()},
            {card.id: (card.black, card.white) for card in deployments.values()},
        )

    def _fields(self) -> list[FieldCard]:
        cards = self._named("battlefield", BattlefieldFile).values()
        return [field_card(number, card) for number, card in enumerate(cards)]

    def _named(self, kind: str, card_type: type[_N]) -> Mapping[str, _N]:
        cards = self.shelf.cards(kind, card_type)
        for card in cards.values():
            self.names[f"{kind}.{card.id}"] = card.name
        return cards

    def _actions(self, card_id: str, files: Sequence[ActionFile]) -> list[Action]:
        actions = []
        for place, file in enumerate(files):
            key = f"{card_id}/{file.id}"
            self.names[f"action.{key}"] = file.name
            actions.append(
                Action(
                    file.id,
                    key,
                    place,
                    TYPE_NAMES.index(file.type),
                    LENGTH_NAMES.index(file.length),
                    CONTROL_NAMES.index(file.control),
                    file.range,
                    file.yellow,
                    file.red,
                    file.ammo,
                    [_effect(text) for text in file.effects],
                )
            )
        return actions

    def _parts(self) -> list[Part]:
        cards = self._named("part", PartFile)
        parts = [
            Part(
                number,
                card.id,
                card.faction,
                SLOT_NAMES.index(card.slot),
                card.armor,
                card.structure,
                card.dodge,
                card.electronic,
                card.parry,
                card.maneuver,
                card.points,
                "freehand" in card.tags,
                card.charge,
                bool(card.face),
                self._actions(card.id, card.actions),
            )
            for number, card in enumerate(cards.values())
        ]
        by_id = {part.id: part for part in parts}
        for card in cards.values():
            if card.discard:
                by_id[card.id].discard = by_id[card.discard].number
            if card.turns:
                by_id[card.id].turns = by_id[card.turns].number
            if "cruise" in card.tags:
                by_id[card.id].passives["cruise"] = (1, 0)
        return parts

    def _pilots(self) -> list[Pilot]:
        pilots = []
        for number, card in enumerate(self._named("pilot", PilotFile).values()):
            pilots.append(Pilot(number, card.id, card.faction, card.link, card.initiative, card.trait, card.points))
        return pilots

    def _units(self) -> list[UnitCard]:
        units: list[UnitCard] = []
        for kind_name in ("drone", "projectile"):
            for card in self._named(kind_name, DroneFile).values():
                kind = KIND_NAMES.index(card.archetype) if card.archetype else Kind.DRONE
                self.names[f"unit.{card.id}"] = card.name
                units.append(
                    UnitCard(
                        len(units),
                        card.id,
                        card.faction,
                        kind,
                        LEVEL_NAMES.index(card.level),
                        SIZES[card.size],
                        card.armor,
                        card.structure,
                        card.dodge,
                        card.electronic,
                        card.parry,
                        card.move,
                        STANCE_NAMES.index(card.stance),
                        card.points,
                        card.low_value or kind != Kind.DRONE,
                        card.charge,
                        self._actions(card.id, card.actions),
                    )
                )
        return units

    def _tasks(self) -> list[Task]:
        tasks = []
        for number, card in enumerate(self._named("task", TaskFile).values()):
            tasks.append(
                Task(
                    number,
                    card.id,
                    card.family,
                    card.zones,
                    card.points,
                    card.first_round,
                    card.each_round,
                    card.scoring_zone,
                    card.deployment,
                )
            )
        return tasks

    def _secondaries(self) -> list[Secondary]:
        return [
            Secondary(number, card.id, card.scores, card.names, card.points, card.drone_points)
            for number, card in enumerate(self._named("secondary", SecondaryFile).values())
        ]

    def _tactics(self) -> list[Tactic]:
        tactics = []
        for number, card in enumerate(self._named("tactic", TacticFile).values()):
            tactics.append(Tactic(number, card.id, card.effect, card.points))
        return tactics

    def _environments(self) -> list[Environment]:
        environments = []
        for number, card in enumerate(self._named("environment", EnvironmentFile).values()):
            environments.append(Environment(number, card.id, card.effect))
        return environments

    def squads(self) -> dict[str, SquadFile]:
        """The squads of the packs as data, by id."""
        return dict(self._named("squad", SquadFile))


def _effect(text: str) -> Effect:
    """An effect as a pack writes it; the form of the card has checked it."""
    condition, _, rest = text.rpartition(": ")
    keyword, _, argument = rest.partition(" ")
    if keyword in CARD_KEYWORDS:
        return Effect(keyword, 1, argument, condition)
    return Effect(keyword, int(argument or 1), "", condition)


def field_card(number: int, card: BattlefieldFile) -> FieldCard:
    """A battlefield as the board room uses it."""
    terrain = [
        Terrain(
            index,
            (piece.at[0], piece.at[1], piece.at[0] + piece.size[0], piece.at[1] + piece.size[1]),
            piece.height,
            piece.destructible,
        )
        for index, piece in enumerate(card.terrain)
    ]
    return FieldCard(number, card.id, BOARDS[card.board], terrain, card.environments)
