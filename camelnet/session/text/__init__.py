"""Facts, proofs and verdicts as sentences, for the app and the terminal alike."""
