"""Games read from their logs: positions, decks, proofs of luck, odds and hints."""
