"""The aids of a table: odds, the value of actions, hints."""
