"""`python -m camelnet` is the command `camelnet`."""

from camelnet.cli import main

if __name__ == "__main__":
    main()
