"""A finished game for people without camelnet: one HTML page, or the whole game in a link."""
