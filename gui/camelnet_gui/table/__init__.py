"""The table screen: one game on its way, and what surrounds its board."""
