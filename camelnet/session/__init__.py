"""Sessions: where the rules meet the protocol."""
