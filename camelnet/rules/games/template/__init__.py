"""The template game, for tests and to copy from. Its rules: native/src/games/template/rules.c."""
