"""A campaign of directed attacks: one liar, one lie, everywhere it could be told.

`case` names what a lie is made of and `cover` walks the product of it; `attacker` tells the lie,
with other versions from `forge` and statements out of place from `made`; `arena` is a simulated
table (tests/sim) that is led to the stage where the lie belongs; `judge` says what must hold
whoever lies; `runner` plays many cases on all cores. docs/attacks.md tells how to use it.
"""
