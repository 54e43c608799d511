"""Settings that outlast a run, and their dialog."""
