"""Board games for one room, without a server and with nobody in charge."""

__version__ = "1.0.0"
