"""Camel Up Cards on the screen: nothing outside this folder knows how it is played or drawn."""
