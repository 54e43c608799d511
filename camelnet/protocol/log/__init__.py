"""The replicated log of one game, its membership, and the randomness behind each entry."""
