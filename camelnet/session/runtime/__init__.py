"""The runtime of a session: the executor for slow work, the store of files, the archive."""
