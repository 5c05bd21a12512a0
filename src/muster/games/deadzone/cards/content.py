"""The cards as the rules use them: models with weapons and abilities, battle cards, missions, deployment maps.

Built once from a pack (`pack.py`), shared by every match and never changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.games.deadzone.cards.actions import Act
from muster.games.deadzone.cards.keywords import ACTIVE_EFFECTS, Ability, Goal, Item, Keyword, Rank, Timing, mask
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingCardFile
from muster.kernel.spaces import Option

COLUMNS: Final = 8
ROWS: Final = 8
"""The mat of two feet in cubes of three inches.  [DZ field.board]"""


class Aim:
    """The options to shoot at a model, by the ammo they use up; made once for as long as a tag means the same model."""

    __slots__ = ("card", "index", "options")

    def __init__(self, card: str, index: int, options: list[Option[Act]]) -> None:
        self.card = card
        self.index = index
        self.options = options


class Weapon:
    """A weapon or grenade: its range in cubes (0 for range F) and what it does."""

    __slots__ = ("aims", "ap", "bit", "fires", "id", "keywords", "range", "reach")

    def __init__(self, card_id: str, range: int, ap: int, keywords: int, bit: int = 0) -> None:
        self.id = card_id
        self.range = range
        self.ap = ap
        self.keywords = keywords
        self.bit = bit  # its place among the weapons of its model
        self.aims: dict[str, Aim] = {}  # options to shoot at a tag: `menu.shot`
        self.fires: dict[int, Option[Act]] = {}  # options to fire into a cube: `menu.fire`
        # How far it can fire: twice its range unless it is limited.  [DZ shoot.range] [DZ ability.limited_range]
        self.reach = range if self.has(Keyword.LIMITED_RANGE) else 2 * range

    def has(self, keyword: int) -> bool:
        return bool(self.keywords >> keyword & 1)


class ModelCard:
    """A stat card. A stat of 0 is a dash; a command of (0, 0) too."""

    __slots__ = (
        "abilities",
        "apart",
        "armour",
        "blades",
        "blazers",
        "calls",
        "clumsy",
        "command",
        "cost",
        "faction",
        "factions",
        "far",
        "fight",
        "grenades",
        "hull",
        "id",
        "kill_class",
        "lobbers",
        "number",
        "rank",
        "shield",
        "shoot",
        "shooters",
        "size",
        "survive",
        "total",
        "weapons",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        faction: str,
        factions: Sequence[str],
        rank: Rank,
        cost: int,
        command: tuple[int, int],
        shoot: int,
        fight: int,
        survive: int,
        armour: int,
        size: int,
        hull: int,
        shield: int,
        abilities: int,
        weapons: Sequence[Weapon],
        apart: bool = False,
    ) -> None:
        self.number = number
        self.id = card_id
        self.faction = faction
        self.factions = tuple(factions)  # of a mercenary: with whom it fights
        self.rank = rank
        self.cost = cost
        self.command = command
        self.shoot = shoot
        self.fight = fight
        self.survive = survive
        self.armour = armour
        self.size = size
        self.hull = hull  # of a vehicle: the damage that destroys it
        self.shield = shield  # dice of an energy shield of its own
        self.abilities = abilities
        self.weapons = tuple(weapons)
        self.apart = apart  # of a crew: its weapon is a model of its own
        self.calls: dict[str, Option[int]] = {}  # options to activate a tag: `rounds.activate_option`
        self.total = command[0] + command[1]  # [DZ setup.commander]
        self.kill_class = int(rank) * 3 + band(cost)  # what it is to a goal: rank and cost band in one number
        heavy = bool(abilities >> Ability.CSW & 1 or abilities >> Ability.VEHICLE & 1)
        self.grenades = tuple(weapon for weapon in weapons if weapon.has(Keyword.GRENADE))  # [DZ grenade.printed]
        guns = [weapon for weapon in weapons if weapon.range and not weapon.has(Keyword.GRENADE)]
        # The heavy indirect weapons of crews and vehicles fire in no other way.  [DZ indirect.heavy]
        direct = [weapon for weapon in guns if not (heavy and weapon.has(Keyword.INDIRECT))]
        self.shooters = tuple(w for w in direct if not w.has(Keyword.RAPID_FIRE))  # [DZ ability.rapid_fire]
        self.blazers = tuple(w for w in direct if not w.has(Keyword.SINGLE_SHOT))  # [DZ ability.single_shot]
        self.lobbers = tuple(weapon for weapon in guns if weapon.has(Keyword.INDIRECT))
        self.blades = tuple(weapon for weapon in weapons if not weapon.range)
        self.far = max([weapon.reach for weapon in weapons], default=0)  # how far it attacks at most
        self.clumsy = any(weapon.has(Keyword.SUPPORT) for weapon in weapons)  # [DZ ability.support]


CARRIES_NOTHING: Final = 1 << Ability.BEAST | 1 << Ability.HOVER


def can_carry(card: ModelCard, abilities: int) -> bool:
    """Whether a model carries items: not beasts, hovering models, or models that cannot shoot.

    [DZ item.who] [DZ ability.beast]
    """
    return bool(card.shoot) and not abilities & CARRIES_NOTHING


def hands(card: ModelCard, abilities: int) -> int:
    """How many items a model may carry.  [DZ item.one] [DZ ability.scavenger]"""
    if not can_carry(card, abilities):
        return 0
    return 3 if abilities >> Ability.SCAVENGER & 1 else 1


class BattleCard:
    """A card with its two effects. `mask` has a bit for each; `in_own` and `in_other` say in whose turn it can be
    played.
    """

    __slots__ = ("effects", "id", "in_other", "in_own", "is_active", "mask", "number", "timing")

    def __init__(self, number: int, card_id: str, timing: Timing, effects: Sequence[tuple[int, int]]) -> None:
        self.number = number
        self.id = card_id
        self.timing = timing
        self.effects = tuple(effects)
        self.mask = mask([effect for effect, _ in effects])
        # [DZ card.timing]
        self.in_own = timing != Timing.REACTIVE
        self.in_other = timing != Timing.ACTIVE
        self.is_active = self.in_own and any(effect in ACTIVE_EFFECTS for effect, _ in effects)


class MissionGoal:
    """One goal of a mission: its kind and its points, by cost band for Kill and Infiltrate, by objective for
    Capture.
    """

    __slots__ = ("kind", "objectives", "points")

    def __init__(self, kind: int, points: Sequence[int], objectives: Sequence[int]) -> None:
        self.kind = kind
        self.points = tuple(points)
        self.objectives = tuple(objectives)


WANTED: Final = {
    Goal.KILL_TROOPER: (Rank.TROOPER,),
    Goal.KILL_SPECIALIST: (Rank.SPECIALIST, Rank.RARE),
    Goal.KILL_LEADER: (Rank.LEADER, Rank.UNIQUE),
}
"""The ranks that count for a goal to kill a type: rare models are specialists, unique ones leaders.

[DZ goal.kill_type]
"""
BANDS: Final = (10, 20)
"""Up to 10 points, up to 20, above.  [DZ goal.bands]"""


def band(cost: int) -> int:
    """The cost band of a model, for Kill and Infiltrate.  [DZ goal.bands]"""
    return 0 if cost <= BANDS[0] else 1 if cost <= BANDS[1] else 2


class Rewards:
    """The most that one objective, exit, item or round brings, and the extra points for the enemy's Commander."""

    __slots__ = ("exit", "head", "held", "item", "round")

    def __init__(self, held: int, exit: int, item: int, round: int, head: int) -> None:
        self.held = held
        self.exit = exit
        self.item = item
        self.round = round
        self.head = head

    def most(self, held: int, exits: int, items: int, rounds: int, heads: int) -> int:
        """The most that so many of them bring."""
        return self.held * held + self.exit * exits + self.item * items + self.round * rounds + self.head * heads


class Mission:
    """A mission: its goals, the most they bring together, and exactly what a kill earns, by the `kill_class` of a
    card.
    """

    __slots__ = ("goals", "id", "kills", "number", "rewards")

    def __init__(self, number: int, card_id: str, goals: Sequence[MissionGoal]) -> None:
        self.number = number
        self.id = card_id
        self.goals = tuple(goals)
        self.kills = [self._kill(rank, band) for rank in Rank for band in range(3)]
        self.rewards = Rewards(
            held=self._most((Goal.CAPTURE, Goal.CONTROL)),
            exit=self._most((Goal.INFILTRATE,)),
            item=self._most((Goal.SCOUR,)),
            round=self._most((Goal.SURVIVE,)),
            head=self._most((Goal.KILL_COMMANDER,)),
        )

    def _most(self, kinds: Sequence[int]) -> int:
        return sum([max(goal.points) for goal in self.goals if goal.kind in kinds])

    def _kill(self, rank: Rank, band: int) -> int:
        wanted = [goal.points[0] for goal in self.goals if rank in WANTED.get(goal.kind, ())]
        return sum(wanted) + sum([goal.points[band] for goal in self.goals if goal.kind == Goal.KILL])


class DeploymentMap:
    """A deployment map: whose zone each ground cube is, where scouts may stand, the centre, and the objectives.

    `areas` has a letter for each of the 64 places: R and B are the zones, r and b the white areas beside them, g is the
    grey centre.
    """

    __slots__ = ("areas", "id", "number", "objectives")

    def __init__(self, number: int, card_id: str, areas: str, objectives: Sequence[int]) -> None:
        self.number = number
        self.id = card_id
        self.areas = areas
        self.objectives = tuple(objectives)


class Mutation:
    """A counter that changes a Plague model for good."""

    __slots__ = ("abilities", "armour", "fight", "id", "number", "survive")

    def __init__(self, number: int, card_id: str, abilities: int, fight: int, survive: int, armour: int) -> None:
        self.number = number
        self.id = card_id
        self.abilities = abilities
        self.fight = fight  # extra dice
        self.survive = survive  # extra dice
        self.armour = armour


class Faction:
    """A battle deck and missions; `rewards` has the best that any of these missions offers."""

    __slots__ = ("deck", "id", "missions", "number", "rewards")

    def __init__(self, number: int, card_id: str, deck: Sequence[int], missions: Sequence[Mission]) -> None:
        self.number = number
        self.id = card_id
        self.deck = tuple(deck)
        self.missions = tuple(missions)
        rewards = [mission.rewards for mission in missions]
        self.rewards = Rewards(
            held=max([one.held for one in rewards], default=0),
            exit=max([one.exit for one in rewards], default=0),
            item=max([one.item for one in rewards], default=0),
            round=max([one.round for one in rewards], default=0),
            head=max([one.head for one in rewards], default=0),
        )


class TeamModel:
    __slots__ = ("items", "model")

    def __init__(self, model: str, items: Sequence[str]) -> None:
        self.model = model
        self.items = tuple(items)


class Team:
    """A strike team as written: models with the items they carry, extra battle cards, guns set up or packed."""

    __slots__ = ("commander", "deployed_guns", "extra_cards", "faction", "id", "models")

    def __init__(
        self,
        card_id: str,
        faction: str,
        models: Sequence[TeamModel],
        extra_cards: int,
        deployed_guns: bool,
        commander: int = -1,
    ) -> None:
        self.id = card_id
        self.faction = faction
        self.models = tuple(models)
        self.extra_cards = extra_cards
        self.deployed_guns = deployed_guns
        self.commander = commander


class Content:
    """All cards of a game."""

    __slots__ = (
        "battlefields",
        "buildings",
        "cards",
        "constants",
        "crates",
        "factions",
        "item_costs",
        "item_weapons",
        "maps",
        "models",
        "mutations",
        "ordered_factions",
        "teams",
    )

    def __init__(
        self,
        models: Mapping[str, ModelCard],
        cards: Sequence[BattleCard],
        factions: Mapping[str, Faction],
        maps: Sequence[DeploymentMap],
        mutations: Sequence[Mutation],
        crates: Sequence[int],
        item_costs: Mapping[Item, int],
        item_weapons: Mapping[Item, Weapon],
        battlefields: Mapping[str, BattlefieldFile],
        buildings: Mapping[str, BuildingCardFile],
        teams: Mapping[str, Team],
        constants: Mapping[str, int],
    ) -> None:
        self.models = models
        self.cards = tuple(cards)
        self.factions = factions
        self.ordered_factions = tuple(factions.values())  # by number
        self.maps = tuple(maps)
        self.mutations = tuple(mutations)
        self.crates = tuple(crates)  # kind of each of the 16 counters
        self.item_costs = item_costs  # what stores sell
        self.item_weapons = item_weapons  # grenades
        self.battlefields = battlefields  # as they are printed: `board.construction` builds them
        self.buildings = buildings  # the box from which players lay out a battlefield in turn
        self.teams = teams
        self.constants = constants
