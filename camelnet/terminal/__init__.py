"""The terminal front end: a person at the keyboard, bots, and everything that they print."""
