"""Playing together: several people at one laptop, and the big screen for a television."""
