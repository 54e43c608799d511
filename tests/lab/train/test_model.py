"""The network in numpy against differences, and against the one in C."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from camelnet.bots.network import Shape, make
from camelnet.lab.train.model import (
    MONEY,
    MONEY_WEIGHT,
    Adam,
    Batch,
    Model,
    forward,
    gradients,
    loss_of,
    parts_of,
)
from camelnet.rules.core import ffi, lib

SHAPES = [Shape(5, 8, 0), Shape(13, 9, 7), Shape(40, 64, 32)]


def model_of(shape: Shape, seed: int = 1) -> Model:
    model = Model.fresh(shape, seed)
    draw = np.random.default_rng(seed)
    for name, size in parts_of(shape):
        model.weights[name] = (draw.standard_normal(size) * 0.3).astype(np.float32)
    return model


def batch_of(shape: Shape, seats: int, seed: int = 2, count: int = 6) -> Batch:
    draw = np.random.default_rng(seed)
    inputs = draw.uniform(-1, 1, (count, seats, shape.inputs)).astype(np.float32)
    inputs[draw.random(inputs.shape) < 0.3] = 0
    alive = (draw.random((count, seats)) < 0.8).astype(np.float32)
    alive[:, 0] = 1
    share = draw.random((count, seats)).astype(np.float32) * alive
    share /= share.sum(axis=1, keepdims=True)
    return Batch(inputs, alive, share, draw.uniform(0, 40, (count, seats)).astype(np.float32))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_network_in_c_gives_the_same_numbers(shape: Shape, seats: int) -> None:
    model, batch = model_of(shape), batch_of(shape, seats)
    network = make("camelup", shape, model.flat(), {})
    share, money = ffi.new("float[8]"), ffi.new("float[8]")
    expected = forward(model, batch.inputs, batch.alive)
    for k in range(len(batch.inputs)):
        alive = sum(1 << seat for seat in range(seats) if batch.alive[k, seat])
        rows = ffi.from_buffer("float[]", array("f", batch.inputs[k].reshape(-1).tolist()))
        lib.cn_network_run(network.memory, rows, seats, alive, share, money)
        assert list(share[0:seats]) == pytest.approx(expected.share[k].tolist(), abs=1e-5)
        found = [coins / MONEY for coins in money[0:seats]]
        assert found == pytest.approx(expected.money[k].tolist(), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("shape", SHAPES[:2])
def test_gradients_are_what_differences_say(shape: Shape) -> None:
    model, batch = model_of(shape), batch_of(shape, 4)
    for name, part in model.weights.items():
        model.weights[name] = part.astype(np.float64)  # differences need the digits
    wide = Batch(
        *(getattr(batch, n).astype(np.float64) for n in ("inputs", "alive", "share", "money"))
    )

    def loss() -> float:
        entropy, _squares = loss_of(model, wide)
        found = forward(model, wide.inputs, wide.alive)
        squares = ((found.money - wide.money / MONEY) ** 2).sum(axis=1).mean()
        return entropy + MONEY_WEIGHT * float(squares)

    steep = gradients(model, wide)
    for name, part in model.weights.items():
        flat, slope = part.reshape(-1), steep[name].reshape(-1)
        for at in np.random.default_rng(3).integers(0, flat.size, 6):
            kept, step = flat[at], 1e-4
            flat[at] = kept + step
            above = loss()
            flat[at] = kept - step
            below = loss()
            flat[at] = kept
            assert slope[at] == pytest.approx((above - below) / (2 * step), abs=2e-4)


def test_adam_learns_what_can_be_learned() -> None:
    shape = Shape(5, 8, 0)
    model, batch = Model.fresh(shape, 1), batch_of(shape, 3, count=64)
    teacher = model_of(shape, 9)
    batch.share = forward(teacher, batch.inputs, batch.alive).share
    adam, before = Adam(model), loss_of(model, batch)[0]
    least = -(batch.share * np.log(np.maximum(batch.share, 1e-12))).sum(axis=1).mean()
    for _ in range(400):
        adam.step(gradients(model, batch), 0.01)
    after = loss_of(adam.average, batch)[0]
    assert after - least < 0.2 * (before - least)
