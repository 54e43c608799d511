"""What every game must keep, whatever its rules: the interface that other programs drive."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import IllegalMove, InvalidNotation, OptionInfo, Position
from camelnet.rules.registry import ALL
from tests.rules.play import choices, could_hold, nodes, plies, starts

SEEDS = st.integers(0, 10_000)


@pytest.mark.slow
@given(starts(), SEEDS)
def test_every_node_of_a_game_survives_the_dictionary_and_the_bytes(
    start: Position, seed: int
) -> None:
    for position in [start, *(ply.after for ply in plies(start, seed))]:
        written = json.loads(json.dumps(position.to_dict()))
        assert rules.from_dict(written) == position
        assert rules.decode(position.encode()) == position


@pytest.mark.slow
@given(starts(), SEEDS)
def test_every_choice_is_listed_once_can_be_played_and_belongs_to_the_kind_of_its_node(
    start: Position, seed: int
) -> None:
    for ply in plies(start, seed):
        position, listed = ply.before, choices(ply.before)
        assert listed
        assert len(set(listed)) == len(listed)
        assert all(position.why_not(notation) is None for notation in listed)
        assert all(weight > 0 for _, weight in position.outcomes())
        assert position.apply(ply.notation) == ply.after
        for node in (position, ply.after):
            deciding, opening = node.decider is not None, node.opener is not None
            assert [deciding, node.is_chance, opening, node.is_over].count(True) == 1
            assert deciding == bool(node.legal()) == isinstance(node.turn, int)
            assert node.is_chance == bool(node.outcomes()) == (node.turn == "chance")
            assert opening == bool(node.openings()) == (node.turn == "reveal")
            assert node.is_over == (node.turn == "over")
            assert not deciding or node.turn == node.decider


@pytest.mark.slow
@given(nodes())
def test_equal_dictionaries_bytes_and_digests_belong_to_equal_positions(
    position: Position,
) -> None:
    other = rules.from_dict(position.to_dict())
    assert other is not position
    assert other == position
    assert hash(other) == hash(position)
    assert other.digest() == position.digest()
    assert len(position.digest()) == 32
    if position.turn != "over":
        after = position.apply(choices(position)[0])
        assert after != position
        assert after.digest() != position.digest()


@pytest.mark.slow
@given(nodes(), st.text(max_size=12))
def test_what_is_not_listed_is_refused_by_its_rule_and_changes_nothing(
    position: Position, text: str
) -> None:
    before, listed = position.encode(), [] if position.is_over else choices(position)
    every = {"", " ", text, "roll", "leg b", "toss", "first 0", "coins 1", "die b1", "open 0 -"}
    every |= {"first 7", "tile 16+", "lay 1", "pass", "attack 1 2 3", *(f"{n} " for n in listed)}
    for notation in sorted(every - {*listed}):
        why = position.why_not(notation)
        with pytest.raises(IllegalMove) as refused:
            position.apply(notation)
        with pytest.raises(IllegalMove):
            position.step(notation)
        error = refused.value
        assert why is not None
        assert error.message == why
        assert str(why)
        assert isinstance(error, InvalidNotation) == ("is no notation of this game" in str(error))
        assert error.rule == (str(error).split(":")[0] if error.rule else None)
        assert not (isinstance(error, InvalidNotation) and error.rule)
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.rule) == (type(error), str(error), error.rule)
    assert position.encode() == before


@pytest.mark.parametrize("notation", [None, 3, b"roll", ["roll"], "roll\0", "röll", "r" * 500])
def test_a_notation_of_any_kind_is_refused_not_crashed_on(notation: object) -> None:
    with pytest.raises(IllegalMove):
        rules.new("camelup", seats=2).apply(notation)  # type: ignore[arg-type]


@pytest.mark.slow
@given(nodes())
def test_scores_and_winners_fit_the_seats(position: Position) -> None:
    assert len(position.scores()) == position.seats
    winners = position.winners()
    assert winners == sorted(winners)
    assert bool(winners) == (position.turn == "over")
    assert all(0 <= seat < position.seats for seat in winners)


def test_a_position_cannot_be_changed_but_copied_and_pickled() -> None:
    position = rules.new("camelup", seats=2)
    before = position.digest()
    for name in ("turn", "seats", "game", "options", "_state", "anything"):
        with pytest.raises(AttributeError, match="a position does not change"):
            setattr(position, name, 1)
    with pytest.raises(AttributeError, match="a position does not change"):
        del position._state
    with pytest.raises(TypeError):
        position.options["flip_in_place"] = True  # type: ignore[index]
    position.to_dict()["money"][0] = 99
    assert position.scores() == [3, 3]
    assert position.digest() == before
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position


def test_a_position_is_not_equal_to_anything_else() -> None:
    position = rules.new("camelup", seats=2)
    assert position != position.encode()
    assert position != rules.new("camelup", seats=3)
    assert position != rules.new("camelup", seats=2, options={"flip_in_place": True})


@pytest.mark.parametrize("game", sorted(ALL))
def test_the_first_node_says_who_starts(game: str) -> None:
    for seats in range(ALL[game].info.seats_min, ALL[game].info.seats_max + 1):
        start = rules.new(game, seats=seats)
        assert start.turn == "chance"
        assert start.outcomes() == [(f"first {seat}", 1) for seat in range(seats)]


@pytest.mark.parametrize("seats", [1, 9, 0, -1, True, 2.0, "3", None, 10**30])
def test_new_refuses_a_wrong_number_of_seats(seats: object) -> None:
    with pytest.raises(ValueError, match="seats"):
        rules.new("camelup", seats=seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["", "chess", "CAMELUP", None, 1, "camelup\0"])
def test_new_refuses_an_unknown_game(game: object) -> None:
    with pytest.raises(ValueError, match="game"):
        rules.new(game, seats=2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [{"flip": True}, {"flip_in_place": 1}, {"flip_in_place": None}, {1: True}, [], "flip_in_place"],
)
def test_new_refuses_wrong_options(options: object) -> None:
    with pytest.raises(ValueError, match="options"):
        rules.new("camelup", seats=2, options=options)  # type: ignore[arg-type]


@pytest.mark.parametrize("camels", [39, 10_000, True, 60.0, "60", None, 2**40])
def test_a_number_option_has_a_range_and_a_flag_is_no_number(camels: object) -> None:
    with pytest.raises(ValueError, match=r"options\.camels"):
        rules.new("targui", seats=2, options={"camels": camels})


def test_options_left_out_have_their_defaults() -> None:
    full = {"leg_ends_without_tiles": False, "flip_in_place": True}
    assert rules.check_options("camelup", {"flip_in_place": True}) == full
    assert dict(rules.new("camelup", seats=2, options={"flip_in_place": True}).options) == full
    with pytest.raises(ValueError, match="game"):
        rules.check_options("chess", {})


def test_every_position_leads_back_to_the_first_node_of_its_game() -> None:
    first = rules.new("camelup", seats=3, options={"flip_in_place": True})
    assert first.first_node() == first
    assert first.apply("first 2").first_node() == first
    assert first != rules.new("camelup", seats=3)


def test_a_game_tells_of_its_sealed_cards() -> None:
    assert rules.GAMES["camelup"].slots == 5
    assert rules.GAMES["camelup"].faces == "bgowy"


@pytest.mark.slow
@given(nodes(), st.data())
def test_bytes_that_are_not_exactly_a_position_are_refused_or_are_one(
    position: Position, data: st.DataObject
) -> None:
    good = position.encode()
    for bad in (b"", good[:-1], good + b"\0", good[1:], b"\2" + good[1:], good.replace(b"\0", b"")):
        with pytest.raises(ValueError, match=":"):
            rules.decode(bad)
    at = data.draw(st.integers(0, len(good) - 1))
    changed = bytearray(good)
    changed[at] ^= data.draw(st.integers(1, 255))
    try:
        other = rules.decode(bytes(changed))
    except ValueError:
        return
    assert other.encode() == bytes(changed)
    assert rules.from_dict(other.to_dict()) == other


@settings(max_examples=30)
@given(nodes())
def test_perft_counts_what_walking_counts(position: Position) -> None:
    def walk(node: Position, depth: int) -> int:
        if depth == 0 or node.turn in ("reveal", "over"):
            return 1
        return sum(walk(node.apply(notation), depth - 1) for notation in choices(node))

    for depth in range(3):
        assert rules.perft(position, depth) == walk(position, depth)


def test_perft_refuses_a_depth_out_of_range() -> None:
    for depth in (-1, 33, True):
        with pytest.raises(ValueError, match="depth"):
            rules.perft(rules.new("camelup", seats=2), depth)


def test_playouts_end_games_and_repeat_with_their_seed() -> None:
    start = rules.new("camelup", seats=4)
    count, last = rules.playouts(start, seed=7, count=20)
    assert (count, last) == rules.playouts(start, seed=7, count=20)
    assert last.turn == "over"
    assert count > 20 * 10
    assert rules.playouts(start, seed=8, count=20) != (count, last)


@pytest.mark.slow
@given(nodes(), SEEDS)
def test_the_simple_player_finds_a_legal_move(position: Position, seed: int) -> None:
    if not isinstance(position.turn, int):
        with pytest.raises(ValueError, match="no seat decides"):
            position.greedy("")
        return
    legal = position.legal()
    assert position.greedy("") in legal
    assert position.greedy(could_hold(position, Random(seed))) in legal
    unknown = {"camelup": {"win", "lose"}, "cards": {"hand"}}
    assert position.greedy("").split(" ")[0] not in unknown.get(position.game, ())
    with pytest.raises(ValueError, match="no faces"):
        position.greedy("bbbbb")


@pytest.mark.slow
@given(starts(), SEEDS)
def test_a_pack_knows_what_can_be_turned_up(start: Position, seed: int) -> None:
    for ply in plies(start, seed):
        pack, position = ply.before.pack(), ply.before
        if pack is None:
            continue
        assert len({slot.slot for slot in pack.slots}) == len(pack.slots)
        assert sum(count for _face, count in pack.unseen) >= len(pack.slots)
        assert all(count > 0 for _face, count in pack.unseen)
        if pack.awaited is None:
            assert isinstance(position.turn, int)
            continue
        assert pack.slots[pack.awaited].owner == position.opener
        faces = [(f"card {face}", count) for face, count in pack.unseen]
        assert sorted(position.outcomes() or [(n, 1) for n in position.openings()]) == sorted(
            faces if position.outcomes() else [(face, 1) for face, _count in faces]
        )
        after = ply.after.pack()
        if after is not None and after.number == pack.number:
            left = [slot for i, slot in enumerate(pack.slots) if i != pack.awaited]
            assert list(after.slots) == left


SET = OptionInfo("months", (1, 2, 12), "set", 1, 12, required=(1,))


def test_a_set_option_is_a_sorted_list_with_all_that_is_required() -> None:
    assert SET.initial() == SET.check([1, 2, 12]) == [1, 2, 12]
    assert SET.initial() is not SET.initial()
    assert SET.number([1, 2, 12]) == 0b1000000000110
    for wrong in ([], [2], [1, 13], [0, 1], [2, 1], [1, 1], [1, True], "1", 1, (1,), None, {1}):
        with pytest.raises(ValueError, match=r"options\.months"):
            SET.check(wrong)
