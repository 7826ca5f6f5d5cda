"""`python -m carreau` is the command `carreau`."""

import sys

from carreau.cli import main

sys.exit(main())
