"""A campaign of directed attacks: a liar, a lie, everywhere it could be told.

Tables: `case` names what a lie is made of and `cover` walks the product of it; `attacker` tells
the lie, with other versions from `forge` and statements out of place from `misplaced_statements`;
`arena` is a simulated table (tests/sim) that is led to the stage where the lie belongs; `judge`
says what must hold whoever lies. `duo` has two liars at one table.

Sessions: the same around the game, with whole peers in a room, in modules of the same names behind
`session_`; `session_room` is who is there, `session_arena` the evening that they spend.

`pairs` thins what is walked, `campaign` is all of it, `runner` plays many cases on all cores.
docs/attacks.md tells how to use it.
"""
