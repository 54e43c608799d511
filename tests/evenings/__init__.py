"""Evenings of three laptops: real apps in live windows and namespaces, with cables that are pulled.

`make evenings` plays them and prints what every screen said; `--help` has the list.
"""
