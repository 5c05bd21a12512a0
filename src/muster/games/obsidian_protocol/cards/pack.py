"""The pack of Obsidian Protocol: what its TOML files may say, and how they become the `Content` that the rules use.

An effect is written `keyword`, `keyword 2`, `launch card`, or with its condition before it: `two_handed: range 2`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from muster.games.obsidian_protocol.cards.content import CONDITIONS
from muster.games.obsidian_protocol.cards.keywords import CARD_KEYWORDS, ENVIRONMENTS, KEYWORDS, TACTICS, TRAITS
from muster.kernel.pack_errors import nearest
from muster.kernel.pack_forms import Complaint, Known, among, card_of, phrase
from muster.kernel.packs import Card, Source

Count = Annotated[int, msgspec.Meta(ge=0, le=30)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
Faction = Literal["rdl", "un", "gof", "pd", "wd"]
RedFace = Literal["H", "HH", "h", "L", "LL", "l", "z", "e", "-"]
"""Heavy and light hits, hollow in small letters, lightning, eye, nothing."""
StanceName = Literal["defensive", "mobility", "offensive"]
LevelName = Literal["ground", "flying", "aerial"]


GridName = Annotated[str, msgspec.Meta(pattern="^[A-Pa-p]([1-9]|1[0-6])$")]
TerrainNumber = Annotated[int, msgspec.Meta(ge=0, le=64)]


def effect_complaint(text: str, known: Known) -> Complaint | None:
    """Say what is wrong with an effect as a pack writes it; None if it can be read."""
    condition, colon, rest = text.rpartition(": ")
    keyword, _, argument = rest.partition(" ")
    if colon and condition not in CONDITIONS:
        return "no_condition", {"value": condition, "known": ", ".join(CONDITIONS)}, nearest(condition, CONDITIONS)
    if keyword in CARD_KEYWORDS:
        units = [*known["drone"], *known["projectile"]]
        missing = argument not in units
        return ("no_card", {"value": argument, "kind": "projectile"}, nearest(argument, units)) if missing else None
    if keyword not in KEYWORDS:
        return "no_keyword", {"value": keyword}, nearest(keyword, [*KEYWORDS, *CARD_KEYWORDS])
    if argument and not (argument.isdecimal() and len(argument) <= 3):
        return "no_figure", {"value": argument, "keyword": keyword}, ""
    return None


EFFECT_PATTERN = (
    f"^(({'|'.join(CONDITIONS)}): )?"
    f"(({'|'.join(sorted(KEYWORDS))})( [0-9]{{1,3}})?|({'|'.join(sorted(CARD_KEYWORDS))}) [a-z0-9_]+)$"
)
EffectText = Annotated[str, phrase(effect_complaint, EFFECT_PATTERN)]


class ActionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    type: Literal["swift", "melee", "projectile", "firing", "movement", "tactical", "passive", "delay", "immediate"]
    length: Literal["none", "short", "medium", "long"] = "none"
    control: Literal["none", "command", "automatic", "interception"] = "none"
    range: Count = 0
    yellow: Count = 0
    red: Count = 0
    ammo: Count = 0
    effects: tuple[EffectText, ...] = ()


class NamedCard(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str


class PartFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    number: str = ""
    faction: Faction
    slot: Literal["torso", "chassis", "left_arm", "right_arm", "backpack"]
    armor: Count
    structure: Count = 0
    dodge: Annotated[int, msgspec.Meta(ge=-30, le=30)] = 0
    electronic: Count = 0
    parry: Count = 0
    maneuver: Count = 0
    points: Points = 0
    tags: tuple[Literal["freehand", "handheld", "cruise"], ...] = ()
    charge: bool = False
    discard: Annotated[str, card_of("part")] = ""
    turns: Annotated[str, card_of("part")] = ""
    face: Literal["", "discard", "mode"] = ""
    actions: tuple[ActionFile, ...] = ()


class PilotFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    number: str = ""
    faction: Faction
    link: Count
    initiative: tuple[Count, Count, Count, Count, Count, Count]
    trait: Annotated[str, among(sorted(TRAITS))] = ""
    points: Points = 0


class DroneFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    number: str = ""
    faction: Faction
    size: Literal["small", "medium", "large"] = "small"
    archetype: Literal["", "projectile", "deployable"] = ""
    level: LevelName = "ground"
    armor: Count
    structure: Count = 0
    dodge: Count = 0
    electronic: Annotated[int, msgspec.Meta(ge=-1, le=20)] = 0
    parry: Count = 0
    move: Count = 0
    points: Points = 0
    stance: StanceName
    low_value: bool = False
    charge: bool = False
    actions: tuple[ActionFile, ...] = ()


class ZoneFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    grids: tuple[GridName, ...]


class DeploymentFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    black: tuple[GridName, GridName]
    white: tuple[GridName, GridName]


class TaskFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    family: Literal["black_box", "control", "terminal", "vip"]
    zones: tuple[Annotated[str, card_of("zone")], ...] = ()
    points: Count
    first_round: Count = 1
    each_round: bool = False
    scoring_zone: Annotated[str, card_of("zone")] = ""
    deployment: Annotated[str, card_of("deployment")]


class SecondaryFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scores: Literal["destroyed", "kills", "survives", "kills_by", "mercy", "zone"]
    names: Literal["", "enemy_names_own_mech", "enemy_mech", "own_mech", "zone"] = ""
    points: Count
    drone_points: Count = 0


class TerrainFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: tuple[Points, Points]
    size: tuple[Count, Count]
    height: Annotated[int, msgspec.Meta(ge=1, le=3)]
    destructible: bool = False


class BattlefieldFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    board: Literal["standard", "large"] = "standard"
    environments: Count = 0
    terrain: tuple[TerrainFile, ...]


class MechFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mech of a squad: its pilot and its parts, by their ids."""

    pilot: Annotated[str, card_of("pilot")] = ""
    parts: tuple[Annotated[str, card_of("part")], ...] = ()


UnitId = Annotated[str, card_of("drone", "projectile")]


class CarrierFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drone that carries a load."""

    card: UnitId
    load: Annotated[str, card_of("part")] = ""


OWN_SQUAD: Final = "own"
"""A squad that somebody brought along, and that no pack names."""


class SquadFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A squad as written in a file; `squads.faults` says whether it is legal."""

    id: str = OWN_SQUAD
    source: Source = "house"
    name: str = ""
    faction: Faction
    scale: int
    mechs: tuple[MechFile, ...] = ()
    drones: tuple[UnitId | CarrierFile, ...] = ()
    tactics: tuple[Annotated[str, card_of("tactic")], ...] = ()


class TacticFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    effect: Annotated[str, among(sorted(TACTICS))]
    points: Points


class EnvironmentFile(NamedCard, frozen=True, forbid_unknown_fields=True, kw_only=True):
    effect: Annotated[str, among(sorted(ENVIRONMENTS))]


class TokenFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    face: Literal["green", "yellow", "red"]


class DieFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    faces: tuple[RedFace, RedFace, RedFace, RedFace, RedFace, RedFace, RedFace, RedFace]


TYPES: dict[str, type[Card]] = {
    "part": PartFile,
    "pilot": PilotFile,
    "drone": DroneFile,
    "projectile": DroneFile,
    "task": TaskFile,
    "secondary": SecondaryFile,
    "battlefield": BattlefieldFile,
    "squad": SquadFile,
    "tactic": TacticFile,
    "environment": EnvironmentFile,
    "zone": ZoneFile,
    "large_zone": ZoneFile,
    "deployment": DeploymentFile,
    "large_deployment": DeploymentFile,
    "token": TokenFile,
    "die": DieFile,
}
