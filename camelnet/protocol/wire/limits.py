"""The bounds of messages, and the versions of the protocol."""

PROTOCOL_MIN = 5  # `Hello` offers a range; two peers speak the highest version that both know
PROTOCOL_MAX = 5

# What this version can do beyond the number of the protocol, by name: a later version may open a
# table that needs more, and then says so there.
CAPABILITIES: tuple[str, ...] = ()

SEATS_MAX = 8
INDEX_MAX = 1_000_000
NAME_MAX = 32
CHAT_MAX = 500
NOTATION_MAX = 64
ATTACHMENTS_MAX = 16
ATTACHMENT_MAX = 10 * 1024  # a shuffled pack, or its proof; a body holds few so large
SYNC_BYTES_MAX = 48 * 1024
PEERS_MAX = 64
HEADS_MAX = 4  # the games of one heartbeat
OPTIONS_MAX = 16
CAPABILITIES_MAX = 16
EXTRAS_MAX = 8
WORD_MAX = 40  # characters of the key of an option, of a capability, of an extra
GIVEN_UP_MAX = 8
REFUSED_MAX = 16
SEAT_KINDS = ("human", "bot")
KINDS = (*SEAT_KINDS, "spectator")
SHARE_SIZE = 96  # of a coin: a point and its proof
SHARES_MAX = 64  # locks that open at once: all seats' slots
WANTS_MAX = SEATS_MAX * SEATS_MAX
RELAYED_MAX = 65_000  # bytes of a relayed frame, which has to fit into another one
STATEMENTS_MAX = 3  # of a proof
PENDING_ROUNDS_MAX = 8  # entries whose luck may be pending: one of the rules, and keys
