"""The end of an epoch: changes of membership, their decision rule, and forks."""
