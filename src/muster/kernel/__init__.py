"""The kernel: match, requests, spaces, dice, journal, clauses, packs, scenarios. It knows no game and does no input
or output.
"""
