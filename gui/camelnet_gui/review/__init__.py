"""The review screen of a finished game. `camelnet.review` does the counting."""
