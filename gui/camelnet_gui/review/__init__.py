"""The game looked at again, after it has ended: see `camelnet.review` for what is counted."""
