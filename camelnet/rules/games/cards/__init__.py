"""Camel Up Cards, 2016, with the trophies. The rules are in native/src/games/cards/rules.c."""
