"""The operating system: display, second starts, notifications, sleep, and Python's garbage."""
