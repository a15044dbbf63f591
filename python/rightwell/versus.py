"""Two players against each other, with garbage, as PettingZoo's parallel environment.

Needs `pip install rightwell[pettingzoo]`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from . import _native
from ._games import Region, checked_number, checked_render_mode, checked_seed, fresh_seed
from .actions import MOVEMENT, to_bits
from .console import NUMBERS

FACT = {name: column for column, name in enumerate(_native.VersusRound.FACTS)}
#: Observed numbers of each player, with their spaces. `pending` are rows of garbage to come, `sent` rows sent.
PLAYER_NUMBERS: dict[str, Space[Any]] = {
    **NUMBERS,
    "pending": Box(0, 2**31 - 1, (1,), np.int32),
    "sent": Box(0, 2**31 - 1, (1,), np.int32),
}
PLAYER = Dict({"board": Box(0, 1, (20, 10), np.uint8), **PLAYER_NUMBERS})


class VersusEnv(ParallelEnv[str, dict[str, Any], int]):
    """A round of `left` against `right`, frame by frame, by the rules of `rightwell versus`.

    An action is the buttons held in the next `skip_frames` frames. Each player sees its own game as `own` and the other's
    as `other`. The reward `win` is 1 for the winner and -1 for the loser at the end; `garbage` is the rows that a player
    sends, less those that the other sends. Both players get the same pieces; equal seeds give equal rounds."""

    metadata: dict[str, Any] = {"name": "rightwell_versus_v0", "render_modes": ["rgb_array"], "render_fps": 60}
    possible_agents = ["left", "right"]

    def __init__(
        self,
        *,
        levels: tuple[int, int] = (0, 0),
        garbage: Literal["fixed", "changing", "off"] = "fixed",
        cancelling: bool = False,
        region: Region = "ntsc",
        randomizer: str = "nes-odds",
        skip_frames: int = 1,
        reward: Literal["win", "garbage"] = "win",
        actions: Sequence[Sequence[str]] | None = MOVEMENT,
        render_mode: Literal["rgb_array"] | None = None,
    ) -> None:
        if reward not in ("win", "garbage"):
            raise ValueError(f"reward {reward!r}; allowed: win, garbage")
        for level in levels:
            checked_number("level", level, 0, 29)
        self._skip_frames = checked_number("skip_frames", skip_frames, 1, 3_600)
        self._reward = reward
        self._bits = to_bits(actions)
        self._options: dict[str, Any] = {
            "levels": (levels[0], levels[1]),
            "garbage": garbage,
            "cancelling": cancelling,
            "region": region,
            "randomizer": randomizer,
        }
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.agents: list[str] = []
        self.observation_spaces = {agent: Dict({"own": PLAYER, "other": PLAYER}) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(self._bits)) for agent in self.possible_agents}
        self._seeds = np.random.default_rng(fresh_seed())
        self._round = self._begin()

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begins the next round. A seed determines this round and all later ones. Options have no effect: PettingZoo's
        checks pass some."""
        if seed is not None:
            self._seeds = np.random.default_rng(checked_seed(seed))
        self._round = self._begin()
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Holds the buttons of both players' actions. After the end of the round, `agents` is empty."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        for agent in self.possible_agents:
            if agent not in actions or not self.action_spaces[agent].contains(actions[agent]):
                raise ValueError(f"action {actions.get(agent)!r} of {agent}; allowed: 0 to {len(self._bits) - 1}")
        left, right = (int(self._bits[int(actions[agent])]) for agent in self.possible_agents)
        before = self._sent()
        self._round.step((left, right), self._skip_frames)
        outcome = self._round.outcome
        if self._reward == "win":
            gain = {None: 0.0, 0: 1.0, 1: -1.0, 2: 0.0}[outcome]
        else:
            gain = float(np.subtract(*(self._sent() - before)))
        over = outcome is not None
        results = (
            self._observations(),
            {"left": gain, "right": -gain},
            dict.fromkeys(self.possible_agents, over),
            dict.fromkeys(self.possible_agents, False),
            self._infos(),
        )
        if over:
            self.agents = []
        return results

    def render(self) -> NDArray[np.uint8] | None:
        """Returns the picture of both players, or `None` without a render mode."""
        return None if self.render_mode is None else self._round.picture()

    def recording(self, path: str | Path | None = None) -> str:
        """Returns the round as a recording that `rightwell replay` shows, and writes it to a file ending in `.ron`."""
        text = self._round.recording()
        if path is not None:
            Path(path).write_text(text)
        return text

    def _begin(self) -> _native.VersusRound:
        seed = int(self._seeds.integers(2**64, dtype=np.uint64))
        return _native.VersusRound(seed, **self._options)

    def _sent(self) -> NDArray[np.int32]:
        return self._round.facts[:, FACT["sent"]].copy()

    def _observations(self) -> dict[str, dict[str, Any]]:
        seen = [self._seen(side) for side in (0, 1)]
        return {
            agent: {"own": seen[side], "other": seen[1 - side]} for side, agent in enumerate(self.possible_agents)
        }

    def _seen(self, side: int) -> dict[str, Any]:
        facts = self._round.facts[side]
        numbers: dict[str, Any] = {}
        for name, space in PLAYER_NUMBERS.items():
            number = facts[FACT[name]]
            numbers[name] = np.int64(number) if isinstance(space, Discrete) else np.array([number], dtype=np.int32)
        return {"board": self._round.board[side].copy(), **numbers}

    def _infos(self) -> dict[str, dict[str, Any]]:
        facts = self._round.facts.tolist()
        return {
            agent: {"score": facts[side][FACT["score"]], "sent": facts[side][FACT["sent"]], "outcome": self._round.outcome}
            for side, agent in enumerate(self.possible_agents)
        }
