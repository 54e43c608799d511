"""One peer: sans-IO, on a real network, and as a bot without a person."""
