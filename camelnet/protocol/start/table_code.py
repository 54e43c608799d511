"""The table code: four words, equal on all screens if all hold the same keys and nonces.

All peers commit to a nonce before any peer opens one, so a man in the middle cannot search for keys
that give the same words: a forged table shows them with probability 2^-32. Compared aloud once, the
code authenticates every key at the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.protocol.crypto.suite import Hash, hash_of

WORDS_SHOWN = 4

# 256 short words that are hard to mistake for each other when read aloud.
_TEXT = """
acorn actor album alley amber anchor angel ankle apple apron arrow atlas attic audio autumn
avocado badge baker ballet bamboo banana banjo barrel basket beaver bell bench berry bishop
blanket bottle boxer bracelet branch bread brick bridge broom bucket bubble buffalo butter button
cabin cactus cake camera canal candle canoe canyon captain carpet carrot castle cattle cello
chapel cherry chess chimney cinema circus clay clock cloud clover cobra coffee comet compass
copper coral cotton cousin crayon cricket crown crystal cupboard daisy dentist desert diamond
dolphin donkey dragon drummer eagle easel echo eclipse elbow elephant emerald engine fabric falcon
farmer feather fiddle finger flamingo flute forest fossil fountain fox frost galaxy garden garlic
gazelle giant ginger giraffe glacier globe goat goblet gondola gorilla grape guitar hammer harbour
harvest hazel helmet hermit honey horizon hotel iceberg igloo insect island ivory jacket jaguar
jasmine jelly jewel jigsaw jungle kangaroo kettle kitchen kiwi koala ladder lagoon lantern lemon
leopard library lily lion lobster locket magnet mango maple marble market meadow melon mirror
monkey mosaic mountain museum mustard napkin nectar needle noodle nutmeg oasis oboe ocean octopus
olive onion orchard organ ostrich otter oven oyster paddle palace panda paper parrot peach peacock
pencil pepper piano picnic pillow pilot pirate planet pocket pond poppy potato prince pumpkin
puzzle pyramid rabbit radio raven ribbon river robin rocket rope saddle salmon sandal satin scarf
school shadow sheriff silver singer spider spoon squirrel summer sunset tailor teapot temple tiger
toast tomato tractor trumpet tulip turtle umbrella valley velvet violin walnut whale willow winter
yacht zebra
"""
WORDS = tuple(_TEXT.split())


def code_hash(game: bytes, nonces: Sequence[bytes]) -> Hash:
    """The root of a game's log: the hash of the game id and all opened nonces, by seat."""
    return hash_of("camelnet/root/1", game, *nonces)


def code_commitment(table: bytes, key: bytes, nonce: bytes) -> Hash:
    """The commitment of a peer that takes a chair to its 32-byte nonce, bound to table and key."""
    return hash_of("camelnet/code-commitment/1", table, key, nonce)


def code_words(root: bytes) -> tuple[str, ...]:
    """The table code of a log's root."""
    picked = hash_of("camelnet/table-code/1", root)[:WORDS_SHOWN]
    return tuple(WORDS[number] for number in picked)
