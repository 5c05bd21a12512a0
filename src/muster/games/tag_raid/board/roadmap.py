"""Ways over a table: which posts can be reached from where, by which path, and what is seen from them.

Everything here depends on the table alone and is worked out once for each table, when it is first needed. Models, loot
and special terrain are checked when a way is proposed (`rules/proposals.py`).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.area import Area
from muster.games.tag_raid.board.posts import Post, posts_of
from muster.games.tag_raid.board.spots import GROUND, Move, Spot
from muster.geometry.plane import span
from muster.geometry.silhouettes import hidden_in_part
from muster.kernel.spaces import Option

LINK: Final = 2400.0
"""The longest straight piece that is considered."""
STRANGERS: Final = 2000
"""The most spots besides posts that are remembered with the ways from them."""
TURNS: Final = 8
"""The number of directions in which proposals look."""
FAR: Final = 1e18
NEARBY: Final = 200
UNKNOWN: Final = 0
NO: Final = 1
YES: Final = 2

Link = tuple[float, int, bool]
"""The distance, the post, and whether it is a climb."""


class Way:
    """A path to a post that the table allows, with a box around it.

    `moves` keeps the proposals made along it, by the direction in which they end.
    """

    __slots__ = ("climbs", "east", "end", "moves", "north", "path", "south", "start", "walked", "west")

    def __init__(self, start: Spot, path: tuple[Spot, ...], end: Post, walked: float, climbs: int) -> None:
        self.start = start
        self.path = path
        self.end = end
        self.walked = walked
        self.climbs = climbs
        xs, ys = [start[0], *[spot[0] for spot in path]], [start[1], *[spot[1] for spot in path]]
        self.west, self.east, self.north, self.south = min(xs), max(xs), min(ys), max(ys)
        self.moves: list[Option[Move] | None] = [None] * TURNS


class Roadmap:
    """The posts of one table, the ways between them, and who sees whom from them."""

    __slots__ = (
        "_cover",
        "_distances",
        "_links",
        "_near",
        "_numbers",
        "_sight",
        "_strangers",
        "_ways",
        "field",
        "posts",
    )

    def __init__(self, field: Area) -> None:
        self.field = field
        self.posts = posts_of(field)
        self._numbers = {post.spot: post.number for post in self.posts}
        self._links = all_links(field, self.posts)
        self._ways: list[dict[int, list[Way]]] = [{} for _ in self.posts]
        self._strangers: dict[tuple[Spot, int], list[Way]] = {}
        self._near: dict[tuple[int, int, int], int] = {}
        self._distances: list[list[float] | None] = [None] * len(self.posts)
        self._sight = [bytearray(len(self.posts)) for _ in self.posts]
        self._cover = [bytearray(len(self.posts)) for _ in self.posts]

    # Ways

    def ways(self, spot: Spot, allowance: int, climber: bool) -> list[Way]:
        """The ways from a spot to posts within a number of segments, those that lead apart first."""
        kind = allowance * 2 + climber
        number = self._numbers.get(spot)
        if number is not None:
            known = self._ways[number].get(kind)
            if known is None:
                known = self._ways[number][kind] = self._find(spot, self._links[number], allowance, climber)
            return known
        stranger = self._strangers.get((spot, kind))
        if stranger is None:
            if len(self._strangers) >= STRANGERS:
                self._strangers.clear()
            links = links_from(
                self.field, spot, self.posts, float((allowance + climber) * self.field.constants.segment)
            )
            stranger = self._strangers[spot, kind] = self._find(spot, links, allowance, climber)
        return stranger

    def _find(self, spot: Spot, links: Sequence[Link], allowance: int, climber: bool) -> list[Way]:
        segment = float(self.field.constants.segment)
        reach = allowance * segment
        lengths, before = self._shortest(links, reach + segment if climber else reach)
        found: list[Way] = []
        for post in self.posts:
            if lengths[post.number] >= FAR or not post.room or post.spot == spot:
                continue
            path = self._path(before, post.number)
            walked, climbs = measure(spot, path)
            if walked + max(0, climbs - climber) * segment <= reach:
                found.append(Way(spot, path, post, walked, climbs))
        return spread(found)

    def _shortest(self, links: Sequence[Link], limit: float) -> tuple[list[float], list[int]]:
        """The distance of each post from a spot with these links, and the post before it on the shortest way."""
        lengths = [FAR] * len(self.posts)
        before = [-1] * len(self.posts)
        queue: list[tuple[float, int]] = []
        for step, post, _ in links:
            if step <= limit and step < lengths[post]:
                lengths[post] = step
                heapq.heappush(queue, (step, post))
        while queue:
            length, post = heapq.heappop(queue)
            if length > lengths[post]:
                continue
            for step, other, _ in self._links[post]:
                if length + step < lengths[other] and length + step <= limit:
                    lengths[other] = length + step
                    before[other] = post
                    heapq.heappush(queue, (length + step, other))
        return lengths, before

    def _path(self, before: Sequence[int], end: int) -> tuple[Spot, ...]:
        path = [self.posts[end].spot]
        while before[end] >= 0:
            end = before[end]
            path.append(self.posts[end].spot)
        return tuple(reversed(path))

    # Heuristics: what is judged here only helps to choose what is proposed

    def near(self, spot: Spot) -> int:
        """The post nearest to a spot, or nearly nearest."""
        number = self._numbers.get(spot)
        if number is not None:
            return number
        square = spot[0] // NEARBY, spot[1] // NEARBY, spot[2]
        known = self._near.get(square)
        if known is None:
            x, y, _ = spot
            known = min(
                self.posts, key=lambda post: span(post.spot[0] - x, post.spot[1] - y) + 1e6 * (post.spot[2] != spot[2])
            ).number
            self._near[square] = known
        return known

    def distances(self, post: int) -> list[float]:
        """The distances from a post to every other one."""
        found = self._distances[post]
        if found is None:
            found = self._shortest(self._links[post], FAR)[0]
            found[post] = 0.0
            self._distances[post] = found
        return found

    def sees(self, watcher: int, post: int) -> bool:
        """Whether a TAG at one post sees a TAG at another, with nobody between them."""
        row = self._sight[watcher]
        if row[post] == UNKNOWN:
            row[post] = YES if self.field.vistas.clear(self.posts[watcher].spot, self.posts[post].spot) else NO
        return row[post] == YES

    def covered(self, attacker: int, post: int) -> bool:
        """Whether scenery in contact hides part of a TAG at one post from an attacker at another."""
        row = self._cover[attacker]
        if row[post] == UNKNOWN:
            vistas = self.field.vistas
            eye, seen = vistas.volume(self.posts[attacker].spot), vistas.volume(self.posts[post].spot)
            near = self.field.beside(self.posts[post].spot)
            hidden = any(hidden_in_part(eye, seen, self.field.scenery[number].block) for number in near)
            row[post] = YES if hidden else NO
        return row[post] == YES


def measure(start: Spot, path: Sequence[Spot]) -> tuple[float, int]:
    """The length of a path on foot, and the number of its climbs."""
    walked, climbs = 0.0, 0
    before = start
    for spot in path:
        if spot[2] == before[2]:
            walked += span(spot[0] - before[0], spot[1] - before[1])
        else:
            climbs += 1
        before = spot
    return walked, climbs


def all_links(field: Area, posts: Sequence[Post]) -> list[list[Link]]:
    """Every straight piece between two posts that can be walked, and every climb."""
    links: list[list[Link]] = [[] for _ in posts]
    for post in posts:
        for length, other, climb in links_from(field, post.spot, posts[: post.number], LINK):
            links[post.number].append((length, other, climb))
            links[other].append((length, post.number, climb))
    return links


def links_from(field: Area, spot: Spot, posts: Sequence[Post], reach: float) -> list[Link]:
    """The posts that can be walked or climbed to straight from a spot."""
    found: list[Link] = []
    x, y, level = spot
    segment = float(field.constants.segment)
    for post in posts:
        px, py, other = post.spot
        if abs(px - x) > reach or abs(py - y) > reach:
            continue
        length = span(px - x, py - y)
        if length > reach or length == 0:
            continue
        if level == other:
            if not field.walks(x, y, px, py, level):
                found.append((length, post.number, False))
        elif length <= segment and can_climb(field, spot, post.spot):
            found.append((segment, post.number, True))
    return found


def can_climb(field: Area, one: Spot, other: Spot) -> bool:
    """Whether a TAG can climb between a spot on the ground and one on a roof."""
    if (one[2] == GROUND) == (other[2] == GROUND) or field.stands(*one) or field.stands(*other):
        return False
    low, high = (one, other) if one[2] == GROUND else (other, one)
    reach = field.constants.base_radius + field.constants.contact
    return field.scenery[high[2]].shape.distance(low[0], low[1]) <= reach


def spread(ways: list[Way]) -> list[Way]:
    """Sort ways so that each ends as far as possible from those before it."""
    left = sorted(ways, key=lambda way: (-way.walked, way.end.number))
    gaps = [FAR] * len(left)
    order: list[Way] = []
    while left:
        index = max(range(len(left)), key=lambda number: gaps[number])
        chosen = left.pop(index)
        gaps.pop(index)
        order.append(chosen)
        x, y, _ = chosen.end.spot
        for number, way in enumerate(left):
            gap = span(way.end.spot[0] - x, way.end.spot[1] - y)
            if gap < gaps[number]:
                gaps[number] = gap
    return order
