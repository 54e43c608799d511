"""Obstacles between players: findings, each a sentence and an act, for every front end."""
