"""What the desert is painted with: lands, marks of tribes, dice and cards."""
