"""The network: frames between peers named by their keys, and the ways in which peers are found."""
