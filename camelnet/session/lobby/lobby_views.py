"""The lobby's views for a front end: pure functions of records, contacts and my own state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import repeat

from camelnet import rules
from camelnet.foreign_text import looks, shown, shown_name
from camelnet.i18n import N_, Message, message
from camelnet.net.address import show_address
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.start.genesis import distinct
from camelnet.protocol.start.lobby import LobbyTable
from camelnet.protocol.wire.bodies import LobbyBody
from camelnet.session.api.facts import (
    Kind,
    PeerView,
    Presence,
    PresenceOf,
    SeatOffer,
    TableOffer,
)
from camelnet.session.game.table_options import unpack_options
from camelnet.session.lobby.builds import Build
from camelnet.session.lobby.contacts import Contact

ClosedFor = Callable[[LobbyTable], Message | None]  # why I may take none of its free chairs


def peer_view(
    contact: Contact, record: LobbyBody | None, presence: Presence, build: Build
) -> PeerView:
    """The view of another peer that has greeted us. `build`: ours."""
    assert contact.hello is not None
    return PeerView(
        key=contact.key,
        name=shown_name(record.name if record else contact.hello.name),
        kind=Kind(contact.hello.kind),
        me=False,
        presence=presence,
        address=show_address(contact.host, contact.port),
        trouble=contact.trouble or contact.warning,
        version=build.other_version(contact.hello),
    )


def with_namesakes(
    me: PeerView, peers: Iterable[PeerView]
) -> tuple[Message | None, list[PeerView]]:
    """The peers by name, told apart, each with a warning if another person here shares its name,
    and the warning about mine."""
    ordered = sorted(peers, key=lambda peer: (peer.name, peer.key))
    here = [peer for peer in (me, *ordered) if peer.kind is Kind.HUMAN]
    count = Counter(looks(peer.name) for peer in here if peer.presence is not Presence.SILENT)

    def warning(peer: PeerView) -> Message | None:
        shared = peer.kind is Kind.HUMAN and count[looks(peer.name)] > 1
        return message(N_("Two people here are called {name}."), name=peer.name) if shared else None

    names = distinct(peer.name for peer in ordered)
    told = [
        replace(peer, name=name, trouble=peer.trouble or warning(peer))
        for peer, name in zip(ordered, names, strict=True)
    ]
    return warning(me), told


def offers(
    tables: Iterable[LobbyTable],
    me: bytes,
    presence: PresenceOf,
    closed: ClosedFor,
    let_in: tuple[bytes, ...] | None,
) -> tuple[TableOffer, ...]:
    """All tables: mine first, then open ones, then playing ones, by name. `let_in`: the only keys
    that may sit at the table that I opened; None: all."""
    views = [_offer(table, me, presence, closed) for table in tables]
    views = [replace(view, let_in=let_in) if view.opened else view for view in views]
    return tuple(sorted(views, key=lambda view: (not view.mine, view.playing, view.name, view.id)))


def trouble_at(table: LobbyTable, me: bytes, closed: ClosedFor) -> Message | None:
    """The reason why I cannot sit down there; None if I can."""
    why = _unplayable(table)
    if why or table.seat_of(me) is not None:
        return why
    if table.playing:
        return message(N_("The game has already started."))
    if table.full:
        return message(N_("All seats are taken."))
    return closed(table)


def no_watching(table: LobbyTable, me: bytes) -> Message | None:
    """The reason why I cannot watch there; None if I can."""
    if why := _unplayable(table):
        return why
    if table.seat_of(me) is not None:
        return message(N_("You are sitting at that table."))
    if me in table.players:
        return message(N_("You play in that game: go back to your seat."))
    if not table.playing:
        return message(N_("The game hasn't started yet; you can watch once it does."))
    return None


def _unplayable(table: LobbyTable) -> Message | None:
    if table.lacking or table.body.game not in rules.GAMES:
        return message(N_("This table needs a newer version of camelnet."))
    try:
        unpack_options(table.body)
    except Refusal as refusal:
        return message(N_("Not playable here: {why}."), why=refusal.detail)
    return None


def hint(table: LobbyTable, me: bytes, lacking: tuple[str, ...], begun_before: bool) -> Message:
    """The reason why my table does not start yet. `lacking`: the names of players who have not
    signed for a while. `begun_before`: the others would start a begun game again."""
    if free := table.chairs.count(None):
        template = N_("Free seats: {count}. The game starts when all are taken.")
        return message(template, count=free)
    unready = [item for item in table.chairs if item and item.chair and not item.chair.ready]
    names = ", ".join(shown_name(item.name) for item in unready if item.key != me)
    if any(item.key == me for item in unready):
        if names:
            return message(N_("Not ready yet: you, {names}."), names=names)
        return message(N_("The game starts as soon as you are ready."))
    if unready:
        return message(N_("Not ready yet: {names}."), names=names)
    if begun_before:
        return message(
            N_(
                "The others are starting again, but your game at this table has already begun: "
                "resume it, or leave."
            )
        )
    if lacking:
        template = N_("Waiting for {names} to sign the table.")
        return message(template, names=", ".join(lacking))
    return message(N_("Starting: everybody signs the table."))


def _offer(table: LobbyTable, me: bytes, presence: PresenceOf, closed: ClosedFor) -> TableOffer:
    try:
        options = unpack_options(table.body)
    except Refusal:
        options = {shown(option.key): option.value for option in table.body.options}
    return TableOffer(
        id=table.id,
        name=shown_name(table.body.name),
        game=shown(table.body.game),
        options=options,
        seats=tuple(map(_seat, table.chairs, _names(table), repeat(me), repeat(presence))),
        playing=table.playing,
        mine=table.seat_of(me) is not None,
        watchable=no_watching(table, me) is None,
        trouble=trouble_at(table, me, closed),
        strict=table.body.strict,
        aids=table.body.aids,
        opened=table.body.opener == me and table.seat_of(me) is not None and not table.playing,
        again=table.body.previous is not None,
        left=me in table.players and table.seat_of(me) is None,
    )


def _names(table: LobbyTable) -> tuple[str, ...]:
    """The names by seat, distinct and safe to show; "" for free chairs."""
    taken = iter(distinct(record.name for record in table.chairs if record))
    return tuple(next(taken) if record else "" for record in table.chairs)


def _seat(record: LobbyBody | None, name: str, me: bytes, presence: PresenceOf) -> SeatOffer:
    if record is None or record.chair is None:
        return SeatOffer(None, "", Kind.HUMAN, "", False, Presence.HERE, False)
    mine = record.key == me
    how = Presence.HERE if mine else presence(record.key)[0]
    ready = record.chair.ready
    level = shown(record.level)
    return SeatOffer(record.key, name, Kind(record.kind), level, ready, how, mine)
