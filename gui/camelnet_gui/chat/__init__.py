"""The chat: its lines, emotes, and where they are shown."""
