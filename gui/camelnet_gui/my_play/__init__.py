"""My play: the page of what finished games say together. `camelnet.my_play` counts."""
