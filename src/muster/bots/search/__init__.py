"""Search: bots that think ahead. They know any game by its `Game` alone, and of a match what their seat may know."""

from muster.bots.search.bot import SearchBot
from muster.bots.search.budget import Budget, read_budget
from muster.bots.search.levels import LEVELS, bot_of
from muster.bots.search.searching import Search

__all__ = ["LEVELS", "Budget", "Search", "SearchBot", "bot_of", "read_budget"]
