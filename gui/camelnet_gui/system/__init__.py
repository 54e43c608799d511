"""What the app asks of the operating system and of Python around it."""
