"""The interface of a session to front ends: facts, intents, the verdict on a game."""
