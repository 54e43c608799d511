"""The games as PettingZoo environments, for researchers. See docs/lab.md, "For researchers".

from camelnet.lab.env import env

table = env(game="camelup", seats=4)
table.reset(seed=1)
for agent in table.agent_iter():
    observation, reward, terminated, truncated, info = table.last()
    ...

Needs the extra `lab`: pip install 'camelnet[lab]'.
"""

from __future__ import annotations

from camelnet.i18n import _

try:
    from camelnet.lab.env.batch import Batch
    from camelnet.lab.env.environment import GameEnv, env, raw_env
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    text = _("{module} is not installed. To install it: pip install 'camelnet[lab]'")
    raise ModuleNotFoundError(text.format(module=error.name), name=error.name) from None

__all__ = ["Batch", "GameEnv", "env", "raw_env"]
