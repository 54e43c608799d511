"""The lobby: the union of signed records, chairs, and the genesis that follows from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.start.genesis import PendingStart, liars, read_game_start, read_genesis
from camelnet.protocol.start.lobby import NONCES_KEPT, LobbyState, Settled
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    GenesisBody,
    LobbyBody,
    TableBody,
    begun_for,
    body_bytes,
    opening_for,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import Genesis, Lobby, SeatSignature
from camelnet.protocol.wire.limits import GIVEN_UP_MAX
from tests.protocol.refusals import fault_of
from tests.protocol.toy import SUITE, game_start, signer


def state(number: int, kind: str = "human") -> LobbyState:
    return LobbyState(
        signer=signer(number),
        suite=SUITE,
        random=lambda size: bytes([number]) * size,
        name=f"Peer {number}",
        kind=kind,
        level="",
        rules=bytes(32),
    )


def table(seats: int = 3) -> bytes:
    return body_bytes(TableBody("camelnet/table/1", "Oasis", "camelup", seats, (), bytes(16), None))


def share(states: list[LobbyState]) -> None:
    for each in states:
        for other in states:
            if other is not each:
                other.take(each.mine.key, each.frame())


def seated(count: int, *, seats: int = 3, ready: bool = True) -> list[LobbyState]:
    """So many at one table, before they have told each other."""
    states = [state(n) for n in range(count)]
    for seat, each in enumerate(states):
        each.sit(table(seats), seat, ready=ready)
    return states


def ready_room(seats: int = 3) -> list[LobbyState]:
    states = seated(seats, seats=seats)
    share(states)
    return states


@pytest.mark.parametrize(
    ("owner_says", "guest_says", "host"),
    [
        ((0, 1), (0,), 0),
        ((0, 2, 1), (0, 1), 0),
        ((), (0,), None),  # who says that a computer is another's makes no host of it
        ((0,), (0,), None),
        ((0, 1), (), None),  # nor does an owner make a guest
        ((0, 1), (1, 0), None),
        ((2, 1), (0,), None),  # whose computer is another's has no guests
        ((0, 1), (3,), None),  # nobody with a seat
    ],
)
def test_a_seat_has_a_host_if_both_say_so(
    owner_says: tuple[int, ...], guest_says: tuple[int, ...], host: int | None
) -> None:
    states = seated(3)
    for each, said in zip(states, (owner_says, guest_says), strict=False):
        each.share_computer(tuple(signer(number).key for number in said))
    share(states)
    (raw,) = {each.genesis() for each in states}
    genesis, _table = read_genesis(raw)
    assert [seat.host for seat in genesis.seats] == [None, host, None]


def test_a_record_changes_only_when_its_computer_does() -> None:
    (one,) = seated(1)
    keys = tuple(signer(number).key for number in range(3))
    before = one.mine.sequence
    for computer, named in ((keys, keys), (keys, keys), (keys[1:], keys[1:2]), ((), ())):
        one.share_computer(computer)
        assert one.mine.computer == named
    assert one.mine.sequence == before + 3


@pytest.mark.parametrize("host", [1, 3, 7])
def test_a_genesis_whose_host_is_the_seat_itself_or_none_is_refused(host: int) -> None:
    genesis, _table = read_genesis(ready_room()[0].genesis())
    seats = list(genesis.seats)
    seats[1] = replace(seats[1], host=host)
    body = body_bytes(replace(genesis, seats=tuple(seats)))
    assert fault_of(read_genesis, body) is Fault.GENESIS


def test_everybody_sees_the_same_tables_whoever_opened_them() -> None:
    states = seated(3, ready=False)
    share(states)
    assert len({item.tables() for item in states}) == 1
    (only,) = states[0].tables()
    assert only.full
    assert not only.ready


def test_a_table_lives_on_when_its_opener_leaves() -> None:
    states = seated(2, ready=False)
    states[0].stand()
    share(states)
    (only,) = states[0].tables()
    assert [chair.name if chair else None for chair in only.chairs] == [None, "Peer 1", None]


def test_two_claims_to_one_chair_are_settled_alike_everywhere() -> None:
    states = sorted((state(n) for n in range(3)), key=lambda item: item.mine.key)
    for each in states:
        each.sit(table(), 0, ready=False)
    share(states)
    assert [each.settle_conflict() for each in states] == [None, Settled.MOVED, Settled.MOVED]
    share(states)
    assert states[0].settle_conflict() is None
    assert states[1].settle_conflict() is None
    assert states[2].settle_conflict() is Settled.MOVED
    share(states)
    assert all(each.settle_conflict() is None for each in states)
    assert states[0].tables()[0].full


def test_the_loser_of_the_last_chair_stands_up() -> None:
    states = sorted((state(n) for n in range(3)), key=lambda item: item.mine.key)
    for seat, each in zip((0, 1, 1), states, strict=True):
        each.sit(table(2), seat, ready=False)
    share(states)
    assert states[2].settle_conflict() is Settled.LOST
    assert states[2].mine.chair is None


def test_a_record_signed_by_another_key_is_refused() -> None:
    mine, theirs = state(0), state(1)
    frame = theirs.frame()
    assert fault_of(mine.take, signer(2).key, frame) is Fault.SIGNATURE
    forged = Lobby(frame.body, signer(2).sign(frame.body))
    with pytest.raises(Refusal):
        mine.take(theirs.mine.key, forged)


def test_an_older_record_does_not_replace_a_newer_one() -> None:
    mine, theirs = state(0), state(1)
    old = theirs.frame()
    theirs.sit(table(), 2, ready=True)
    mine.take(theirs.mine.key, theirs.frame())
    mine.take(theirs.mine.key, old)
    record = mine.record_of(theirs.mine.key)
    assert record is not None
    assert record.chair is not None


def test_a_chair_that_the_table_does_not_have_is_refused() -> None:
    mine, theirs = state(0), state(1)
    theirs.sit(table(2), 5, ready=True)
    assert fault_of(mine.take, theirs.mine.key, theirs.frame()) is Fault.TABLE


def test_a_full_and_ready_table_has_one_genesis_for_all() -> None:
    states = ready_room()
    assert len({each.genesis() for each in states}) == 1
    states[1].ready(False)
    share(states)
    assert [each.genesis() for each in states] == [None] * 3


def test_who_has_signed_a_start_keeps_its_chair_until_it_says_that_it_plays() -> None:
    one, *others = states = ready_room()
    one.playing(tuple(other.mine.key for other in states))
    (seen,) = one.tables()
    assert seen.playing
    assert [chair and chair.key for chair in seen.chairs] == [each.mine.key for each in states]
    assert not any(other.mine.playing for other in others)


def test_a_genesis_begins_when_all_have_signed_and_opened() -> None:
    states = ready_room()
    body = states[0].genesis()
    assert body is not None
    pending_start = PendingStart(SUITE, body)
    for seat, each in enumerate(states):
        assert pending_start.game_start is None
        pending_start.sign(seat, signer(seat).sign(body))
        chair = each.mine.chair
        assert chair is not None
        nonce = each.nonce_for(chair.commitment)
        assert nonce is not None
        pending_start.open(
            seat, nonce, signer(seat).sign(opening_for(pending_start.id, seat, nonce))
        )
    begun = pending_start.game_start
    assert begun is not None
    assert read_game_start(SUITE, begun.frame()) == begun


def test_no_changed_byte_of_a_founding_is_accepted() -> None:
    begun = game_start("hh")
    frame = begun.frame()
    for place in range(len(frame.body)):
        body = bytearray(frame.body)
        body[place] ^= 1
        with pytest.raises(Refusal):
            read_game_start(SUITE, replace(frame, body=bytes(body)))


def test_a_founding_that_lacks_anything_is_refused() -> None:
    frame = game_start("hhh").frame()
    lacking = [
        replace(frame, signatures=frame.signatures[:2]),
        replace(frame, nonces=frame.nonces[:2]),
        replace(frame, signatures=frame.signatures[::-1]),
        replace(frame, nonces=(frame.nonces[0], *frame.nonces)),
        replace(frame, nonces=(replace(frame.nonces[0], nonce=bytes(32)), *frame.nonces[1:])),
        replace(frame, nonces=(replace(frame.nonces[0], seat=7), *frame.nonces[1:])),
    ]
    for bad in lacking:
        with pytest.raises(Refusal):
            read_game_start(SUITE, bad)


def test_a_genesis_with_one_key_on_two_seats_is_refused() -> None:
    begun = game_start("hh")
    seats = (begun.genesis.seats[0], begun.genesis.seats[0])
    with pytest.raises(Refusal, match="one key"):
        read_genesis(body_bytes(replace(begun.genesis, seats=seats)))
    with pytest.raises(Refusal, match="seats"):
        read_genesis(body_bytes(replace(begun.genesis, seats=(*begun.genesis.seats, seats[0]))))


def test_a_nonce_commitment_is_bound_to_table_and_key() -> None:
    each = state(0)
    each.sit(table(), 1, ready=True)
    chair = each.mine.chair
    assert chair is not None
    nonce = each.nonce_for(chair.commitment)
    assert nonce is not None
    assert chair.commitment == code_commitment(table_id(table()), each.mine.key, nonce)


def test_the_frame_of_a_founding_says_what_the_record_says() -> None:
    begun = game_start("hb")
    frame = begun.frame()
    assert isinstance(frame, Genesis)
    assert read_body(GenesisBody, frame.body) == begun.genesis
    assert read_body(LobbyBody, state(0).frame().body) == state(0).mine


def test_a_chair_gives_up_by_name_what_its_peer_opened_before_and_not_what_began() -> None:
    each = state(0)
    each.sit(table(), 0, ready=True)
    where = table_id(table())
    each.opened(where, b"1" * 32)
    each.opened(bytes(32), b"3" * 32)  # at another table
    each.sit(table(), 0, ready=True)
    each.opened(where, b"2" * 32)
    each.begun(where, b"2" * 32)
    each.sit(table(), 1, ready=True)
    assert each.mine.chair is not None
    assert each.mine.chair.given_up == (b"1" * 32,)
    for number in range(20):
        each.opened(where, bytes([number]) * 32)
    each.sit(table(), 1, ready=True)
    assert len(each.mine.chair.given_up) == GIVEN_UP_MAX
    for number in range(3 * NONCES_KEPT):
        each.opened(number.to_bytes(32, "big"), b"1" * 32)
    assert len(each._opened) == NONCES_KEPT


def test_a_genesis_gives_up_what_any_of_its_chairs_does() -> None:
    states = [state(n) for n in range(2)]
    for seat, each in enumerate(states):
        each.opened(table_id(table(2)), bytes([seat]) * 32)
        each.sit(table(2), seat, ready=True)
    share(states)
    body = states[0].genesis()
    assert body is not None
    assert PendingStart(SUITE, body).given_up == {bytes([0]) * 32, bytes([1]) * 32}


def test_an_opening_signed_for_another_game_or_by_another_is_refused() -> None:
    begun = game_start("hh")
    other = game_start("hh", name="Mirage")
    pending_start = PendingStart(SUITE, begun.body)
    nonce = begun.nonces[0]
    for number, game in ((0, other.id), (1, begun.id)):
        signature = signer(number).sign(opening_for(game, 0, nonce))
        assert fault_of(pending_start.open, 0, nonce, signature) is Fault.SIGNATURE
    with pytest.raises(Refusal):
        pending_start.vouch(0, signer(1).sign(begun_for(begun.id, 0)))
    assert pending_start.frame().nonces == ()
    assert pending_start.begun == ()


def test_a_word_and_a_signature_that_contradict_each_other_name_their_seat() -> None:
    begun = PendingStart(SUITE, game_start("hhh").body)
    seats = list(begun.genesis.seats)
    seats[2] = replace(seats[2], given_up=(begun.id,))
    later = PendingStart(SUITE, body_bytes(replace(begun.genesis, seats=tuple(seats))))
    for seat in (0, 1):
        begun.vouch(seat, signer(seat).sign(begun_for(begun.id, seat)))
    assert liars(begun, later) == ()
    for seat in (1, 2):
        later.sign(seat, signer(seat).sign(later.body))
    assert liars(begun, later) == (signer(1).key,)
    assert liars(later, begun) == ()
    innocent = PendingStart(SUITE, body_bytes(replace(begun.genesis, rules=b"\1" * 32)))
    innocent.sign(1, signer(1).sign(innocent.body))
    assert liars(begun, innocent) == (), "a genesis that gives nothing up"


def test_a_record_does_not_say_who_has_begun() -> None:
    begun = game_start("hh")
    word = SeatSignature(0, signer(0).sign(begun_for(begun.id, 0)))
    with pytest.raises(Refusal):
        read_game_start(SUITE, replace(begun.frame(), begun=(word,)))


def test_a_spectator_claims_no_chair() -> None:
    mine, theirs = state(0), state(1, kind="spectator")
    mine.take(theirs.mine.key, theirs.frame())
    theirs.sit(table(), 0, ready=True)
    assert fault_of(mine.take, theirs.mine.key, theirs.frame()) is Fault.TABLE
    assert mine.tables() == ()


def test_a_kept_chair_is_nobody_elses_until_it_is_released_and_its_owners_first_then() -> None:
    owner, other, third = sorted((state(n) for n in range(3)), key=lambda item: item.mine.key)
    owner, third = third, owner  # the highest key owns the chair: by keys alone it would lose it
    where = table_id(table(2))
    third.reserve(where, (other.mine.key, owner.mine.key))
    other.sit(table(2), 0, ready=True)
    share([owner, other, third])
    assert third.kept(where)[1] == owner.mine.key
    (seen,) = third.tables()
    assert third.free_seat(seen) is None
    third.release(where, 1)
    assert third.free_seat(seen) == 1
    third.sit(table(2), 1, ready=True)
    assert third.settle_conflict() is None
    owner.sit(table(2), 1, ready=True)
    third.take(owner.mine.key, owner.frame())
    assert third.settle_conflict() is Settled.LOST
    (seen,) = third.tables()
    assert seen.seat_of(owner.mine.key) == 1


def test_a_claim_that_is_passed_over_leaves_its_chair_free() -> None:
    mine, theirs = ready_room(2)
    where = table_id(table(2))
    mine.pass_over([(where, theirs.mine.key)])
    assert mine.tables()[0].chairs[1] is None
    mine.pass_over([])
    assert mine.tables()[0].full
    mine.bar(theirs.mine.key)
    assert mine.tables()[0].chairs[1] is None
