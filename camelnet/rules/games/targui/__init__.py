"""Targui, the desert tribes' war game of 1988. The rules are in native/src/games/targui/rules.c."""
