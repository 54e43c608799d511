"""Training of a game's network by self-play, as TD-Gammon was: `make train GAME=camelup`."""
