"""One peer: sans-IO, on a real network, without a person."""
