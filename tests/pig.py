"""The example package, installed for tests without a network and without touching the environment they run in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "pig"


def install(folder: Path, example: Path = EXAMPLE) -> dict[str, str]:
    """Install the package into a folder; the environment in which programs find it there."""
    sources, target = folder / "sources", folder / "installed"
    shutil.copytree(example, sources)  # building leaves things behind
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(sources)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    path = os.pathsep.join([str(target), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "XDG_STATE_HOME": str(folder / "state")}
