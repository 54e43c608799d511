"""Chat: signed, short, rate-limited, never in the log."""

from __future__ import annotations

from collections.abc import Container

from camelnet.foreign_text import shown
from camelnet.i18n import N_, Message, message
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.wire.bodies import ChatBody, body_bytes, read_body, verified
from camelnet.protocol.wire.frames import Chat
from camelnet.protocol.wire.limits import CHAT_MAX
from camelnet.session.lobby.contacts import Contact


def sayable(text: str) -> str:
    """A typed text as it can be sent: cleaned, and cut to `CHAT_MAX`; "" if nothing is left."""
    return shown(text)[:CHAT_MAX].strip()


class Chatter:
    """The chat of one peer. A room is a table's id, or b"" for the lobby."""

    def __init__(self, *, signer: Signer, suite: Suite) -> None:
        self._signer = signer
        self._suite = suite
        self._sequence = 0

    def frame(self, text: str, room: bytes) -> Chat:
        """The frame that says a text, as `sayable` returns it, in a room."""
        self._sequence += 1
        key = self._signer.key
        body = body_bytes(ChatBody("camelnet/chat/1", key, room, self._sequence, text))
        return Chat(body, self._signer.sign(body))

    def hear(
        self, contact: Contact, name: str, frame: Chat, rooms: Container[bytes], now_ms: int
    ) -> str | Message | None:
        """The text of a peer in one of my rooms, or a notice if it chats too fast; None if the
        frame is for another room, repeated or empty. Raises `Refusal`."""
        body = read_body(ChatBody, frame.body)
        signed = verified(self._suite, contact.key, frame.signature, frame.body)
        if body.key != contact.key or not signed:
            raise Refusal(Fault.SIGNATURE, "chat")
        if body.room not in rooms:
            return None
        match contact.chats(body.sequence, now_ms):
            case None:
                return None
            case False:
                return message(N_("{name} is sending messages too fast."), name=name)
        return shown(body.text) or None
