"""Programs for whoever works on camelnet. They are not part of what is installed."""
