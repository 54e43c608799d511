"""The start of a game: from the lobby to a genesis that all seats have signed."""
