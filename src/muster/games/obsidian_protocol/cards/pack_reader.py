"""Reading packs: turns them into the cards the rules use, checks every name, and says where an error is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from muster.games.obsidian_protocol.cards.content import CONDITIONS, Action, Content, Effect, Part, Pilot, UnitCard
from muster.games.obsidian_protocol.cards.keywords import CARD_KEYWORDS, ENVIRONMENTS, KEYWORDS, TACTICS, TRAITS
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
from muster.kernel.errors import GameError
from muster.kernel.packs import PackFile, Shelf

SIZES = {"small": 1, "medium": 2, "large": 3}
"""The base of a medium unit is taken to be 2 by 2 small grids."""
BOARDS = {"standard": 12, "large": 16}
"""Grids along each side.  [OP 2.1.board] [OP 5.2.1.large]"""
FACES = {"red": 1, "yellow": 2, "green": 3}
_N = TypeVar("_N", bound=NamedCard)


class Reader:
    """Decodes a pack with its overlays; raises `GameError` naming file, card and field."""

    def __init__(self, core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> None:
        self.shelf = Shelf(core, overlays, tuple(TYPES))
        self.names: dict[str, str] = {}
        self.parts = self._parts()
        self.pilots = self._pilots()
        self.units = self._units()
        self.unit_number = {unit.id: unit.number for unit in self.units}
        self._check_launches()
        self.boards = {
            12: self._board(12, self._named("zone", ZoneFile), self.shelf.cards("deployment", DeploymentFile)),
            16: self._board(
                16, self.shelf.cards("large_zone", ZoneFile), self.shelf.cards("large_deployment", DeploymentFile)
            ),
        }

    def content(self) -> Content:
        zones = self._named("zone", ZoneFile)
        tokens = self.shelf.cards("token", TokenFile)
        die = self.shelf.cards("die", DieFile)
        if "red" not in die:
            raise GameError("the packs have no die 'red'")
        return Content(
            self.parts,
            self.pilots,
            self.units,
            self._tasks(zones),
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
        fields = []
        for number, card in enumerate(self._named("battlefield", BattlefieldFile).values()):
            terrain = [
                Terrain(
                    index,
                    (piece.at[0], piece.at[1], piece.at[0] + piece.size[0], piece.at[1] + piece.size[1]),
                    piece.height,
                    piece.destructible,
                )
                for index, piece in enumerate(card.terrain)
            ]
            fields.append(FieldCard(number, card.id, BOARDS[card.board], terrain, card.environments))
        return fields

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
                    [_effect(text, key) for text in file.effects],
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
                card.face == "discard",
                self._actions(card.id, card.actions),
            )
            for number, card in enumerate(cards.values())
        ]
        by_id = {part.id: part for part in parts}
        for card in cards.values():
            if card.discard:
                if card.discard not in by_id:
                    raise GameError(f"part {card.id!r}: field discard: there is no part {card.discard!r}")
                by_id[card.id].discard = by_id[card.discard].number
        return parts

    def _pilots(self) -> list[Pilot]:
        pilots = []
        for number, card in enumerate(self._named("pilot", PilotFile).values()):
            if card.trait and card.trait not in TRAITS:
                raise GameError(f"pilot {card.id!r}: field trait: the rules know no trait {card.trait!r}")
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

    def _check_launches(self) -> None:
        owners = [(card.id, card.actions) for card in self.parts] + [(card.id, card.actions) for card in self.units]
        for owner, actions in owners:
            for action in actions:
                for effect in action.effects:
                    if effect.card and effect.card not in self.unit_number:
                        raise GameError(f"{owner!r}: action {action.id!r}: there is no projectile {effect.card!r}")

    def _tasks(self, zones: Mapping[str, ZoneFile]) -> list[Task]:
        tasks = []
        for number, card in enumerate(self._named("task", TaskFile).values()):
            for zone in card.zones:
                if zone not in zones:
                    raise GameError(f"task {card.id!r}: field zones: there is no zone {zone!r}")
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
            if card.effect not in TACTICS:
                raise GameError(f"tactic {card.id!r}: field effect: the rules know no tactic {card.effect!r}")
            tactics.append(Tactic(number, card.id, card.effect, card.points))
        return tactics

    def _environments(self) -> list[Environment]:
        environments = []
        for number, card in enumerate(self._named("environment", EnvironmentFile).values()):
            if card.effect not in ENVIRONMENTS:
                raise GameError(f"environment {card.id!r}: field effect: the rules know no environment {card.effect!r}")
            environments.append(Environment(number, card.id, card.effect))
        return environments

    def squads(self) -> dict[str, SquadFile]:
        """The squads of the packs as data, by id."""
        return dict(self._named("squad", SquadFile))


def _effect(text: str, key: str) -> Effect:
    condition, colon, rest = text.rpartition(": ")
    keyword, _, argument = rest.partition(" ")
    if colon and condition not in CONDITIONS:
        raise GameError(f"action {key}: effect {text!r}: the rules know no condition {condition!r}")
    if keyword in CARD_KEYWORDS:
        return Effect(keyword, 1, argument, condition)
    if keyword not in KEYWORDS:
        raise GameError(f"action {key}: effect {text!r}: the rules know no keyword {keyword!r}")
    if argument and not argument.isdigit():
        raise GameError(f"action {key}: effect {text!r}: expected a number after {keyword!r}")
    return Effect(keyword, int(argument or 1), "", condition)
