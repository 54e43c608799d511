"""The first script of a bundle's executables: the command `camelnet`, as pip installs it."""

import os

from camelnet.__main__ import main

# PyInstaller's loader points LD_LIBRARY_PATH at our libraries, which are loaded by now. A program
# of the system that we start, such as the file manager, must get its own; another camelnet sets it
# anew.
original = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
if original:
    os.environ["LD_LIBRARY_PATH"] = original
else:
    os.environ.pop("LD_LIBRARY_PATH", None)
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"

main()
