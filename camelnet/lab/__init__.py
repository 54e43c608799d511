"""The laboratory: tournaments, environments for researchers, benchmarks, self-play, training and
the bots' ladder. No part of the app needs it; `camelnet arena` and `camelnet bench` are its
commands. `pip install 'camelnet[lab]'` adds what parts of it want."""
