"""The command line: `muster COMMAND`. Each command is a module; `main` finds it, runs it, and turns every mistake in
what came from outside into one sentence.
"""

from muster.cli.main import main

__all__ = ["main"]
