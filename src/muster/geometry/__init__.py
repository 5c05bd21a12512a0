"""Geometry for all games: grids of squares, cubes and hexagons, the open table, and sight. It knows no game."""
