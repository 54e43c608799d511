"""Files: the public record of a game, the private journal of a seat, the profile with its key."""
