"""Playing without a window: a person at the keyboard, bots, and the words they print."""
