"""The replay of finished games: any record or journal on the real board, with its review."""
