"""Placement games: an action is a lock of the current piece."""

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

ACTIONS = _native.PlacementGames.ACTIONS
FACT = {name: column for column, name in enumerate(_native.PlacementGames.FACTS)}
#: Most pieces that the player `scorer` searches.
PIECES_MAX = 4
#: Observed numbers, with their spaces.
NUMBERS: dict[str, Space[Any]] = {
    "current": Discrete(7),
    "next": Discrete(7),
    "level": Box(0, 255, (1,), np.int32),
    "lines": Box(0, 25_599, (1,), np.int32),
}
OBSERVATION = Dict({"board": Box(0, 1, (20, 10), np.uint8), **NUMBERS})


class LegalActions(Discrete):
    """All actions. Without a mask, `sample` draws one of those that are legal now."""

    def __init__(self, env: "PlacementEnv") -> None:
        super().__init__(ACTIONS)
        self.env = env

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and not self.env.is_over():
            mask = self.env.action_mask()
        return super().sample(mask=mask, probability=probability)


class LegalActionsOfAll(MultiDiscrete):
    """All actions of many games. Without a mask, `sample` draws actions that are legal now."""

    def __init__(self, env: "PlacementVectorEnv") -> None:
        super().__init__(np.full(env.num_envs, ACTIONS))
        self.env = env

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        legal = self.env._games.mask
        chance = self.np_random.random(legal.shape, dtype=np.float32)
        actions: NDArray[np.int64] = np.argmax(chance * legal, axis=1)
        return actions


class _Options:
    """Options that the environment of one game shares with that of many."""

    _games: _native.PlacementGames
    _State = _native.PlacementState

    def _set_options(
        self,
        *,
        level: int,
        hand: str | None,
        region: str,
        randomizer: str,
        position: str | None,
        illegal: str,
        threads: int,
    ) -> None:
        if illegal not in ("replace", "error"):
            raise ValueError(f"illegal {illegal!r}; allowed: replace, error")
        self._strict = illegal == "error"
        checked_number("threads", threads, 0, THREADS_MAX)
        self._options = {
            "level": level,
            "hand": hand,
            "region": region,
            "randomizer": randomizer,
            "position": position,
            "threads": threads,
        }

    def _observations(self) -> Any:
        """Returns views of the observations of all games."""
        return {"board": self._games.board, **observed(self._games.facts, FACT, NUMBERS)}

    def _begin(self, seeds: list[int], options: dict[str, Any]) -> _native.PlacementGames:
        checked_number("level", options["level"], 0, 255)
        return _native.PlacementGames(seeds, **options)


class PlacementEnv(_Options, Game):
    """One placement game. See the package's README for the options."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}
    action_space: LegalActions

    def __init__(
        self,
        *,
        level: int = 18,
        hand: str | None = "tournament",
        region: Region = "ntsc",
        randomizer: str = "nes-odds",
        position: str | None = None,
        illegal: Literal["replace", "error"] = "replace",
        threads: int = 0,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        self._set_options(
            level=level,
            hand=hand,
            region=region,
            randomizer=randomizer,
            position=position,
            illegal=illegal,
            threads=threads,
        )
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.observation_space = OBSERVATION
        Game.__init__(self)
        self.action_space = LegalActions(self)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Locks the piece. If the action is not legal (1 in `info["action_mask"]`), the next legal one counts, or with
        `illegal="error"`, it raises `ValueError`."""
        if not self.action_space.contains(action):
            raise ValueError(f"action {action!r}; allowed: 0 to {ACTIONS - 1}")
        self._games.step(np.array([action], dtype=np.int64), False, self._strict)
        return self._result()

    def is_over(self) -> bool:
        """Returns whether the game is over."""
        return bool(self._games.terminated[0])

    def action_mask(self) -> NDArray[np.int8]:
        """Returns 1 for each legal action, 0 for the others."""
        mask: NDArray[np.int8] = self._games.mask[0].copy()
        return mask

    def afterstates(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Returns the boards after each legal action, and these actions in the same order."""
        boards, actions, _ = self._games.afterstates()
        return boards, actions

    def prices(self, pieces: int = 2) -> NDArray[np.float64]:
        """Returns what the player `scorer` expects each legal action to cost until the game ends, in lines. The
        order is that of `afterstates`. `pieces` is the depth of the search, from 1 to 4: the current piece, NEXT, and the
        mean over up to two that may come after it. The player itself searches 4, which takes 100 times as long as 2."""
        return self._games.prices(0, checked_number("pieces", pieces, 1, PIECES_MAX))

    def choice(self, player: str = "scorer", *, last_line: int | None = None) -> int:
        """Returns the action that a built-in player chooses. The players are those of `rightwell players`. Learnt players
        play better towards a `last_line` after which the game does not count any more."""
        return int(self._games.choices(0, player, last_line)[0])

    def render(self) -> str | NDArray[np.uint8] | None:
        """Returns the playfield as text or the picture of the game. `None` without a render mode."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self._games.picture(0)
        return "\n".join("".join(".X"[cell] for cell in row) for row in self._games.board[0])

    def _observation(self) -> Any:
        return of_game(self._observations(), 0)

    def _info(self) -> dict[str, Any]:
        facts = self._games.facts[0].tolist()
        return {
            "action_mask": self._games.mask[0].copy(),
            "score": facts[FACT["score"]],
            "number_of_lines": facts[FACT["lines"]],
            "pieces": facts[FACT["pieces"]],
            "action": facts[FACT["action"]],
        }


class PlacementVectorEnv(_Options, VectorGames):
    """Many placement games, stepped together on several threads."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        info: bool = True,
        level: int = 18,
        hand: str | None = "tournament",
        region: Region = "ntsc",
        randomizer: str = "nes-odds",
        position: str | None = None,
        illegal: Literal["replace", "error"] = "replace",
        threads: int = 0,
        render_mode: Literal["rgb_array"] | None = None,
    ) -> None:
        self._set_options(
            level=level,
            hand=hand,
            region=region,
            randomizer=randomizer,
            position=position,
            illegal=illegal,
            threads=threads,
        )
        VectorGames.__init__(self, num_envs, autoreset_mode, copy, info, render_mode)
        self.single_observation_space = OBSERVATION
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(OBSERVATION, num_envs)
        self.action_space = LegalActionsOfAll(self)

    def step(self, actions: NDArray[Any]) -> Step:
        """Locks a piece in each game, see `PlacementEnv.step`. For games that are over, any action is allowed."""
        return self._step(checked_actions(actions, self.num_envs, ACTIONS), self._strict)

    def action_mask(self) -> NDArray[np.int8]:
        """Returns 1 for each legal action of each game, 0 for the others. With `copy=False`, the array changes with the
        next step."""
        mask: NDArray[np.int8] = self._shown(self._games.mask)
        return mask

    def afterstates(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """Returns the boards after each legal action of all games, these actions, and the index at which the boards of
        each game begin, with the number of all boards at the end."""
        return self._games.afterstates()

    def prices(self, place: int | None = None, *, pieces: int = 2) -> NDArray[np.float64]:
        """Returns the prices of the legal actions of all games in the order of `afterstates`, or of the game in one
        place, see `PlacementEnv.prices`. All threads price, without Python's lock."""
        return self._games.prices(place, checked_number("pieces", pieces, 1, PIECES_MAX))

    def choices(self, player: str = "scorer", *, last_line: int | None = None) -> NDArray[np.int64]:
        """Returns the action that a built-in player chooses in each game, see `PlacementEnv.choice`. All threads search,
        without Python's lock."""
        return self._games.choices(None, player, last_line)

    def _observation(self) -> Any:
        return self._observations()

    def _info(self) -> dict[str, Any]:
        facts = self._games.facts
        return {
            "action_mask": self._games.mask,
            "score": facts[:, FACT["score"]],
            "number_of_lines": facts[:, FACT["lines"]],
            "pieces": facts[:, FACT["pieces"]],
            "action": facts[:, FACT["action"]],
        }
