"""The goal of Deadzone: ten points by a secret mission, the objectives, and both strike teams."""

from __future__ import annotations

from muster.games.deadzone.cards.content import MissionGoal
from muster.games.deadzone.cards.keywords import GOALS, OBJECTIVES, Ability, goal_gaps
from muster.games.deadzone.cards.keywords import Goal as GoalKind
from muster.games.deadzone.rules.missions import HOME, earned, is_held, is_kill, mission_of, result, score
from muster.games.deadzone.rules.setup import faction_of
from muster.games.deadzone.state.questions import has, is_model
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.goals import Company, Goal, Mark, Mission, Standpoint, Way, mustered, remainder

KILLS = "DZ goal.kill_type"


def goal(at: Standpoint[State]) -> Goal:
    state = at.state
    at = Standpoint(state, at.seat, at.events, at.words, at.laid_open or state.stage == Stage.OVER)
    claim = state.content.constants["claim"]
    ended = result(state)
    totals = tuple(score(state, seat) if _open(at, seat) else None for seat in (0, 1))
    ways = _ways(at)
    if ended is not None and ended.scores != totals:
        ways.append(Way(at.say("about.conceded"), "DZ win.concede", remainder(ended.scores, ways)))
    return Goal(
        at.say("about.aim", points=claim),
        at.say("about.lasts"),
        totals if ended is None else ended.scores,
        tuple(ways),
        tuple(_marks(at)),
        tuple(_mission(at, seat) for seat in (0, 1) if mission_of(state, seat) is not None),
        tuple(_company(at, seat) for seat in (0, 1)),
        state.round,
        needed=claim,
    )


def _open(at: Standpoint[State], seat: int) -> bool:
    """Whether the viewer knows a mission: its own, one that was aborted, or any after the end.  [DZ win.abort]"""
    return at.sees(seat) or at.state.sides[seat].aborted >= 0


# Points


def _ways(at: Standpoint[State]) -> list[Way]:
    """The goals of the missions that the viewer knows, and what counts on every mission.  [DZ goal.when]"""
    rows: dict[tuple[str, str], list[int | None]] = {}
    for seat in (0, 1):
        if not _open(at, seat):
            continue
        for text, clause, points in _earned(at, seat):
            unknown = [None if not _open(at, other) else 0 for other in (0, 1)]
            rows.setdefault((text, clause), unknown)[seat] = points
    return [Way(text, clause, tuple(points)) for (text, clause), points in rows.items()]


def _earned(at: Standpoint[State], seat: int) -> list[tuple[str, str, int]]:
    state, side = at.state, at.state.sides[seat]
    if side.aborted >= 0:
        kills = sum(is_kill(state, seat, kill) for kill in state.kills[side.aborted :])
        return [(at.say("about.aborted"), "DZ win.abort", kills)]
    mission = mission_of(state, seat)
    goals = () if mission is None else mission.goals
    found = [(_words(at, goal), _clause(goal), earned(state, seat, goal)) for goal in goals]
    found.append((at.say("about.intel"), "DZ goal.intel", side.intel))
    stranded = [model for model in state.models if model.owner == seat and has(model, Ability.STRANDED)]
    if stranded:
        home = HOME * sum(model.exited == seat for model in stranded)
        found.append((at.say("about.stranded", points=HOME), "DZ ability.stranded_home", home))
    return found


def _words(at: Standpoint[State], goal: MissionGoal) -> str:
    text = at.say(f"goal.{GOALS[goal.kind]}", **goal_gaps(goal.points, _letters(goal)))
    return text[:1].upper() + text[1:]


def _letters(goal: MissionGoal) -> list[str]:
    return [OBJECTIVES[which] for which in goal.objectives]


def _clause(goal: MissionGoal) -> str:
    return KILLS if GoalKind.KILL < goal.kind <= GoalKind.KILL_LEADER else f"DZ goal.{GOALS[goal.kind]}"


# What it is about


def _marks(at: Standpoint[State]) -> list[Mark]:
    """The three objectives: the letter if the viewer has looked, and who stands there alone.  [DZ goal.capture]"""
    state = at.state
    found = []
    for cube, which, known in state.objectives:
        seen = which >= 0 and (at.laid_open or (at.seat is not None and bool(known >> at.seat & 1)))
        place = state.field.names[cube]
        holder = next((seat for seat in (0, 1) if is_held(state, seat, cube, alone=False)), None)
        name = at.say("about.objective", letter=OBJECTIVES[which], place=place) if seen else _unseen(at, place)
        note = at.say("about.nobody" if holder is None else "about.holds")
        found.append(Mark(name, note, holder, "DZ goal.capture", f"cube:{place}"))
    return found


def _unseen(at: Standpoint[State], place: str) -> str:
    return at.say("about.objective_unseen", place=place)


def _mission(at: Standpoint[State], seat: int) -> Mission:
    mission = mission_of(at.state, seat)
    assert mission is not None
    if not _open(at, seat):
        return Mission(seat, "", at.say("about.secret"), None, "DZ win.claim")
    goals = "; ".join(_words(at, goal) for goal in mission.goals)
    return Mission(seat, at.words.name("mission", mission.id), goals, score(at.state, seat), "DZ win.claim")


def _company(at: Standpoint[State], seat: int) -> Company:
    """A strike team: every model that began with it."""
    state = at.state
    models = [model for model in state.models if model.owner == seat and is_model(model)]
    figures = [(at.words.name("model", m.card.id), m.card.id, m.dead or m.exited >= 0) for m in models]
    return Company(seat, at.words.name("faction", faction_of(state, state.sides[seat]).id), mustered(figures))
