"""Painters for the desert: lands, marks of tribes, dice and cards."""
