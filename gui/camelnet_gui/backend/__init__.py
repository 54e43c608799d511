"""The work beside the window: the peer's thread, the bots' processes, slow work."""
