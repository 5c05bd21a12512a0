"""Odds as text that fits into 80 columns, and as plain data."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from muster.kernel.odds import AttackKind, Cell, Count, Matchup, Odds, Reach
from muster.kernel.text import Text
from muster.terminal.speech import Speech

WIDTH = 79
BAR = 30
EIGHTHS = " ▏▎▍▌▋▊▉"
RARE = 0.00005
"""Numbers less likely than this at the end of a count are left out of its histogram."""


def percent(chance: float, speech: Speech) -> str:
    """A chance as people write it; what can happen is never 0%, and what can fail never 100%."""
    shown = f"{100 * chance:.2f}"
    if shown == "0.00" and chance > 1e-12:
        shown = "<0.01"
    if shown == "100.00" and chance < 1 - 1e-12:
        shown = ">99.99"
    return figure(shown, speech) + "%"


def figure(shown: str, speech: Speech) -> str:
    return shown.replace(".", ",") if speech.language == "es" else shown


def bar(chance: float) -> str:
    """A bar of the length of a chance."""
    eighths = round(chance * BAR * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def rows(labelled: Sequence[tuple[str, float]], speech: Speech) -> list[str]:
    """A histogram: label, chance, bar."""
    most = WIDTH - BAR - 12
    wide = min(most, max(len(label) for label, _ in labelled))
    found = []
    for label, chance in labelled:
        *above, last = textwrap.wrap(label, wide) or [""]
        found += [f"  {line}" for line in above]
        found.append(f"  {last:<{wide}} {percent(chance, speech):>7} {bar(chance)}".rstrip())
    return found


def lines_of_odds(odds: Odds, speech: Speech, said: set[str] | None = None) -> list[str]:
    """The outcomes, the counts with their means, and how choices were made (unless that was `said` before)."""
    say = speech.words.say
    lines = rows([(say(outcome.text), outcome.chance) for outcome in odds.outcomes], speech)
    for count in odds.counts:
        mean = figure(f"{count.mean:.3f}", speech)
        lines += ["", speech.phrases.say("odds.count", what=say(count.text), mean=mean)]
        lines += rows(counted(count), speech)
    aims = [say(aim) for aim in odds.aims]
    new = [aim for aim in aims if said is None or aim not in said]
    if said is not None:
        said.update(aims)
    return [*lines, *([""] if new else []), *(line for aim in new for line in textwrap.wrap(aim, WIDTH))]


def counted(count: Count) -> list[tuple[str, float]]:
    """The numbers of a count that are worth a line."""
    last = max([number for number, chance in enumerate(count.chances) if chance >= RARE], default=0)
    found = [(str(number), chance) for number, chance in enumerate(count.chances[: last + 1]) if chance]
    rest = sum(count.chances[last + 1 :], 0.0)
    return [*found, (f"{last + 1}+", rest)] if rest > 1e-12 else found


def lines_of_figures(game: str, kinds: Sequence[AttackKind], speech: Speech) -> list[str]:
    """The figures of each kind of attack: what they mean, their limits and defaults."""
    say = speech.words.say
    lines: list[str] = []
    for kind in kinds:
        lines += [f"muster odds {game} {kind.name} ...", f"  {say(Text(f'attack_kind.{kind.name}'))}"]
        for one in kind.figures:
            head = f"    {one.name}={one.written()}"
            limits = one.limits().replace(",", ", ")  # so that a line breaks between words
            text = f"{say(Text(f'figure.{one.name}'))} ({limits})"
            body = textwrap.wrap(text, WIDTH - 28, break_on_hyphens=False, break_long_words=True)
            lines.append(f"{head:<28}{body[0]}" if len(head) < 28 else f"{head}\n{' ' * 28}{body[0]}")
            lines += [" " * 28 + line for line in body[1:]]
        lines.append("")
    return lines[:-1]


def plain_odds(odds: Odds, speech: Speech) -> dict[str, Any]:
    """The odds as data, with words."""
    say = speech.words.say
    return {
        "outcomes": [
            {"key": outcome.text.key.partition(".")[2], "text": say(outcome.text), "chance": outcome.chance}
            for outcome in odds.outcomes
        ],
        "counts": [
            {
                "key": count.text.key.partition(".")[2],
                "text": say(count.text),
                "chances": list(count.chances),
                "mean": count.mean,
            }
            for count in odds.counts
        ],
        "aims": [say(aim) for aim in odds.aims],
    }


# One force against another


def lines_of_matchup(found: Matchup, speech: Speech) -> list[str]:
    """A table for each weapon: the armour down, the range bands across; in each place the chance to get through and the
    damage to expect.
    """
    say = speech.words.say
    weapons: dict[tuple[str, str], list[Cell]] = {}
    for cell in found.cells:
        weapons.setdefault((say(cell.bearer), say(cell.weapon)), []).append(cell)
    lines: list[str] = []
    for (bearer, weapon), cells in weapons.items():
        lines += [*textwrap.wrap(f"{bearer}: {weapon}", WIDTH), *table(cells, speech), ""]
    lines += [*textwrap.wrap(speech.phrases.say("odds.reaches"), WIDTH), *reaches(found, speech), ""]
    if found.shares:
        lines += [*textwrap.wrap(speech.phrases.say("odds.shares"), WIDTH), *shares(found, speech), ""]
    return lines + [line for aim in found.aims for line in textwrap.wrap(say(aim), WIDTH)]


def table(cells: Sequence[Cell], speech: Speech) -> list[str]:
    """One weapon against everything."""
    say = speech.words.say
    bands = list(dict.fromkeys(say(cell.band) for cell in cells))
    column = min(18, max([13, *(len(band) for band in bands)])) + 1
    wide = WIDTH - 2 - column * len(bands)
    found: dict[str, dict[str, str]] = {}
    for cell in cells:
        place = f"{percent(cell.chance, speech)} {figure(f'{cell.damage:.2f}', speech)}"
        found.setdefault(f"{say(cell.target)}: {say(cell.armour)}", {})[say(cell.band)] = place
    lines = [f"  {'':<{wide}}" + "".join(f"{band[: column - 1]:>{column}}" for band in bands)]
    for label, places in found.items():
        *above, last = textwrap.wrap(label, wide) or [""]
        lines += [f"  {line}" for line in above]
        lines.append(f"  {last:<{wide}}" + "".join(f"{places.get(band, '-'):>{column}}" for band in bands))
    return [line.rstrip() for line in lines]


def reaches(found: Matchup, speech: Speech) -> list[str]:
    """Everybody's damage by distance."""
    rows: dict[str, list[Reach]] = {}
    for one in found.reaches():
        rows.setdefault(speech.words.say(one.bearer), []).append(one)
    spans = [span(one) for one in next(iter(rows.values()), [])]
    wide = max(16, WIDTH - 2 - 8 * len(spans))
    lines = [f"  {'':<{wide}}" + "".join(f"{one:>8}" for one in spans)]
    for bearer, dealt in rows.items():
        places = [figure(f"{one.dealt:.2f}", speech) if one.dealt else "-" for one in dealt]
        *above, last = textwrap.wrap(bearer, wide) or [""]
        lines += [f"  {line}" for line in above]
        lines.append(f"  {last:<{wide}}" + "".join(f"{one:>8}" for one in places))
    return lines


def span(one: Reach) -> str:
    return str(one.near) if one.near == one.far else f"{one.near}-{one.far}"


def shares(found: Matchup, speech: Speech) -> list[str]:
    """The share of each part: the damage to expect of its best weapon."""
    say = speech.words.say
    lines = []
    for share in found.shares:
        dealt = figure(f"{share.dealt:+.3f}", speech)
        label = f"{say(share.bearer)}: {say(share.part)}"
        *above, last = textwrap.wrap(label, WIDTH - 22)
        lines += [f"  {line}" for line in above]
        lines.append(f"  {last:<{WIDTH - 22}}{dealt:>10}")
    return lines


def plain_matchup(found: Matchup, speech: Speech) -> dict[str, Any]:
    say = speech.words.say
    return {
        "weapons": [
            {
                "bearer": say(cell.bearer),
                "weapon": say(cell.weapon),
                "target": say(cell.target),
                "armour": say(cell.armour),
                "range": say(cell.band),
                "chance": cell.chance,
                "damage": cell.damage,
            }
            for cell in found.cells
        ],
        "ranges": [
            {"bearer": say(one.bearer), "from": one.near, "to": one.far, "dealt": one.dealt} for one in found.reaches()
        ],
        "parts": [{"bearer": say(one.bearer), "part": say(one.part), "dealt": one.dealt} for one in found.shares],
        "aims": [say(aim) for aim in found.aims],
    }
