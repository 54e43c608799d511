"""Pictures of Pig, and a game that plays itself."""
