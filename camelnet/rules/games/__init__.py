"""One folder per game: its dictionary, events, words and text board.

`camelnet.rules.registry` lists the games.
"""
