"""The faults for which peers refuse a message, each with a name and words for people."""

from __future__ import annotations

from enum import Enum

from camelnet.i18n import N_, Message, message


class Fault(Enum):
    """The fault of a message; the value completes "<peer> sent …"."""

    MALFORMED = N_("a malformed message")
    TABLE = N_("an impossible table")
    GENESIS = N_("an inconsistent start of a game")
    GAME = N_("an entry of another game")
    EPOCH = N_("an entry of another epoch")
    INDEX = N_("an entry for another place in the log")
    PREV = N_("an entry that does not follow the one before")
    AUTHOR = N_("an entry for a seat whose turn it is not")
    SIGNATURE = N_("a signature that does not fit")
    ILLEGAL = N_("a move that the rules refuse")
    ATTACHMENTS = N_("an entry with wrong attachments")
    VOTER = N_("an acknowledgement by someone who has no vote")
    PLEDGE = N_("an acknowledgement with a wrong pledge of luck")
    SHARE = N_("a part of the luck that does not match its pledge")
    LUCK = N_("an entry before the luck that it follows is known")
    WANT = N_("a change that not enough voters want")
    FORK = N_("an impossible split of the table")
    PROMISE = N_("a change that does not follow from its promises")
    CERTIFICATE = N_("an entry without everybody's agreement")
    DIGEST = N_("another position than ours")
    POINT = N_("an invalid point")
    SCALAR = N_("a number out of range")
    PROOF = N_("a proof that does not hold")
    DEAL = N_("a part of the table key that does not fit")
    OPENING = N_("hidden choices that do not match what was sealed")
    SHUFFLE = N_("an invalid shuffle of the cards")


class Refusal(Exception):
    """A message was refused, and nothing has changed. `fault` names the reason, `detail` says
    more."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(f"{fault.value}: {detail}" if detail else fault.value)
        self.fault = fault
        self.detail = detail

    def tell(self, who: str) -> Message:
        """A sentence that names the peer."""
        what = Message(self.fault.value)
        if self.detail:
            template = N_("{who} sent {what} ({detail}); it was refused.")
            return message(template, who=who, what=what, detail=self.detail)
        return message(N_("{who} sent {what}; it was refused."), who=who, what=what)


class LocalRefusal(Refusal):
    """A request of our own was refused: no peer is at fault."""
