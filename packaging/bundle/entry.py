"""The script that a bundle's executables begin with: the command `camelnet`, as pip installs it."""

from camelnet.__main__ import main

main()
