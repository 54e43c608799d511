"""The home page: the games, the tables on the network, my games, and the table where I sit."""
