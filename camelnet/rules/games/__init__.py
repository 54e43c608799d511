"""A folder for each game: its dictionary, events, words and text board.

`camelnet.rules.registry` names them.
"""
