"""The frames that peers exchange, the bodies that they sign, and the bounds of both."""
