"""The app in a live window: an X server, a window manager, real clicks and keys.

    python -m tests.gui.live [ARGS OF PYTEST]

starts the X server and runs the tests of this folder there; plain pytest leaves them out. A test
takes the fixture `hands`, which moves the real pointer and presses real keys (XTEST), beside
`driver` (a window that is told facts by hand) or `application` (a whole app on loopback).
"""
