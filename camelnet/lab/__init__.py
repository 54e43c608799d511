"""The laboratory: tournaments, environments for researchers, benchmarks, self-play, training and
the
bots' ladder. No part of the app needs it; its commands are `camelnet arena` and `camelnet bench`.
`pip install 'camelnet[lab]'` adds the libraries that parts of it need."""
