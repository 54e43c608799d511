"""Programs for developers of camelnet, not part of an installation."""
