"""The exact NES Tetris as Gymnasium environments, without a ROM."""

from gymnasium.envs.registration import register

from .actions import MOVEMENT, SIMPLE_MOVEMENT
from .console import PIECES, REWARDS, ConsoleEnv, ConsoleVectorEnv
from .placement import PlacementEnv, PlacementVectorEnv

__all__ = [
    "MOVEMENT",
    "PIECES",
    "SIMPLE_MOVEMENT",
    "ConsoleEnv",
    "ConsoleVectorEnv",
    "PlacementEnv",
    "PlacementVectorEnv",
]

for _type in "ab":
    for _version, _reward in enumerate(REWARDS):
        register(
            id=f"rightwell/Tetris{_type.upper()}-v{_version}",
            entry_point="rightwell.console:ConsoleEnv",
            vector_entry_point="rightwell.console:ConsoleVectorEnv",
            kwargs={"game_type": _type, "reward": _reward},
        )
register(
    id="rightwell/Placement-v0",
    entry_point="rightwell.placement:PlacementEnv",
    vector_entry_point="rightwell.placement:PlacementVectorEnv",
)
