"""The cards as the rules use them: models with weapons and abilities, battle cards, missions, deployment maps.

Built once from a pack (`pack.py`), shared by every match and never changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from muster.geometry.squares import NOWHERE
from muster.kernel.numbers import members
from muster.kernel.spaces import Option

if TYPE_CHECKING:
    from muster.games.deadzone.board.battlefield import Battlefield
    from muster.games.deadzone.rules.actions import Act


class Ability:
    """What a model can do, or suffers from. A model's abilities are a mask of these bits."""

    AGILE: Final = 0
    BEAST: Final = 1
    BOOM: Final = 2
    BIG_BOOM: Final = 3
    BRAWLER: Final = 4
    CONSTRUCT: Final = 5
    CSW: Final = 6
    DISCIPLINE: Final = 7
    ENGINEER: Final = 8
    FAST: Final = 9
    GLIDE: Final = 10
    GUN_CRAZY: Final = 11
    HOVER: Final = 12
    LIFE_SUPPORT: Final = 13
    MARKSMAN: Final = 14
    MEDIC: Final = 15
    MUTANT: Final = 16
    NON_COMBATANT: Final = 17
    OPERATOR: Final = 18
    OWN_AGENDA: Final = 19
    PSYCHIC: Final = 20
    RAMPAGE: Final = 21
    REALLY_TOUGH: Final = 22
    REMOTE: Final = 23
    RESOURCEFUL: Final = 24
    SCAVENGER: Final = 25
    SCOUT: Final = 26
    SENTRY: Final = 27
    SLOW: Final = 28
    SNIPER: Final = 29
    SOLID: Final = 30
    SPOTTER: Final = 31
    STRANDED: Final = 32
    STRATEGIST: Final = 33
    TACTICIAN: Final = 34
    TELEPORT: Final = 35
    TOUGH: Final = 36
    VEHICLE: Final = 37
    VULNERABLE: Final = 38
    WEIGHT_OF_FIRE: Final = 39
    JUMP_PACK: Final = 40
    DEPLOYED: Final = 41
    """A sentry gun: an item that is set up, not a model."""


class Keyword:
    """What a weapon can do. A weapon's keywords are a mask of these bits."""

    BLAST: Final = 0
    DELIBERATE: Final = 1
    FIRESTORM: Final = 2
    FRAG: Final = 3
    INDIRECT: Final = 4
    IRRESISTIBLE: Final = 5
    IT_BURNS: Final = 6
    KNOCKBACK: Final = 7
    LIMITED_RANGE: Final = 8
    LONG_RELOAD: Final = 9
    MASSIVE_FRAG: Final = 10
    ONE_USE: Final = 11
    RAPID_FIRE: Final = 12
    SHOCKWAVE: Final = 13
    SINGLE_SHOT: Final = 14
    SUPPORT: Final = 15
    TOXIC: Final = 16
    VOLATILE: Final = 17
    WEIGHT_OF_FIRE: Final = 18
    GRENADE: Final = 19
    GLUE: Final = 20
    SMOKE: Final = 21


class Rank(IntEnum):
    """What a model is in its strike team."""

    LEADER = 0
    SPECIALIST = 1
    TROOPER = 2
    RARE = 3
    UNIQUE = 4


class Item(IntEnum):
    """The counters that models carry."""

    AMMO = 0
    AP_AMMO = 1
    DEFENDER_SHIELD = 2
    ENERGY_SHIELD = 3
    FRAG_GRENADE = 4
    GLUE_GRENADE = 5
    SMOKE_GRENADE = 6
    INTEL = 7
    JUMP_PACK = 8
    MEDI_PACK = 9
    SENTRY_GUN = 10
    CLOAK = 11
    SCOPE = 12
    SPECIAL = 13


ITEMS: Final = tuple(Item)
GRENADES: Final = (Item.FRAG_GRENADE, Item.GLUE_GRENADE, Item.SMOKE_GRENADE)
ORIGIN: Final = 32
"""An item is a number: its kind, and ORIGIN times 0 for the battlefield or 1 plus the seat that brought it."""


def kind_of(item: int) -> Item:
    return ITEMS[item % ORIGIN]


def origin_of(item: int) -> int:
    """The seat that started with an item, or -1 for the battlefield's own."""
    return item // ORIGIN - 1


def item_number(kind: Item, seat: int = -1) -> int:
    return kind + ORIGIN * (seat + 1)


class Effect:
    """What a battle card can do; `cards.py` says how."""

    SHOOT: Final = 0
    FIGHT: Final = 1
    SURVIVE: Final = 2
    BLAZE_AWAY: Final = 3
    COMMAND: Final = 4
    OVERWATCH: Final = 5
    HEADSHOT: Final = 6
    WEAK_SPOT: Final = 7
    STEADFAST: Final = 8
    MOVE: Final = 9
    COURAGE: Final = 10
    SURGE: Final = 11
    CHANGE_OF_PLANS: Final = 12
    DISTRACT: Final = 13
    BOOBY_TRAP: Final = 14
    TWISTED: Final = 15
    THROW: Final = 16
    """A grenade or an indirect attack: what a card can be played on, never what it does."""


EFFECTS: Final = list(members(Effect))
"""The names of the effects, by number."""


class Timing(IntEnum):
    ACTIVE = 0
    REACTIVE = 1
    HYBRID = 2


class Goal(IntEnum):
    """What a mission can ask for; `missions.py` says when it is earned."""

    KILL = 0
    KILL_COMMANDER = 1
    KILL_TROOPER = 2
    KILL_SPECIALIST = 3
    KILL_LEADER = 4
    CAPTURE = 5
    CONTROL = 6
    INFILTRATE = 7
    SCOUR = 8
    SURVIVE = 9


class Aim:
    """The options to shoot at a model, by what is used up; made once for as long as a tag means the same model."""

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


ACTIVE_EFFECTS: Final = (
    Effect.MOVE,
    Effect.COURAGE,
    Effect.SURGE,
    Effect.CHANGE_OF_PLANS,
    Effect.DISTRACT,
    Effect.TWISTED,
)
"""What is played between the actions of the active model."""


class BattleCard:
    """A card with its two effects; `mask` has a bit for each; `in_own` and `in_other` say in whose turn it can be."""

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
    """One goal: what it asks for, what it earns; by cost band for Kill and Infiltrate, by objective for Capture."""

    __slots__ = ("kind", "objectives", "points")

    def __init__(self, kind: Goal, points: Sequence[int], objectives: Sequence[int]) -> None:
        self.kind = kind
        self.points = tuple(points)
        self.objectives = tuple(objectives)


WANTED: Final = {
    Goal.KILL_TROOPER: (Rank.TROOPER,),
    Goal.KILL_SPECIALIST: (Rank.SPECIALIST, Rank.RARE),
    Goal.KILL_LEADER: (Rank.LEADER, Rank.UNIQUE),
}
"""Who counts for a goal to kill a type: rare ones are specialists, unique ones leaders.  [DZ goal.kill_type]"""
BANDS: Final = (10, 20)
"""Up to 10 points, up to 20, above.  [DZ goal.bands]"""


def band(cost: int) -> int:
    """The cost band of a model, for Kill and Infiltrate.  [DZ goal.bands]"""
    return 0 if cost <= BANDS[0] else 1 if cost <= BANDS[1] else 2


class Rewards:
    """The most that one objective, exit, item or round brings, and the enemy's Commander besides other kills."""

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
    """Its goals, what they bring all together, and exactly what a kill earns, by the `kill_class` of a card."""

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

    def _most(self, kinds: Sequence[Goal]) -> int:
        return sum([max(goal.points) for goal in self.goals if goal.kind in kinds])

    def _kill(self, rank: Rank, band: int) -> int:
        wanted = [goal.points[0] for goal in self.goals if rank in WANTED.get(goal.kind, ())]
        return sum(wanted) + sum([goal.points[band] for goal in self.goals if goal.kind == Goal.KILL])


class DeploymentMap:
    """Which ground cubes are whose zone, where scouts may stand, what is the centre, where the objectives lie.

    `areas` has a letter for each of the 64 places: R and B the zones, r and b the white areas beside them, g the grey
    centre.
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
    """A battle deck and missions; `rewards` has the best of all of them."""

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
        battlefields: Mapping[str, Battlefield],
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
        self.battlefields = battlefields
        self.teams = teams
        self.constants = constants


def mask(bits: Sequence[int]) -> int:
    found = 0
    for bit in bits:
        found |= 1 << bit
    return found


__all__ = ["NOWHERE", "Ability", "Content", "mask"]
