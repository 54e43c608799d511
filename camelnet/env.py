"""`camelnet.lab.env` by the name that it had up to 0.11."""

import sys

from camelnet.lab import env

sys.modules[__name__] = env
