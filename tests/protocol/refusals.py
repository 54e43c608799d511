"""Why something is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal


def fault_of(act: Callable[..., object], *arguments: Any, **named: Any) -> Fault:
    """The fault for which this is refused with these arguments."""
    with pytest.raises(Refusal) as caught:
        act(*arguments, **named)
    return caught.value.fault
