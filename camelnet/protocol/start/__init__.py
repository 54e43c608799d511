"""From the lobby to a genesis that all seats have signed."""
