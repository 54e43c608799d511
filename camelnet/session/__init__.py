"""The session: where the rules meet the protocol."""
