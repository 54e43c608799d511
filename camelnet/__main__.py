"""`python -m camelnet` is the command `camelnet`."""

import sys

if __name__ == "__main__":
    try:
        from camelnet.cli import main
    except KeyboardInterrupt:  # while everything is still being imported
        sys.exit(130)
    main()
