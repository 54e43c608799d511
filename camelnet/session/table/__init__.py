"""Games at a table: played, replayed, verified."""
