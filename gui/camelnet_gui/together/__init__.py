"""Playing together: several people at one laptop, emotes, and the big screen for a television."""
