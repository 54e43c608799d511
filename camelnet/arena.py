"""`camelnet.lab.arena` by the name that it had up to 0.11."""

import sys

from camelnet.lab import arena

sys.modules[__name__] = arena
