"""The environments: PettingZoo's own tests, what agents see, what they may do, what it brings."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from camelnet import bots, rules
from camelnet.bots.belief import belief
from tests.lab.env.oracle import oracle, targui
from tests.rules.hidden import swap_hidden
from tests.rules.play import SETTINGS, place, plies

pytest.importorskip("pettingzoo", reason="the extra `env` is not installed")

from pettingzoo.test import api_test, seed_test

from camelnet.lab.env import GameEnv, env, raw_env
from camelnet.lab.env.codec import COUNT_MAX
from camelnet.lab.env.environment import CODECS

# It would rather have plain arrays than a dictionary with a mask, as its own board games do.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning:pettingzoo")

GAMES = [s for s in SETTINGS if s[0] in rules.GAMES]


def begun(seed: int = 1, **given: Any) -> GameEnv:
    table = raw_env(**given)
    table.reset(seed=seed)
    return table


def play_out(table: GameEnv, seed: int) -> list[float]:
    """A game at random; the sum of each agent's rewards."""
    random, paid = Random(seed), [0.0] * len(table.possible_agents)
    while not any(table.terminations.values()) and not any(table.truncations.values()):
        table.step(random.choice(sorted(table.legal())))
        paid = [sum(pair) for pair in zip(paid, table.rewards.values(), strict=True)]
    return paid


# --- as PettingZoo wants it -----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [("camelup", 2), ("cards", 6), ("targui", 3)])
def test_it_passes_the_tests_of_pettingzoo(game: str, seats: int) -> None:
    api_test(env(game=game, seats=seats), num_cycles=60)
    api_test(raw_env(game=game, seats=seats, reward="score"), num_cycles=30)
    seed_test(lambda: env(game=game, seats=seats), num_cycles=15)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("camelnet.lab.env")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'camelnet\[lab\]'"):
        import camelnet.lab.env  # noqa: F401


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"seats": 9}, {"options": {"speed": 1}}, {"reward": "fame"}]
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"game|seats|options|reward"):
        env(**wrong)


# --- actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_action_offered_is_a_legal_notation_and_none_stands_twice(
    game: str, options: dict[str, Any]
) -> None:
    described, seats = oracle(game), rules.GAMES[game].seats_max
    names = CODECS[game].actions(seats)
    assert len(set(names)) == len(names)
    seen = 0
    for ply in plies(rules.new(game, seats, options), 11):
        if isinstance(ply.before.turn, int):
            legal, offered = set(ply.before.legal()), described.legal(ply.before)
            assert offered
            assert len(set(offered.values())) == len(offered)
            assert set(offered.values()) <= legal
            assert all(0 <= number < len(names) for number in offered)
            if game != "targui":
                assert set(offered.values()) == legal
                assert all(names[number] == notation for number, notation in offered.items())
            seen += 1
    assert seen > 20


@pytest.mark.slow
def test_only_amounts_in_between_are_left_out_in_targui() -> None:
    random = Random(4)
    for ply in plies(rules.new("targui", 3), 5):
        if not isinstance(ply.before.turn, int) or random.random() > 0.2:
            continue
        legal, offered = set(ply.before.legal()), set(targui.legal(ply.before).values())
        for notation in legal - offered:
            words, _space, count = notation.rpartition(" ")
            assert words.split(" ")[0] in ("move", "buy", "occupy")
            most = max(int(n.rpartition(" ")[2]) for n in legal if n.rpartition(" ")[0] == words)
            assert int(count) not in targui.amounts(most)
            assert f"{words} {most}" in offered
            assert f"{words} 1" in offered


def test_a_table_tells_its_history_to_bots() -> None:
    table = begun(game="cards", seats=3)
    for _turn in range(12):
        belief(table.position, table.history)  # ValueError if it did not lead there
        bot = bots.create("hard", 1, nodes=5)
        assert table.position.decider is not None
        notation = bot.choose(table.position, table.position.decider, "", table.history)
        table.step(next(key for key, name in table.legal().items() if name == notation))
    last = table.history
    table.reset(seed=2)
    assert len(table.history) < len(last)


def test_a_masked_action_costs_the_game() -> None:
    table = env(game="camelup", seats=3)
    table.reset(seed=1)
    agent = table.agent_selection
    observation = table.last()[0]
    masked = int((observation["action_mask"] == 0).argmax())
    table.step(masked)
    assert table.rewards == {name: -1.0 if name == agent else 0 for name in table.agents}
    assert all(table.terminations.values())
    with pytest.raises(ValueError, match="cannot be taken now"):
        begun(seats=3).step(masked)


# --- observations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_numbers_fit_their_blocks_without_being_cut(game: str, options: dict[str, Any]) -> None:
    codec, seats = CODECS[game], rules.GAMES[game].seats_min
    info, blocks = rules.GAMES[game], codec.blocks(seats)
    assert len({block.name for block in blocks}) == len(blocks)
    for number, ply in enumerate(plies(rules.new(game, seats, options), 3)):
        for seat in range(seats) if number % 7 == 0 else ():
            values = oracle(game).view(ply.after, seat, info.faces or "b2" * info.hands)
            for block, of_block in zip(blocks, values, strict=True):
                assert len(of_block) == block.size, block
                assert all(block.low <= value <= block.high for value in of_block), block


def test_money_beyond_the_highest_number_is_seen_as_that() -> None:
    table = begun(game="camelup", seats=2)
    table._referee._position = place(table.position, money=[COUNT_MAX + 1, 7])
    numbers = table.observe("seat_1")["observation"].tolist()
    before = [block.size for block in table.blocks]
    start = sum(before[: [block.name for block in table.blocks].index("money")])
    assert numbers[start : start + 2] == [7, COUNT_MAX]


@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_nobody_sees_what_others_hold(game: str) -> None:
    """Whatever lies hidden elsewhere, an observation is the same; but for one's own card."""
    table, random = begun(game=game, seats=3), Random(8)
    for _ in range(25):
        table.step(random.choice(sorted(table.legal())))
        referee = table._referee
        before = [table.observe(agent) for agent in table.possible_agents]
        kept = swap_hidden(referee, random, me=1)
        after = table.observe("seat_1")
        assert (before[1]["observation"] == after["observation"]).all()
        assert (before[1]["action_mask"] == after["action_mask"]).all()
        if game == "camelup":
            assert (before[0]["observation"] != table.observe("seat_0")["observation"]).any()
        referee._luck._luck[0] = kept[0]


def test_an_agent_not_on_turn_has_nothing_to_choose() -> None:
    table = begun(game="cards", seats=4)
    for agent in table.possible_agents:
        mask = table.observe(agent)["action_mask"]
        assert mask.any() == (agent == table.agent_selection)
        assert agent != table.agent_selection or set(mask.nonzero()[0]) == set(table.legal())


# --- rewards and ends -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_the_victory_is_one_and_scores_add_up(game: str) -> None:
    for seed in range(3):
        table = begun(seed, game=game, seats=3)
        paid = play_out(table, seed)
        winners = table.position.winners()
        assert paid == [1 / len(winners) if seat in winners else 0 for seat in range(3)]
        assert all(table.terminations.values())
        table = begun(seed, game=game, seats=3, reward="score")
        first = table.position.scores()
        paid = play_out(table, seed)
        assert paid == [new - old for new, old in zip(table.position.scores(), first, strict=True)]


def test_a_game_that_is_too_long_is_truncated_without_a_victory() -> None:
    table = begun(game="camelup", seats=4, plies_max=30)
    assert play_out(table, 1) == [0.0] * 4
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_a_seed_repeats_all_games_after_it() -> None:
    def games(table: GameEnv, seed: int) -> list[str]:
        table.reset(seed=seed)
        found = []
        for number in range(3):
            play_out(table, number)
            found.append(table.position.digest().hex())
            table.reset()
        return found

    table = raw_env(game="cards", seats=3)
    first = games(table, 5)
    assert len(set(first)) == 3
    assert games(table, 5) == games(raw_env(game="cards", seats=3), 5) == first
    assert games(table, 6) != first


def test_the_board_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    table = begun(game="camelup", seats=2, render_mode="ansi")
    shown = table.render()
    assert shown is not None
    assert "seat_1" in shown
    human = begun(game="camelup", seats=2, render_mode="human")
    human.step(min(human.legal()))
    assert "seat_1" in capsys.readouterr().out


# --- the documentation ----------------------------------------------------------------------------

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/lab.md"


def sample(heading: str) -> dict[str, Any]:
    """What the first sample behind a heading has left behind."""
    text = DOCUMENT.read_text(encoding="utf-8").partition(heading)[2]
    names: dict[str, Any] = {}
    exec(text.partition("```python\n")[2].partition("```")[0], names)
    return names


def test_the_samples_of_the_documentation_play_a_game_and_step_many_tables() -> None:
    one, many = sample("## For researchers"), sample("**Many tables at once.**")
    assert one["table"].unwrapped.position.turn == "over"
    assert len(many["rewards"]) == many["tables"].tables == 256


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_the_documentation_counts_actions_and_numbers_as_they_are(game: str) -> None:
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.startswith(f"| `{game}` | ")]
    assert len(rows) == 2
    most = rules.GAMES[game].seats_max
    sizes = [sum(b.size for b in CODECS[game].blocks(seats)) for seats in (2, 4, most)]
    assert int(rows[0].split(" | ")[1]) == len(CODECS[game].actions(most))
    assert [int(number) for number in re.findall(r"\d+", rows[1])[:3]] == sizes
