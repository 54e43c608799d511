"""The style of all that is painted: colours, fonts, the marks of players, short words."""
