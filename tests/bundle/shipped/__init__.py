"""Tests of the packed bundle as players get it: unpacked elsewhere, in an empty environment."""
