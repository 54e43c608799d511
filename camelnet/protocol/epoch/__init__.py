"""The end of an epoch: the change of membership, its decision rule, and forks."""
