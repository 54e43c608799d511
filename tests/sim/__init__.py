"""Whole tables of peers from one seed, on simulated links and disks, faster than real time.

`plan` draws from a seed what will happen, `world` lets it happen to real seats (`peer`) on
simulated `links` and `disk`s, `oracle` watches what must never be, `runner` runs many seeds on all
cores.
docs/simulator.md tells how to use it and what it found.
"""
