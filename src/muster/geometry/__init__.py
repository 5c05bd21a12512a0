"""Geometry that several games share: square grids. It knows no game."""
