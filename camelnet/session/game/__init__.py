"""The entries of a log read as a game: positions, decks, audits, odds and hints."""
