"""Board games for one room, without a server and with nobody in charge."""

__version__ = "0.12.0"
