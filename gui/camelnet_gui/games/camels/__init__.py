"""What the games that race camels share on the screen."""
