"""The command line: `muster COMMAND`. One module for each command; `main` finds it, runs it, and turns whatever went
wrong outside into one sentence.
"""

from muster.cli.main import main

__all__ = ["main"]
