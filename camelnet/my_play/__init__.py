"""My play: the finished games of a profile, reviewed one by one, and what they say together.

All of it follows from the records of the games, stays in the profile, and is sent to nobody.
"""
