"""Pig, the dice game. Its rules: native/src/games/pig/rules.c."""
