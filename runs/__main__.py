"""`python -m runs` is the `shopyear` command."""

import sys

from runs.cli import main

sys.exit(main())
