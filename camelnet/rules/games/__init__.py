"""A folder for each game: its dictionary, events, words and text board. registry.py names them."""
