"""The PettingZoo environment of one table: seats decide one after the other, the referee does
everything else."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any, Literal

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from camelnet import rules
from camelnet.lab.env import camelup, cards, targui
from camelnet.lab.env.codec import Codec
from camelnet.rules import Position
from camelnet.rules.batch import Numbers
from camelnet.rules.words import words
from camelnet.session.game.referee import Referee

Reward = Literal["victory", "score"]

PLIES_MAX = 20_000
ILLEGAL_REWARD = -1.0
CODECS: dict[str, Codec] = {"camelup": camelup, "cards": cards, "targui": targui}


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc] # without stubs these are Any
    """The bare environment; `env` wraps it so that wrong use gets noticed.

    Agents are "seat_0", "seat_1" and so on. An observation is a dictionary: "observation", numbers
    in the layout of `blocks`, and "action_mask", a 1 for each possible action (all 0 for seats that
    are not on turn). It contains only the seat's own hidden cards. `actions` names each action.

    Rewards are for "victory": at the end the share of it, 1 in all; or for "score": every change of
    a seat's score by decisions and the luck behind them.
    """

    metadata = {  # noqa: RUF012 # PettingZoo's name for it
        "name": "camelnet_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str = "camelup",
        seats: int = 4,
        options: rules.Options | None = None,
        *,
        reward: Reward = "victory",
        render_mode: str | None = None,
        plies_max: int = PLIES_MAX,
    ) -> None:
        """ValueError for an invalid game, seats, options or reward. A game longer than `plies_max`
        decisions, chances and openings is truncated."""
        EzPickle.__init__(
            self,
            game,
            seats,
            options,
            reward=reward,
            render_mode=render_mode,
            plies_max=plies_max,
        )
        AECEnv.__init__(self)
        if reward not in ("victory", "score"):
            raise ValueError(f"reward: {reward!r:.40} is neither victory nor score")
        self._start = rules.new(game, seats, options)
        self._core = Numbers(self._start)
        self._reward = reward
        self._plies_max = plies_max
        self.render_mode = render_mode
        self.actions = CODECS[game].actions(seats)
        self.blocks = CODECS[game].blocks(seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        low = [block.low for block in self.blocks for _ in range(block.size)]
        high = [block.high for block in self.blocks for _ in range(block.size)]
        bounds = [numpy.array(bound, dtype=numpy.int16) for bound in (low, high)]
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(*bounds, dtype=numpy.int16),
                    "action_mask": Box(0, 1, (len(self.actions),), dtype=numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random = Random(secrets.randbits(64))
        self._referee = Referee(self._start, bytes(32), plies_max=plies_max)

    @property
    def position(self) -> Position:
        """The position as the rules know it, without anybody's hidden cards."""
        return self._referee.position

    @property
    def history(self) -> tuple[str, ...]:
        """The notations of this game so far, luck and openings included, as everybody sees them."""
        return self._referee.history

    def legal(self) -> dict[int, str]:
        """The actions of the seat on turn, each with its notation."""
        mask = bytearray(len(self.actions))
        if not self._referee.over:
            self._core.offer(self.position, mask)
        offered = (number for number, can in enumerate(mask) if can)
        return {number: self._notation(number) or "" for number in offered}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. A seed determines it and all games after it."""
        if seed is not None:
            self._random = Random(seed)
        self._referee = Referee(self._start, self._random.randbytes(32), plies_max=self._plies_max)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scores = self.position.scores()
        self.agent_selection = self.agents[0]
        self._come_to_turn()

    def step(self, action: int | None) -> None:
        """Take an action, and let luck and openings follow. ValueError for a masked one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        notation = None if action is None else self._notation(int(action))
        if notation is None:
            raise ValueError(f"action {action!r} cannot be taken now")
        self._cumulative_rewards[agent] = 0.0
        self._referee.decide(notation)
        self._pay()
        self._come_to_turn()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        numbers: Any = numpy.zeros(self._core.numbers, dtype=numpy.int16)
        mask: Any = numpy.zeros(len(self.actions), dtype=numpy.int8)
        self._core.view(self.position, seat, self._referee.faces(seat), numbers)
        if agent == self.agent_selection and not self._referee.over:
            self._core.offer(self.position, mask)
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | None:
        """The board as text: returned for "ansi", printed for "human"."""
        if self.render_mode is None:
            return None
        board = words(self.position.game).board(self.position, self.possible_agents).plain
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _pay(self) -> None:
        """Add the rewards of the latest events."""
        if self._reward == "score":
            scores = self.position.scores()
            paid = [float(new - old) for new, old in zip(scores, self._scores, strict=True)]
            self._scores = scores
        elif self.position.is_over:
            paid = self._referee.shares()
        else:
            self.rewards = dict.fromkeys(self.possible_agents, 0.0)
            return
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._accumulate_rewards()

    def _come_to_turn(self) -> None:
        """Select the next seat to decide, or end the game for all seats."""
        if self._referee.over:
            ended = self.truncations if self._referee.broken_off else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            return
        seat = self.position.decider
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]

    def _notation(self, action: int) -> str | None:
        """The notation of an action now; None if the action is not possible."""
        return self._core.notation(self.position, action)


def raw_env(**given: Any) -> GameEnv:
    """The environment without wrappers; arguments as for `GameEnv`."""
    return GameEnv(**given)


def env(**given: Any) -> Any:
    """The environment in PettingZoo's own form: a masked action ends the game with a reward of -1
    for its agent, and calls in a wrong order get noticed. Arguments as for `GameEnv`."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**given), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
