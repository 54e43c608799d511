"""The proof of luck in words: who made it, why nobody chose it, how a seed becomes an outcome."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from camelnet.i18n import _
from camelnet.protocol.log.membership import Membership, Scheme
from camelnet.session.api.facts import CardShown, LuckDrawn, LuckShown

PLAYERS = range(2, 9)


@dataclass(frozen=True, slots=True)
class Share:
    """One outcome's share of the numbers: `first` … `last` choose it."""

    notation: str
    weight: int
    first: int
    last: int
    drawn: bool


def story(proof: LuckShown) -> list[str]:
    """Explain in plain sentences how this luck was made and what that ensures."""
    values = {"author": proof.author, "notation": proof.notation, "needed": proof.needed}
    if proof.dealt:
        dealt = _(
            "These cards were dealt when they were last shuffled, by luck that all players made "
            "together: first they pledged secret numbers, then they opened them. This is the proof "
            "of that deal."
        )
        return [dealt, collusion(proof)]
    if proof.cards and not proof.seed:
        return [_cards_story().format(**values), collusion(proof)]
    if proof.scheme == Scheme.COIN.value:
        made = _(
            "First the move of {author} ({notation}) was settled: everybody had signed it. Only "
            "then did the players give their parts. Any {needed} parts make the same die, so "
            "nobody could choose it, know it before the move, hold it back or try again."
        )
    else:
        made = _(
            "With their signature under the move of {author} ({notation}) all players pledged a "
            "secret number; only then did they open them. All numbers together make the die, so "
            "nobody could choose it or know it before the move."
        )
    told = [made.format(**values), collusion(proof)]
    return [*told[:1], _cards_story().format(**values), *told[1:]] if proof.cards else told


def _cards_story() -> str:
    return _(
        "Before the cards were dealt every player shuffled them in turn, face down, and proved "
        "that none was added, taken or exchanged; nobody knew where a card lay. After the move of "
        "{author} ({notation}) was settled, players gave their parts of this card's lock: any "
        "{needed} parts turn it up, and no others can make it another card."
    )


def card(shown: CardShown) -> str:
    """A card that a quorum turned up."""
    text = _("Turned up: {notation}. {needed} parts were needed.")
    return text.format(notation=shown.notation, needed=shown.needed)


def collusion(proof: LuckShown) -> str:
    """Tell plainly what no computer can prevent."""
    if proof.scheme != Scheme.COIN.value:
        return _(
            "What this cannot prevent: all of them together would know the die before. One honest "
            "player is enough. If one person runs all the others as bots, it proves little."
        )
    text = _(
        "What no computer can prevent: {needed} players who plot together can know dice before "
        "they are rolled and, unless the table is strict, see all secret cards. Fewer cannot."
    )
    return text.format(needed=proof.needed)


def together(players: int) -> int:
    """The quorum of so many players: who must act together, for good or for ill."""
    seats = tuple(range(players))
    return Membership(0, seats, (), (), seats, 0, Scheme.COIN, strict=False).quorum


def trust() -> tuple[tuple[str, str], ...]:
    """The guarantees of every table and their limits, for the help: (heading, text)."""
    counts = ", ".join(
        _("{some} of {all}").format(some=together(players), all=players) for players in PLAYERS
    )
    return (
        (
            _("Is it fair?"),
            _(
                "No computer is in charge. A move is signed by everybody first; only then do the "
                "players' computers make the die for it, together. Secret cards are locked so that "
                "they open only when the rules say so, whether their owner is there or not. Nobody "
                "alone can choose a die, know it early, or look at a card. A pack is shuffled by "
                "everybody in turn, with proofs. The badge beside a table's name says who has "
                "signed the game, and proves every die and every card."
            ),
        ),
        (
            _("And if some plot together?"),
            _(
                "So many players together could see all secret cards and know dice before they are "
                "rolled: {counts}. Bots do not count, they hold no keys among people. At a strict "
                "table secret cards need all players. With a single person among bots luck proves "
                "nothing about who owns the bots: whoever runs all seats can have any luck."
            ).format(counts=counts),
        ),
    )


def parts_fit(proof: LuckShown) -> str:
    """The verdict in one sentence."""
    if proof.holds:
        return _("Checked just now: every part fits, and together they make this outcome.")
    parts = [*proof.parts, *(part for card in proof.cards for part in card.parts)]
    bad = [part.name for part in parts if not part.holds]
    if bad:
        return _("This does not hold: the part of {names} does not fit.").format(
            names=", ".join(bad)
        )
    return _("This does not hold: the parts do not make this outcome.")


def number(draw: LuckDrawn) -> str:
    """Explain how the seed chose among the outcomes."""
    text = _("The seed gives {number}, a number from 0 to {last}: it falls on {notation}.")
    return text.format(number=draw.number, last=draw.total - 1, notation=draw.notation)


def shares(draw: LuckDrawn) -> tuple[Share, ...]:
    """The outcomes in order, each with its numbers."""
    ends = accumulate(weight for _notation, weight in draw.outcomes)
    return tuple(
        Share(notation, weight, end - weight, end - 1, notation == draw.notation)
        for (notation, weight), end in zip(draw.outcomes, ends, strict=True)
    )


def span(share: Share) -> str:
    """The numbers of a share: `4` or `4-6`."""
    return str(share.first) if share.weight == 1 else f"{share.first}-{share.last}"
