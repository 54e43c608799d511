"""Exact odds and values, counted in C. See docs/odds.md."""
