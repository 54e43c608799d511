"""Face-down cards: commitments, encryption to the table key, verifiable shuffle and deal."""
