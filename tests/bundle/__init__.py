"""Tests of the bundle: of what builds it, and in `shipped` of what is handed to players."""
