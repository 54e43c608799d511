"""Phones as guests: what one shows, the sealed channel to it, and the server of its page."""
