"""The terminal front end: a person at the keyboard, bots, and the words they print."""
