"""Floods of strangers against real processes; see `tests.floods.__main__`."""
