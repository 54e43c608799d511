"""The rulebook: the illustrated rules of a game, to be searched, beside the table."""
