"""The table screen: a game in progress, and everything around its board."""
