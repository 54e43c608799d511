"""Pig in the app: a die, a pig to put the points in, and everybody's way to the goal."""
