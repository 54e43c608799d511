"""What sessions run on: the executor for slow work, the store of files, the archive."""
