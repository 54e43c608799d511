"""The network in numpy: forward, gradients, Adam, and the running average of its weights.

The same function as native/src/network.c; tests hold the two together, and the gradients against
differences.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from camelnet.bots.network import Network, Shape, make

Floats: TypeAlias = npt.NDArray[Any]

LEAK = 0.05  # as in network.c
MONEY = 10.0  # the coins in one unit of the money output
MONEY_WEIGHT = 0.05  # weight of money's squared error beside the victory's cross entropy


def parts_of(shape: Shape) -> list[tuple[str, tuple[int, ...]]]:
    """The matrices in the order of a weights file."""
    top = shape.second or shape.first
    hidden = [("first", (shape.inputs, shape.first)), ("first_bias", (shape.first,))]
    if shape.second:
        hidden += [("second", (shape.first, shape.second)), ("second_bias", (shape.second,))]
    last = [("straight", (2, shape.inputs)), ("last", (2, top)), ("last_bias", (2,))]
    return [*hidden, *last]


@dataclass(slots=True)
class Model:
    """Weights by name, float32."""

    shape: Shape
    weights: dict[str, Floats]

    @classmethod
    def fresh(cls, shape: Shape, seed: int, start: int | None = None) -> Model:
        """Small random weights below, and a score that begins at 0, or equals the input `start`."""
        draw = np.random.default_rng(seed)
        weights = {}
        for name, size in parts_of(shape):
            scale = (2 / size[0]) ** 0.5 if name in ("first", "second") else 0.0
            weights[name] = (draw.standard_normal(size) * scale).astype(np.float32)
        weights["last"] = (draw.standard_normal(weights["last"].shape) * 0.01).astype(np.float32)
        if start is not None:
            weights["straight"][0, start] = 1
        return cls(shape, weights)

    @classmethod
    def of(cls, shape: Shape, flat: array[float]) -> Model:
        """The model of a weights file."""
        weights, begin = {}, 0
        numbers = np.array(flat, np.float32)
        if len(numbers) != shape.weights:
            raise ValueError(f"{len(numbers)} weights do not make {shape}")
        for name, size in parts_of(shape):
            end = begin + math.prod(size)
            weights[name] = numbers[begin:end].reshape(size).copy()
            begin = end
        return cls(shape, weights)

    def flat(self) -> array[float]:
        flat = array("f")
        for name, _size in parts_of(self.shape):
            flat.frombytes(np.ascontiguousarray(self.weights[name], np.float32).tobytes())
        return flat

    def network(self, game: str) -> Network:
        return make(game, self.shape, self.flat(), {})


@dataclass(slots=True)
class Batch:
    """Positions of games with equally many seats.

    inputs (positions, seats, inputs); alive (positions, seats) of 0 and 1; share and money
    (positions, seats), money in coins.
    """

    inputs: Floats
    alive: Floats
    share: Floats
    money: Floats


@dataclass(slots=True)
class Outputs:
    share: Floats
    money: Floats  # in units of MONEY
    hidden: list[Floats] = field(default_factory=list)


def forward(model: Model, inputs: Floats, alive: Floats) -> Outputs:
    """Shares and money for inputs (positions, seats, inputs)."""
    w = model.weights
    layers = [inputs @ w["first"] + w["first_bias"]]
    layers.append(_bent(layers[0]))
    if model.shape.second:
        layers.append(layers[1] @ w["second"] + w["second_bias"])
        layers.append(_bent(layers[2]))
    out = inputs @ w["straight"].T + layers[-1] @ w["last"].T + w["last_bias"]
    score = np.where(alive > 0, out[..., 0], np.float32(-1e30))
    power = np.exp(score - score.max(axis=1, keepdims=True))
    return Outputs(power / power.sum(axis=1, keepdims=True), out[..., 1], layers)


def loss_of(model: Model, batch: Batch) -> tuple[float, float]:
    """The mean cross entropy of the victory (nats), and the mean squared error of money."""
    found = forward(model, batch.inputs, batch.alive)
    entropy = -(batch.share * np.log(np.maximum(found.share, 1e-12))).sum(axis=1).mean()
    return float(entropy), float(((found.money * MONEY - batch.money) ** 2).mean())


def gradients(model: Model, batch: Batch) -> dict[str, Floats]:
    """The gradient of cross entropy + MONEY_WEIGHT · squared error of money / MONEY², both summed
    over seats and averaged over positions."""
    w, count = model.weights, len(batch.inputs)
    found = forward(model, batch.inputs, batch.alive)
    score = (found.share - batch.share) * batch.alive / count
    money = 2 * MONEY_WEIGHT * (found.money - batch.money / MONEY) / count
    out = np.stack([score, money], axis=-1).reshape(-1, 2).astype(np.float32)
    inputs = batch.inputs.reshape(-1, model.shape.inputs)
    layers = [layer.reshape(-1, layer.shape[-1]) for layer in found.hidden]
    steep: dict[str, Floats] = {
        "straight": out.T @ inputs,
        "last": out.T @ layers[-1],
        "last_bias": out.sum(axis=0),
    }
    back = out @ w["last"]
    if model.shape.second:
        back = np.where(layers[2] > 0, back, back * np.float32(LEAK))
        steep["second"] = layers[1].T @ back
        steep["second_bias"] = back.sum(axis=0)
        back = back @ w["second"].T
    back = np.where(layers[0] > 0, back, back * np.float32(LEAK))
    steep["first"] = inputs.T @ back
    steep["first_bias"] = back.sum(axis=0)
    return steep


def _bent(numbers: Floats) -> Floats:
    return np.where(numbers > 0, numbers, numbers * np.float32(LEAK))


class Adam:
    """Kingma and Ba 2015, with a running average of the weights (Polyak and Juditsky 1992)."""

    def __init__(self, model: Model, *, average: float = 0.999, decay: float = 1e-5) -> None:
        self._first = {name: np.zeros_like(part) for name, part in model.weights.items()}
        self._second = {name: np.zeros_like(part) for name, part in model.weights.items()}
        self._model, self._steps, self._rate_of_average, self._decay = model, 0, average, decay
        self.average = Model(model.shape, {n: p.copy() for n, p in model.weights.items()})

    def step(self, steep: dict[str, Floats], rate: float) -> None:
        self._steps += 1
        kept = min(self._rate_of_average, self._steps / (self._steps + 10))
        for name, part in self._model.weights.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (steep[name] - first)
            second += 0.001 * (steep[name] ** 2 - second)
            mean = first / (1 - 0.9**self._steps)
            spread = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            part -= rate * (mean / spread + self._decay * part)
            mine = self.average.weights[name]
            mine += (1 - kept) * (part - mine)
