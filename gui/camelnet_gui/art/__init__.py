"""Drawings that more than one place uses: camels, marks, colours; vector paths, no pictures."""
