"""Ember: Obsidian Protocol, rules version 0.9.95.

One module for each chapter of the rulebook: `setup` (3.1), `command_phase` (3.2), `planning` (3.3), `action_phase` (3.4),
`automatic_phase` (3.5), `delay_phase` (3.6), `end_phase` (3.7), `position` (4.2), `movement` (4.3), `attack` and `damage`
(4.4 to 4.8), `projectiles` (4.7), `interception` (4.9), `electronic` (4.11), `stealth` (4.12), `tasks` (5), `common` (6.1).
"""

from muster.games.obsidian_protocol.game import create

__all__ = ["create"]
