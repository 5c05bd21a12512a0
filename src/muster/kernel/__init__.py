"""The kernel: match, requests, spaces, dice, journal, clauses, packs, scenarios. It knows no game, reads no files and
prints nothing.
"""
