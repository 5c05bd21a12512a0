"""The table as text: the battlefield one level at a time, the models, the sides.

Blocks are parted by an empty line, so that a client can show again only those that changed. Letters and words carry
everything; there is no colour.
"""

from __future__ import annotations

from muster.games.deadzone.cards.keywords import goal_gaps
from muster.games.deadzone.showing.views import CubeView, GoalView, ModelView, SideView, TableView
from muster.kernel.columns import fit
from muster.kernel.text import Param, Text
from muster.kernel.words import Words

BEFORE_THE_MAP = (
    *("deal", "keep_mission", "redraw_mission", "mutations", "lay_buildings", "lay_cover"),
    "deployment",
)
CELL = 8
"""Characters of a cube between its walls."""
FLOORS = {"open": " ", "solid": ".", "partial": "o", "half": "="}
WALLS = {"open": " ", "solid": "|", "door": ":", "window": "!"}
LINES = {"open": " ", "solid": "-", "door": "~", "window": "^"}
FLOOR_PIECES = {"open": "hole", "solid": "floor", "partial": "partial", "half": "walkway"}
WALL_PIECES = {"solid": "wall", "door": "door", "window": "window"}
STANCES = {"suppressed": "_", "pinned": ",", "alert": "", "enraged": "!"}


def picture(view: TableView, words: Words) -> str:
    """Everything in the view, for a screen of 80 columns."""
    return _Painter(view, words).paint()


def told(view: TableView, words: Words) -> str:
    """Everything in the view to be heard, cube by cube and model by model."""
    return _Painter(view, words).tell()


class _Painter:
    def __init__(self, view: TableView, words: Words) -> None:
        self.view = view
        self.words = words
        self.cubes = {cube.name: cube for cube in view.cubes}

    def paint(self) -> str:
        view = self.view
        blocks = [[self._title()]]
        blocks += [self._level(number) for number in range(1, view.levels + 1)]
        blocks.append(fit(self._say("legend")))
        for side in view.sides:
            blocks.append(self._side(side))
            blocks.append([line for model in view.models if model.owner == side.seat for line in self._model(model)])
        return "\n\n".join("\n".join(block) for block in blocks if block)

    def tell(self) -> str:
        view = self.view
        lines = [self._title().strip("= ")]
        lines += [f"{self._cube(cube.name)}: {', '.join(parts)}" for cube in view.cubes if (parts := self._told(cube))]
        for side in view.sides:
            lines.append(" ".join(self._side(side)))
            lines += [" ".join(self._model(model)).strip() for model in view.models if model.owner == side.seat]
        return "\n\n".join(" ".join(line.split()) for line in lines if line)

    def _told(self, cube: CubeView) -> list[str]:
        """Say what there is in a cube and on its sides; nothing for open ground."""
        view, name = self.view, self.words.name
        usual = "solid" if cube.name.endswith(".1") else "open"
        parts = [] if cube.floor == usual else [name("piece", FLOOR_PIECES[cube.floor])]
        parts += [name("piece", "cover")] if cube.cover else []
        parts += [name("piece", "ramp")] if cube.ramp else []
        parts += [name("sign", "crate")] * view.crates.count(cube.name)
        parts += [name("item", item.item) for item in view.items if item.cube == cube.name]
        here = [one.which for one in view.objectives if one.cube == cube.name]
        parts += [f"{name('sign', 'objective')} {which}".rstrip() for which in here]
        parts += [name("sign", "smoke")] if cube.name in view.smoke else []
        for side, wall in self._sides(cube):
            parts.append(f"{name('piece', WALL_PIECES[wall])} {name('side', side)}")
        return [part[:1].lower() + part[1:] for part in parts]

    def _sides(self, cube: CubeView) -> list[tuple[str, str]]:
        """The sides of a cube that are not open, and what stands there."""
        column, row, level = cube.name[0], int(cube.name[1]), cube.name[2:]
        above = self.cubes.get(f"{column}{row - 1}{level}")
        beside = self.cubes.get(f"{chr(ord(column) - 1)}{row}{level}")
        north, west = "open" if above is None else above.south, "open" if beside is None else beside.east
        walls = (("north", north), ("east", cube.east), ("south", cube.south), ("west", west))
        return [(side, wall) for side, wall in walls if wall != "open"]

    def _say(self, key: str, **gaps: Param) -> str:
        return self.words.say(Text(f"picture.{key}", gaps))

    def _cube(self, name: str) -> str:
        square, _, level = name.partition(".")
        return self._say("cube", square=square, level=level)

    def _title(self) -> str:
        view = self.view
        stage = self.words.name("stage", view.stage)
        field = self.words.name("battlefield", view.battlefield)
        return f"== {self._say('round', round=view.round, seat=view.turn)} - {stage} - {field} =="

    def _level(self, number: int) -> list[str]:
        """One level: eight rows of eight cubes, walls between them."""
        lines = [self._say("level", level=number), "  " + "".join(f" {c:^{CELL}}" for c in "abcdefgh")]
        for row in range(1, 9):
            cells = [self.cubes.get(f"{column}{row}.{number}") for column in "abcdefgh"]
            for part in range(3):
                text = f"{row if part == 0 else ' '} |"
                for column, cell in zip("abcdefgh", cells, strict=True):
                    name = f"{column}{row}.{number}"
                    content = self._ground(cell, name) if part == 0 else self._standing(name, part - 1)
                    text += f"{content[:CELL]:<{CELL}}" + (WALLS[cell.east] if cell else " ")
                lines.append(text.rstrip())
            edge = "".join((LINES[cell.south] if cell else " ") * CELL + " " for cell in cells)
            lines.append(f"   {edge}".rstrip())
        return [line for line in lines if line.strip()]

    def _ground(self, cell: CubeView | None, name: str) -> str:
        """The marks of a cube: floor, cover, zone, crates, items, objectives and smoke."""
        if cell is None:
            return ""
        view = self.view
        marks = FLOORS[cell.floor] + ("#" if cell.cover else "")
        drawn = view.stage not in BEFORE_THE_MAP
        marks += cell.area if drawn and cell.area in "RB" and name.endswith(".1") else ""
        marks += "?" * view.crates.count(name)
        marks += "*" if any(item.cube == name for item in view.items) else ""
        marks += "%" if name in view.smoke else ""
        marks += "".join(f"[{one.which or '-'}]" for one in view.objectives if one.cube == name)
        return marks

    def _standing(self, name: str, owner: int) -> str:
        """The models of one side in a cube; a plus if there is no room for all of them."""
        models = [model for model in self.view.models if model.cube == name and model.owner == owner]
        tags = [model.tag + STANCES[model.aggression] for model in models]
        text = " ".join(tags)
        if len(text) > CELL:
            text = "".join(tags)
        return text if len(text) <= CELL else f"{text[: CELL - 1]}+"

    def _side(self, side: SideView) -> list[str]:
        you = f" ({self._say('you')})" if side.seat == self.view.viewer else ""
        seat = self.words.name("seat", side.seat)
        faction = self.words.name("faction", side.faction)
        text = f"{seat}{you}: {faction}. " + self._say(
            "side",
            pool=side.pool,
            hand=side.hand_count,
            deck=side.deck,
            commander=side.commander or "-",
            intel=side.intel,
        )
        if self.view.stage not in BEFORE_THE_MAP:
            text += " " + self._say("zone", zone=side.zone[0].upper())
        if side.mission:
            points = "" if side.points is None else str(side.points)
            goals = "; ".join(self._goal(goal) for goal in side.goals)
            text += " " + self._say("mission", mission=side.mission, points=points, goals=goals)
        if side.hand:
            names = ", ".join(self.words.name("battle_card", card) for card in side.hand)
            text += " " + self._say("hand", cards=names)
        return fit(text)

    def _goal(self, goal: GoalView) -> str:
        """A goal in words, with its points."""
        return self.words.say(Text(f"goal.{goal.kind}", goal_gaps(goal.points, goal.objectives)))

    def _model(self, model: ModelView) -> list[str]:
        name = self.words.name("model", model.card)
        if model.dead or (not model.cube and model.exited is not None):
            return [f"  {model.tag} {name}: {self._say('dead' if model.dead else 'gone')}"]
        if not model.cube:
            # A gun that is not set up is seen with whoever carries it.
            return [] if "deployed" in model.abilities else fit(f"  {model.tag} {name}: {self._say('reserve')}")
        parts = [self._cube(model.cube), self.words.name("aggression", model.aggression)]
        for flag, key in (
            (model.injured, "injured"),
            (model.activated, "activated"),
            (model.overwatch, "overwatch"),
            (model.burning, "burning"),
            (bool(model.reload), "reload"),
        ):
            if flag:
                parts.append(self._say(key))
        if model.damage:
            parts.append(self._say("damage", count=model.damage))
        if model.gunner:
            parts.append(self._say("gunner"))
        if model.weapon_at and model.weapon_at != model.cube:
            parts.append(self._say("weapon_at", cube=self._cube(model.weapon_at)))
        if model.mutation:
            parts.append(self.words.name("mutation", model.mutation))
        parts += [self.words.name("item", item) for item in model.items]
        return fit(f"  {model.tag} {name}: {', '.join(parts)}")
