"""Chat: signed, short, rate-limited, never in the log."""

from __future__ import annotations

from camelnet.foreign_text import shown
from camelnet.i18n import N_, Message, message
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.wire.bodies import ChatBody, body_bytes, read_body, verified
from camelnet.protocol.wire.frames import Chat
from camelnet.protocol.wire.limits import CHAT_MAX
from camelnet.session.lobby.contacts import Contact


class Chatter:
    """The chat of one peer. A room is a table's id, or b"" for the lobby."""

    def __init__(self, *, signer: Signer, suite: Suite) -> None:
        self._signer = signer
        self._suite = suite
        self._sequence = 0

    def say(self, text: str, room: bytes) -> tuple[str, Chat] | None:
        """The text to send, cleaned and cut to `CHAT_MAX`, and its frame; None if nothing is
        left."""
        text = shown(text)[:CHAT_MAX].strip()
        if not text:
            return None
        self._sequence += 1
        key = self._signer.key
        body = body_bytes(ChatBody("camelnet/chat/1", key, room, self._sequence, text))
        return text, Chat(body, self._signer.sign(body))

    def hear(
        self, contact: Contact, name: str, frame: Chat, room: bytes, now_ms: int
    ) -> str | Message | None:
        """The text of a peer in my room, or a notice if it chats too fast; None if the frame is for
        another room, repeated or empty. Raises `Refusal`."""
        body = read_body(ChatBody, frame.body)
        signed = verified(self._suite, contact.key, frame.signature, frame.body)
        if body.key != contact.key or not signed:
            raise Refusal(Fault.SIGNATURE, "chat")
        if body.room != room:
            return None
        match contact.chats(body.sequence, now_ms):
            case None:
                return None
            case False:
                return message(N_("{name} is sending messages too fast."), name=name)
        return shown(body.text) or None
