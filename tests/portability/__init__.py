"""Other compilers, processors and systems, as far as this machine can stand in for them."""
