"""The model: finality and the end of an epoch, every interleaving searched (docs/model.md)."""
