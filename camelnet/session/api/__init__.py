"""The interface between a session and its front ends: facts, intents, the verdict on a game."""
