"""The start of the app up to its window, and what is said when it fails."""
