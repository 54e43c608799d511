"""What a table with aids shows besides the game: odds, the worth of actions, hints."""
