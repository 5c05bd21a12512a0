"""Setting up: hands, missions, mutations, deployment, crates, objectives, models (rulebook, "Setup")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.ground import Way
from muster.games.deadzone.board.site import Site
from muster.games.deadzone.cards.content import COLUMNS, Content, Faction, Team
from muster.games.deadzone.cards.keywords import Ability, Item, item_number
from muster.games.deadzone.rules import asking, battle_cards, items
from muster.games.deadzone.rules.damage import pool_share
from muster.games.deadzone.rules.mustering import commander_of, muster
from muster.games.deadzone.state.models import NOBODY, Aggression, Model, changing
from muster.games.deadzone.state.questions import free_place, has, has_room, is_model, on_board, own_zone, team, zone_of
from muster.games.deadzone.state.state import Side, Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Table
from muster.kernel.spaces import OneOf, Open, Option, no_such_option
from muster.kernel.text import Param, Text

PLACED_CRATES: Final = 4
DROPPED_CRATES: Final = 4
MUTANTS: Final = "plague"
KEEP: Final = Option("keep", 1, "DZ setup.mission", Text("option.keep_mission"))
REJECT: Final = Option("reject", 0, "DZ setup.mission", Text("option.reject_mission"))
MISSION_SPACE: Final[OneOf[int]] = OneOf(lambda: (KEEP, REJECT))
RAGE: Final = Option("enraged", 1, "DZ setup.plague_rage", Text("option.enraged"))
CALM: Final = Option("alert", 0, "DZ setup.plague_rage", Text("option.alert"))
RAGE_SPACE: Final[OneOf[int]] = OneOf(lambda: (RAGE, CALM))


def new_state(content: Content, field: Battlefield, teams: tuple[Team, Team], site: Site | None = None) -> State:
    """The state with two strike teams, before the first card is dealt; with a site if the players lay out the
    battlefield themselves.

    [DZ command.pool] [DZ setup.deck] [DZ team.extra_cards] [DZ setup.crates_placed]
    """
    models: list[Model] = []
    sides: list[Side] = []
    for seat, chosen in enumerate(teams):
        own = muster(content, chosen, seat, len(models))
        models += own
        faction = content.factions[chosen.faction]
        cards_of = [m for m in own if is_model(m) and not 0 <= m.crew < m.index]
        wanted = cards_of[chosen.commander].index if 0 <= chosen.commander < len(cards_of) else NOBODY
        side = Side(seat, faction.number, commander_of(own, wanted))
        side.pool = sum(pool_share(model) for model in own)
        side.unseen = list(faction.deck)
        side.deck = content.constants["deck"] + chosen.extra_cards
        sides.append(side)
    state = State(content, field, models, sides, content.maps[0], site=site)
    state.crates_left = [item_number(Item(kind)) for kind in content.crates]
    if any(faction_of(state, side).id == MUTANTS for side in sides):
        state.mutations = list(range(len(content.mutations)))
    for seat, chosen in enumerate(teams):
        if chosen.deployed_guns:
            set_up_guns(state, seat)
    return state


def set_up_guns(state: State, seat: int) -> None:
    """Let a team with an engineer begin with its guns set up: they are placed like models.

    [DZ ability.engineer_setup]
    """
    if any(has(model, Ability.ENGINEER) for model in state.models if model.owner == seat):
        for model in state.models:
            if model.owner == seat and any(item % 32 == Item.SENTRY_GUN for item in model.items):
                items.lose(state, model, Item.SENTRY_GUN)
                gun = next(m for m in state.models if m.owner == seat and has(m, Ability.DEPLOYED) and not m.carded)
                changing(gun).carded = True


def faction_of(state: State, side: Side) -> Faction:
    return state.content.ordered_factions[side.faction]


async def deal(table: Table, state: State) -> None:
    """Deal each side four cards and a mission, in secret.  [DZ setup.hand] [DZ setup.mission]"""
    for side in state.sides:
        if not side.hand:
            names = [state.content.cards[number].id for number in side.unseen]
            count = state.content.constants["hand"]
            drawn = await table.draw("hand", names, count, secret=True)
            side.hand = sorted(side.unseen[index] for index in drawn)
            for number in side.hand:
                side.unseen.remove(number)
            side.deck -= count
            return
        if side.mission == NOBODY:
            await draw_mission(table, state, side)
            return
    state.stage = Stage.KEEP_MISSION


async def draw_mission(table: Table, state: State, side: Side) -> None:
    missions = [m for m in faction_of(state, side).missions if m.number != side.rejected]
    drawn = (await table.draw("mission", [mission.id for mission in missions], 1, secret=True))[0]
    side.mission = missions[drawn].number


async def keep_mission(table: Table, state: State) -> None:
    """Let each side reject its mission once; it must then use the next one.  [DZ setup.mission]"""

    def question(side: Side) -> Ask[int]:
        name = faction_of(state, side).missions[side.mission].id
        return table.ask(side.seat, Text("prompt.mission", {"mission": name}), MISSION_SPACE)

    kept = await table.ask_all({side.seat: question(side) for side in state.sides})
    for side in state.sides:
        if not kept[side.seat]:
            side.rejected, side.mission = side.mission, NOBODY
            table.tell("mission_rejected", "DZ setup.mission", {"seat": side.seat})
    state.stage = Stage.REDRAW_MISSION


async def redraw_mission(table: Table, state: State) -> None:
    for side in state.sides:
        if side.mission == NOBODY:
            await draw_mission(table, state, side)
            return
    state.stage = Stage.MUTATIONS


async def mutate(table: Table, state: State) -> None:
    """Let Plague players draw three mutations and give each to another model.

    [DZ setup.mutations] [DZ mutation.one]
    """
    count = state.content.constants["mutations"]
    for side in state.sides:
        own = [m for m in state.models if m.owner == side.seat]
        if faction_of(state, side).id != MUTANTS:
            continue
        names = [state.content.mutations[number].id for number in state.mutations]
        drawn = await table.draw("mutations", names, min(count, len(own), len(names)))
        for number in [state.mutations[index] for index in drawn]:
            options = [asking.model_option(m, "DZ setup.mutations") for m in own if m.mutation < 0]
            prompt = Text("prompt.mutation", {"mutation": state.content.mutations[number].id})
            chosen = await table.ask(side.seat, prompt, choice(options))
            state.mutations.remove(number)
            battle_cards.give_mutation(table, state, state.models[chosen], number)
    state.stage = Stage.DEPLOYMENT if state.site is None else Stage.LAY_BUILDINGS


def choice(options: list[Option[int]]) -> OneOf[int]:
    return OneOf(lambda: options)


async def deployment(table: Table, state: State) -> None:
    """Draw a map: its drawer has zone R; friend or foe says who sets up and starts. Objectives lie face down.

    [DZ setup.zones] [DZ setup.starter] [DZ setup.objectives]
    """
    maps = state.content.maps
    drawer, number, friend = await table.roll("deployment", (2, len(maps), 2))
    state.map = maps[number - 1]
    state.sides[drawer - 1].zone, state.sides[2 - drawer].zone = 0, 1
    other = 2 - drawer
    state.starter = state.turn = other if friend == 1 else 1 - other
    state.controller = state.turn
    state.objectives = [(place, NOBODY, 0) for place in state.map.objectives]
    table.tell("map_drawn", "DZ setup.zones", {"seat": drawer - 1, "map": state.map.id})
    table.tell("starter", "DZ setup.starter", {"seat": state.starter})
    state.stage = Stage.PLACE_CRATES


async def place_crates(table: Table, state: State) -> None:
    """Let each side place two crates in the centre, in cubes of their own, the drawer of the map first.

    [DZ setup.crates_placed]
    """
    placed = len(state.crates)
    if placed == PLACED_CRATES:
        state.stage = Stage.DROP_CRATES
        return
    drawer = next(side.seat for side in state.sides if side.zone == 0)
    seat = drawer if placed % 2 == 0 else 1 - drawer

    def places() -> list[Option[int]]:
        return [
            cube_option(state, cube, "DZ setup.crates_placed", "crate_at")
            for cube in state.field.ground
            if zone_of(state, cube) == "g" and cube not in state.crates
        ]

    space = places_to_name(state, places, lambda cube: no_crate_here(state, cube))
    cube = await table.ask(seat, Text("prompt.crate"), space)
    state.crates.append(cube)
    table.tell("crate_placed", "DZ setup.crates_placed", {"seat": seat, **state.field.spots[cube]})


def no_crate_here(state: State, cube: int) -> Refusal:
    """Why no crate may be placed in a cube.  [DZ setup.crates_placed]"""
    reason = "crate_there" if cube in state.crates else "not_central"
    return Refusal("DZ setup.crates_placed", Text(f"refuse.{reason}", state.field.spots[cube]))


def places_to_name(
    state: State, listed: Callable[[], Sequence[Option[int]]], why: Callable[[int], Refusal]
) -> Open[int]:
    """The question for a cube: those listed are open, and any other is refused by what is wrong with it.

    [DZ move.floor]
    """

    def read(key: str) -> Option[int]:
        for option in listed():
            if option.key == key:
                return option
        cube = state.field.cubes.index.get(key.removeprefix("at:"), NOWHERE) if key.startswith("at:") else NOWHERE
        if cube == NOWHERE:
            raise no_such_option(key)
        if not state.field.stand[cube]:
            raise Refusal("DZ move.floor", Text("refuse.no_floor", state.field.spots[cube]))
        raise why(cube)

    return Open(read, listed, whole=lambda: True)


def cube_option(state: State, cube: int, clause: str, text: str) -> Option[int]:
    return Option(f"at:{state.field.names[cube]}", cube, clause, Text(f"option.{text}", state.field.spots[cube]))


async def drop_crates(table: Table, state: State) -> None:
    """Drop four more crates where two dice say, on top of the scenery, outside the deployment zones.

    [DZ setup.crates_dropped]
    """
    while len(state.crates) < PLACED_CRATES + DROPPED_CRATES:
        column, row = await table.roll("crate", (8, 8))
        place = (row - 1) * COLUMNS + column - 1
        cube = state.field.tops[place]
        if state.map.areas[place] in "RB" or cube in state.crates:
            continue
        state.crates.append(cube)
        table.tell("crate_dropped", "DZ setup.crates_dropped", state.field.spots[cube])
    state.stage = Stage.DEPLOY


def to_deploy(state: State) -> Model | None:
    """The model to place next: the starter's models, all of the opponent's, then the starter's scouts.

    [DZ setup.deploy] [DZ ability.scout]
    """
    waiting = [m for m in state.models if m.cube == NOWHERE and m.exited == NOBODY and (is_model(m) or m.carded)]
    early = [m for m in waiting if m.owner == state.starter and not is_scout(m)]
    others = [m for m in waiting if m.owner != state.starter]
    return next(iter([*early, *sorted(others, key=is_scout), *waiting]), None)


def is_scout(model: Model) -> bool:
    return has(model, Ability.SCOUT) or has(model, Ability.STRANDED)


def deploy_cubes(state: State, model: Model) -> list[int]:
    """The cubes in which a model may start: its own zone; for scouts also the white area before it; for stranded models
    the enemy's white area.

    [DZ setup.deploy] [DZ ability.scout] [DZ ability.stranded]
    """
    if 0 <= model.crew < model.index:
        gunner = state.models[model.crew]
        return [gunner.cube] if on_board(gunner) else []
    allowed = areas_for(state, model)
    return [cube for cube in state.field.ground if zone_of(state, cube) in allowed and fits(state, model, cube)]


def areas_for(state: State, model: Model) -> set[str]:
    """The areas of the deployment map in which a model may start.

    [DZ setup.deploy] [DZ ability.scout] [DZ ability.stranded]
    """
    zone = own_zone(state, model.owner)
    if has(model, Ability.STRANDED):
        return {own_zone(state, 1 - model.owner).lower()}
    return {zone, zone.lower()} if has(model, Ability.SCOUT) else {zone}


def no_start_here(state: State, model: Model, cube: int) -> Refusal:
    """Why a model may not start in a cube: it is in no area of its own, or the model does not fit there.

    [DZ setup.deploy] [DZ ability.stranded] [DZ setup.deploy_fit]
    """
    params: dict[str, Param] = {"tag": model.tag, **state.field.spots[cube]}
    if zone_of(state, cube) not in areas_for(state, model):
        clause = "DZ ability.stranded" if has(model, Ability.STRANDED) else "DZ setup.deploy"
        return Refusal(clause, Text("refuse.not_its_zone", params))
    return Refusal("DZ setup.deploy_fit", Text("refuse.full", params))


def fits(state: State, model: Model, cube: int) -> bool:
    """Whether a model could normally move into a cube.  [DZ setup.deploy_fit]"""
    if not has_room(state, model, cube):
        return False
    if has(model, Ability.VEHICLE) or model.card.size > 2:
        return any(link.size >= model.card.size for link in state.field.links[cube] if link.way in (Way.WALK, Way.RAMP))
    return bool(state.field.links[cube])


async def deploy(table: Table, state: State) -> None:
    """Place one model.  [DZ setup.deploy] [DZ ability.csw]"""
    model = to_deploy(state)
    if model is None:
        state.stage = Stage.RAGE
        for gun in state.models:
            changing(gun).carded = False
        return
    cubes = deploy_cubes(state, model)
    if not cubes:
        stay_behind(table, model)
        return
    cube = cubes[0]
    if len(cubes) > 1:
        prompt = Text("prompt.deploy", {"tag": model.tag, "model": model.card.id})
        options = [cube_option(state, found, "DZ setup.deploy", "at") for found in cubes]
        space = places_to_name(state, lambda: options, lambda named: no_start_here(state, model, named))
        cube = await table.ask(model.owner, prompt, space)
    changing(model).cube, model.place = cube, free_place(state, model, cube)
    if model.gunner and model.card.apart:
        changing(model).weapon_at = cube
    params = {"tag": model.tag, "model": model.card.id, **state.field.spots[cube]}
    table.tell("deployed", "DZ setup.deploy", params)
    await items.turn_shield(table, state, model)


def stay_behind(table: Table, model: Model) -> None:
    """Leave out a model for which there is no cube: it is off the board, on its own side.  [DZ setup.deploy_fit]"""
    changing(model).exited = model.owner
    table.tell("left_behind", "DZ setup.deploy_fit", {"tag": model.tag, "model": model.card.id})


async def rage(table: Table, state: State) -> None:
    """Let Plague models begin enraged.  [DZ setup.plague_rage]"""
    for side in state.sides:
        if faction_of(state, side).id != MUTANTS:
            continue
        for model in team(state, side.seat):
            if not has(model, Ability.CONSTRUCT):
                prompt = Text("prompt.rage", {"tag": model.tag, "model": model.card.id})
                if await table.ask(side.seat, prompt, RAGE_SPACE):
                    changing(model).aggression = Aggression.ENRAGED
    state.stage = Stage.BEGIN_ROUND
