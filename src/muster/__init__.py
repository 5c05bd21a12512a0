"""Muster: a rules-true digital table for miniature skirmish games, and the laboratory behind it."""

__version__ = "0.1.0"
