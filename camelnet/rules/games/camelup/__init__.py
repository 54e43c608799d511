"""Camel Up, the base game of 2014. The rules are in native/src/games/camelup/rules.c."""
