"""`python -m muster.cli`, if the command `muster` is not on the path."""

import sys

from muster.cli.main import main

sys.exit(main())
