"""Games at a table: seated, replayed, verified."""
