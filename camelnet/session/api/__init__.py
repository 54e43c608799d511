"""What a front end sees and asks for: facts, intents, the verdict on a game."""
