"""Many games as a `VecEnv` of Stable-Baselines3, stepped together. Needs `pip install rightwell[sb3]`."""

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ._games import VectorGames


class Sb3VecEnv(VecEnv):
    """Many games for Stable-Baselines3. `action_masks` is what `MaskablePPO` asks for."""

    def __init__(self, games: VectorGames) -> None:
        self.games = games
        self.render_mode = games.render_mode
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)
        self._actions: NDArray[Any] = np.zeros(games.num_envs, dtype=np.int64)
        self._returns = np.zeros(games.num_envs)
        self._lengths = np.zeros(games.num_envs, dtype=np.int64)

    def reset(self) -> Any:
        """Begins all games and returns their observations."""
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        observation, _ = self.games.reset(seed=seeds)
        self._reset_seeds()
        self._returns[:] = 0
        self._lengths[:] = 0
        return observation

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        """Steps all games. The games that are over have begun anew; their last observation and their sum of rewards are in
        the infos."""
        observation, rewards, over, _, info = self.games.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(over):
            infos[place] = {
                "terminal_observation": info["final_obs"][place],
                "TimeLimit.truncated": False,
                "episode": {"r": float(self._returns[place]), "l": int(self._lengths[place])},
            }
            self._returns[place] = self._lengths[place] = 0
        return observation, rewards.astype(np.float32), over, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions of each game are legal. Console games have no such masks."""
        mask: NDArray[np.bool_] = self.games.action_mask().astype(np.bool_)  # type: ignore[attr-defined]
        return mask

    def close(self) -> None:
        self.games.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        return self.games.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute of all games, once for each of `indices`."""
        value = getattr(self if attr_name in ("action_masks", "render_mode") else self.games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.games, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Calls a method of the games once for each of `indices`. `action_masks` returns the mask of each game."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[place] for place in self._get_indices(indices)]
        return [getattr(self.games, method_name)(*args, **kwargs) for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[gym.Wrapper[Any, Any, Any, Any]], indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]


def make_sb3_vec(name: str = "rightwell/Placement-v0", num_envs: int = 64, **options: Any) -> Sb3VecEnv:
    """Makes many games for Stable-Baselines3: `MaskablePPO("MultiInputPolicy", make_sb3_vec(num_envs=256))`.

    `options` are those of the environment. Observations are copied once a step, because Stable-Baselines3 keeps the last
    ones; `info=False` saves the infos of games that go on."""
    options = {"info": False, **options}
    envs = gym.make_vec(
        name,
        num_envs=num_envs,
        vectorization_mode="vector_entry_point",
        autoreset_mode=AutoresetMode.SAME_STEP,
        **options,
    )
    games = envs.unwrapped
    if not isinstance(games, VectorGames):
        raise ValueError(f"{name!r} is no environment of this package")
    return Sb3VecEnv(games)
