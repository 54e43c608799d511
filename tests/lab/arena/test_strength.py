"""The ladder: Elo from several matches, goals and their tests, resuming, the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random

import pytest

from camelnet import rules
from camelnet.bots.search import Analysis, Line
from camelnet.lab import arena
from camelnet.lab.arena import Interval, Tournament, executors
from camelnet.lab.arena.executors import GameExecutor
from camelnet.lab.strength import __main__ as command
from camelnet.lab.strength import calibration, elo, given_away, page, report, results
from camelnet.lab.strength.ladder import BUDGETS, MATCHES, Match
from camelnet.lab.strength.results import Result, result
from camelnet.review.calibration import sharpened
from camelnet.rules import Position
from tests.sampling import only_full

SMALL = Match("cards", "greedy", "random", seats=2)


def played(first: str, other: str, own: int, groups: list[float]) -> elo.Played:
    return elo.Played(first, other, own, 4, 4, tuple(groups))


def drawn(random: Random, first: str, other: str, own: int, ahead: float) -> elo.Played:
    """A match of 100 groups, in which a seat of the first stands so much above the others."""
    strength = 10 ** (ahead / 400)
    chance = own * strength / (own * strength + 4 - own)
    groups = [sum(random.random() < chance for _ in range(4)) / 4 for _ in range(100)]
    return played(first, other, own, groups)


# --- Elo ------------------------------------------------------------------------------------------


def test_one_against_three_and_two_against_two_are_one_model() -> None:
    many = 5000  # so that the half victories do not matter
    alone = played("a", "b", 1, [0.5] * many)  # against three: three times as strong
    pair = played("c", "b", 2, [0.75] * many)  # two against two: as strong
    found = elo.ratings([alone, pair], "b", fits=2)
    assert found["a"].value == pytest.approx(190.85, abs=0.1)  # 400 log10 3
    assert found["c"].value == pytest.approx(found["a"].value, abs=0.1)
    assert found["b"] == Interval(0, 0, 0)


def test_matches_that_contradict_each_other_meet_in_the_middle() -> None:
    matches = [played("a", "b", 2, [share] * 1000) for share in (0.5, 0.75)]
    found = elo.ratings(matches, "b", fits=2)
    assert found["a"].value == pytest.approx(400 * 0.2218, abs=0.2)  # 5 of 8: log10(5 / 3)


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth = {"a": 120.0, "b": 50.0}
    held = 0
    for number in range(50):
        random = Random(number)
        matches = [
            drawn(random, "a", "greedy", 1, 120),
            drawn(random, "b", "greedy", 2, 50),
            drawn(random, "a", "b", 2, 70),
        ]
        found = elo.ratings(matches, "greedy", seed=number, fits=60)
        for name, elo_of in truth.items():
            low, high = found[name].low, found[name].high
            assert low is not None
            assert high is not None
            held += low <= elo_of <= high
    # 95 % of 100 are 95; 84 or fewer would be a matter of one in ten thousand.
    assert held > 84


def test_who_never_met_anybody_of_the_others_has_no_figure() -> None:
    matches = [played("a", "greedy", 2, [0.5]), played("b", "c", 2, [0.5]), played("d", "a", 1, [])]
    assert set(elo.ratings(matches, "greedy", fits=0)) == {"a", "greedy"}


# --- the matches ----------------------------------------------------------------------------------


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.key)
def test_every_match_can_be_played_and_its_test_is_about_its_goal(match: Match) -> None:
    for budget in BUDGETS:
        names = match.players(budget)
        assert len(names) == match.seats
        assert len({arena.entrant(name) for name in names}) == 2
    test = match.test()
    if match.goal is not None:
        assert test is not None
        assert match.own * test.share(test.elo1) == pytest.approx(match.goal)
        assert match.own * test.share(test.elo0) == pytest.approx(match.missed)
        assert match.even <= match.missed < match.goal


def test_no_two_matches_share_a_file() -> None:
    assert len({match.key for match in MATCHES}) == len(MATCHES)


class Counted:
    """Executors of this thread that count the games they are given."""

    def __init__(self) -> None:
        self.games: list[int] = []

    def __call__(self, of: Tournament) -> AbstractContextManager[GameExecutor]:
        return self._open()

    @contextmanager
    def _open(self) -> Iterator[GameExecutor]:
        with executors.here() as players:

            def submit(of: Tournament, number: int) -> object:
                self.games.append(number)
                return players.submit(of, number)

            yield GameExecutor(players.workers, submit, players.stop)  # type: ignore[arg-type]


def play(match: Match, folder: Path, executor: Counted, *, ended: bool = False) -> Result | None:
    ending = command.Ending(float("-inf" if ended else "inf"))
    command.play([match], "nodes", folder, executor, ending)
    return result(match, "nodes", folder)


@pytest.mark.slow
def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Counted()
    assert play(SMALL, tmp_path, executor, ended=True) is None
    monkeypatch.setattr(command, "TARGETS", (4, 10))
    first = play(SMALL, tmp_path, executor)
    assert executor.games == list(range(10))
    monkeypatch.setattr(command, "TARGETS", (4, 10, 16))
    second = play(SMALL, tmp_path, executor)
    assert executor.games == list(range(16))
    assert first is not None
    assert second is not None
    assert (first.figures.games, second.figures.games) == (10, 16)
    assert second.without_luck.value == pytest.approx(sum(second.played.groups) / 8)
    assert second.without_luck.value != second.share.value


@pytest.mark.slow
def test_what_is_decided_is_played_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("cards", "greedy", "random", seats=2, goal=0.8, missed=0.55)
    executor = Counted()
    found = play(match, tmp_path, executor)
    assert found is not None
    assert found.verdict == "reached"
    assert found.figures.games < 200
    before = len(executor.games)
    assert play(match, tmp_path, executor) == found
    assert len(executor.games) == before


def test_other_bots_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "camelnet" / "bots" / "weights"
    weights.mkdir(parents=True)
    monkeypatch.setattr(results, "ROOT", tmp_path)

    def digests() -> tuple[str, str]:
        results.digest.cache_clear()
        return results.digest("cards"), results.digest("targui")

    before = digests()
    (weights / "cards.cnw").write_bytes(b"a")
    once = digests()
    (weights / "cards.cnw").write_bytes(b"b")
    assert len({before[0], once[0], digests()[0]}) == 3
    assert before[1] == once[1] == digests()[1]
    results.digest.cache_clear()


# --- what a player gives away ---------------------------------------------------------------------


def seen(position: Position, lines: dict[str, tuple[int, float]]) -> Analysis:
    found = [Line(move, visits, share, 0) for move, (visits, share) in lines.items()]
    shares = (found[0].share,) * position.seats
    return Analysis(tuple(found), shares, shares, sum(visits for visits, _share in lines.values()))


def test_a_move_costs_what_the_judges_own_is_better_by() -> None:
    position = rules.new("camelup", seats=3)
    while position.is_chance:
        position = position.apply(position.outcomes()[0][0])
    roll, tile, other = "roll", "tile 9+", "tile 9-"
    seat = position.decider
    assert seat is not None
    looks = []

    def look(at: Position, history: Sequence[str]) -> Analysis:
        looks.append(tuple(history))
        if at == position:
            return seen(at, {roll: (70, 0.4), tile: (29, 0.3), other: (1, 0.9)})
        share = {roll: 0.38, other: 0.45}[history[-1]]
        return seen(at, {"": (1, share)})

    def cost(move: str) -> float:
        looks.clear()
        return given_away.cost(look, position, seat, (), move)

    assert cost(roll) == 0
    assert cost(tile) == pytest.approx(0.1)
    assert len(looks) == 1
    # Hardly tried: a look after each of the two tells, and may find it better after all.
    assert cost(other) == pytest.approx(0.38 - 0.45)
    assert looks == [(), (roll,), (other,)]


@pytest.mark.slow
@only_full
def test_a_weak_player_gives_away_more_than_a_strong_one_and_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given(player: str, games: int) -> list[given_away.Game]:
        setting = given_away.Setting("camelup", player, nodes=60)
        given_away.run(setting, games, tmp_path, 1, lambda: False)
        assert f"{games} games of four `{player}`; a seat gives away" in given_away.line(
            setting, tmp_path
        )
        return list(given_away.read(setting.file(tmp_path)).values())

    weak, strong = given("greedy", 4), given("hard@60nodes", 4)
    assert given_away.points(weak).value > 2 * given_away.points(strong).value
    assert all(abs(sum(game.luck)) < 1e-4 for game in weak)
    play, again = given_away.play, []

    def counted(setting: given_away.Setting, number: int) -> given_away.Game:
        again.append(number)
        return play(setting, number)

    monkeypatch.setattr(given_away, "play", counted)
    assert given("greedy", 5)[:4] == weak
    assert again == [4]


# --- what is shown --------------------------------------------------------------------------------


BEGIN, END = page.marks("strength")


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A page with marks."""
    paper = tmp_path / "page.md"
    paper.write_text(f"# Bots\n\nabove\n{BEGIN}\nold\n{END}\n\nbelow\n")
    return paper


@pytest.mark.slow
def test_the_table_stands_between_the_marks(
    tmp_path: Path, paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "TARGETS", (20,))
    found = play(SMALL, tmp_path / "games", Counted())
    assert found is not None
    report.write([found], ["Cards, judged"], paper)
    text = paper.read_text()
    assert text.startswith("# Bots\n\nabove\n")
    assert text.endswith(f"{END}\n\nbelow\n")
    assert "old" not in text
    share, without = report.percent(found.share), report.percent(found.without_luck)
    row = f"| Camel Up Cards | 1 `greedy` v 1 `random` | 20 | {share} | {without} |  | +0 ["
    assert row in text
    assert "±" in command.line(found)
    assert "--game cards --players greedy,random --games 20 --seed 15" in text
    assert "\n- Cards, judged.\n" in text
    report.write([found], ["Cards, judged"], paper)
    assert paper.read_text() == text


def test_a_page_without_marks_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "page.md"
    empty.write_text("# Bots\n")
    with pytest.raises(ValueError, match="lacks the marks"):
        report.write([], [], empty)


@pytest.mark.parametrize("what", ["strength", "calibration"])
def test_the_real_page_has_the_marks(what: str) -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert [text.count(mark) for mark in page.marks(what)] == [1, 1]


def test_a_match_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--match", "chess"]) == 2
    assert "camelup-1-hard-3-greedy" in capsys.readouterr().out


# --- the reliability curve ------------------------------------------------------------------------


def test_a_curve_says_how_much_was_won_where_how_much_was_said() -> None:
    games = [[(0.3, 1.0), (0.7, 0.0)], [(0.3, 0.0), (0.7, 1.0)], [(0.34, 0.0), (1.0, 1.0)]]
    low, high, certain = calibration.bins(games)
    assert (low.low, low.count) == (0.3, 3)
    assert low.said == pytest.approx(0.94 / 3)
    assert low.won == pytest.approx(1 / 3)
    assert (high.count, high.said, high.won) == (2, 0.7, 0.5)
    assert (certain.low, certain.count, certain.won, certain.reach) == (0.9, 1, 1.0, 0.0)
    assert calibration.error([low, high]) == pytest.approx((0.06 + 0.4) / 5)


def test_the_interval_of_a_curve_is_by_game() -> None:
    random = Random(3)
    games = [[(0.5, float(random.random() < 0.5))] for _ in range(400)]
    (alone,) = calibration.bins(games)
    assert alone.reach == pytest.approx(1.96 * 0.5 / 20, rel=0.01)
    (alike,) = calibration.bins([game * 9 for game in games])  # nine times the same is no more
    assert alike.reach == pytest.approx(alone.reach)


def test_the_power_that_made_the_chances_true_is_found_again() -> None:
    """Every position is won as often by each seat as the sharpened chances say, exactly."""
    chances = [(0.4, 0.3, 0.2, 0.1), (0.7, 0.1, 0.1, 0.1), (0.25, 0.25, 0.25, 0.25)]
    games = [list(zip(said, sharpened(said, 1.4), strict=True)) for said in chances]
    assert calibration.fit(games) == pytest.approx(1.4, abs=0.011)
    told = calibration.calibrated(games[0] + games[1], 1.4)
    assert [said for said, _won in told] == pytest.approx([won for _said, won in told])


@pytest.mark.parametrize("game", list(calibration.DECISIONS))
def test_samples_of_a_game_are_the_same_each_time(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "NODES", 5)
    monkeypatch.setattr(calibration, "PLAYERS", (("greedy", None),))
    calibration.run(game, 2, tmp_path, 1, 60.0)
    path = calibration.file_of(game, tmp_path)
    found = calibration.read(path)
    assert found[1] == calibration.play(game, 1)
    for samples in found.values():
        assert len(samples) % 4 == 0
        assert all(0 <= said <= 1 for said, _won in samples)
    path.write_text(path.read_text().splitlines()[0] + "\n[1, [[0.")  # cut short by a crash
    assert set(calibration.read(path)) == {0}


def test_curves_stand_in_the_page(tmp_path: Path) -> None:
    curve = calibration.bins([[(0.3, 1.0), (0.35, 0.0)], [(0.8, 1.0)]])
    curves = {"camelup": (2, curve), "targui": (2, curve)}
    paper = tmp_path / "page.md"
    paper.write_text("\n".join(page.marks("calibration")))
    calibration.write(curves, paper)
    assert "| 30 to 40 % | 50.0 % (+17.5 ± " in paper.read_text()
    assert "| 20 to 30 % |  |  |" in paper.read_text()
