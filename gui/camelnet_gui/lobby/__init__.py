"""The lobby: who is on the network, the tables there, and the table where I sit."""
