"""Seeds, states, recordings and autoreset of the environments."""

import operator
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

Region = Literal["ntsc", "pal"]
#: Result of a step of many games: observations, rewards, terminated, truncated and infos.
Step = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
#: Most threads that can be asked for.
THREADS_MAX = 1024
#: Rules that `reset` can change.
RESET_OPTIONS = ("level", "mode", "position")


def checked_number(name: str, value: Any, least: int, most: int) -> int:
    """Returns the integer from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} {value!r} is not an integer; allowed: {least} to {most}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} {number} is out of range; allowed: {least} to {most}")
    return number


def checked_seed(seed: Any) -> int:
    return checked_number("seed", seed, 0, 2**64 - 1)


def fresh_seed() -> int:
    return secrets.randbits(64)


def checked_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Returns a mode by its name, such as `SAME_STEP`, or by Gymnasium's value, such as `SameStep`."""
    if isinstance(mode, str) and mode in AutoresetMode.__members__:
        return AutoresetMode[mode]
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(AutoresetMode.__members__)
        raise ValueError(f"autoreset_mode {mode!r}; allowed: {names}") from None


def checked_render_mode(mode: str | None, metadata: dict[str, Any]) -> str | None:
    if mode is not None and mode not in metadata["render_modes"]:
        raise ValueError(f"render_mode {mode!r}; allowed: {', '.join(metadata['render_modes'])}")
    return mode


def observed(facts: NDArray[np.int32], columns: dict[str, int], spaces: dict[str, gym.Space[Any]]) -> dict[str, Any]:
    """Returns views of the observed numbers of all games. Only those of `Discrete` spaces have no axis of their own."""
    shown = {}
    for name, space in spaces.items():
        column = columns[name]
        is_discrete = isinstance(space, gym.spaces.Discrete)
        shown[name] = facts[:, column] if is_discrete else facts[:, column : column + 1]
    return shown


def of_game(value: Any, place: Any) -> Any:
    """Returns a copy of the part of one game."""
    if isinstance(value, dict):
        return {key: of_game(part, place) for key, part in value.items()}
    part = value[place]
    return np.int64(part) if isinstance(part, np.int32) else part.copy()


def checked_actions(actions: Any, count: int, allowed: int) -> NDArray[np.int64]:
    """Returns the actions of `count` games, each from 0 to `allowed - 1`, as integers."""
    actions = np.asarray(actions)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise ValueError(f"actions are {actions.dtype}{list(actions.shape)}; allowed: integers[{count}]")
    if actions.min() < 0 or actions.max() >= allowed:
        raise ValueError(f"an action is out of range; allowed: 0 to {allowed - 1}")
    return np.ascontiguousarray(actions, dtype=np.int64)


def as_state(kind: Any, state: Any) -> Any:
    """Returns a state of this kind. Bytes are read as a saved state."""
    if isinstance(state, (bytes, bytearray)):
        return kind(bytes(state))
    if not isinstance(state, kind):
        raise ValueError(f"a {type(state).__name__} is no state of such a game")
    return state


def change_rules(env: Any, options: dict[str, Any]) -> None:
    """Begins games with these rules in place of the old ones. The seeds stay."""
    allowed = [name for name in RESET_OPTIONS if name in env._options]
    for name in options:
        if name not in allowed:
            raise ValueError(f"unknown reset option {name!r}; allowed: {', '.join(allowed)}")
    if options:
        changed = env._options | options
        games = env._begin([0] * len(env._games), changed)
        games.continue_seeds(env._games)
        env._options, env._games = changed, games


def read_only(value: Any) -> Any:
    """Returns views of all arrays that cannot be written."""
    if isinstance(value, dict):
        return {key: read_only(part) for key, part in value.items()}
    view = value.view()
    view.flags.writeable = False
    return view


class Game(gym.Env[Any, Any]):
    """An environment of one game. `_begin` of a subclass returns the compiled games for a list of seeds."""

    _games: Any
    _options: dict[str, Any]
    #: Class of the states.
    _State: Any

    def __init__(self) -> None:
        self._games = self._begin([fresh_seed()], self._options)

    def _begin(self, seeds: list[int], options: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _observation(self) -> Any:
        raise NotImplementedError

    def _info(self) -> dict[str, Any]:
        raise NotImplementedError

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins the next game. A seed determines this game and all later ones. `options` may change `level`, `position`
        and, of console games, `mode`, from this game on."""
        seed = None if seed is None else checked_seed(seed)
        change_rules(self, options or {})
        super().reset(seed=seed)
        self._games.seed([seed])
        self._games.reset()
        return self._observation(), self._info()

    def _result(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Returns the result of the last step."""
        games = self._games
        return self._observation(), float(games.rewards[0]), bool(games.terminated[0]), False, self._info()

    def state(self) -> Any:
        """Returns a copy of the game and of the seeds of later games, for `set_state`. `bytes(state)` can be saved."""
        return self._games.state(0)

    def set_state(self, state: Any) -> tuple[Any, dict[str, Any]]:
        """Continues from a state or from its bytes, of a game with these rules. Returns observation and info."""
        self._games.set_state(0, as_state(self._State, state))
        return self._observation(), self._info()

    def recording(self, path: str | Path | None = None) -> str:
        """Returns the game as a recording that `rightwell replay` shows. With a path, also writes it to this file, which
        ends in `.fm2` or `.ron`, as the game requires: the other ending is replaced, any other name is kept before it."""
        text: str
        text, ending = self._games.recording(0)
        if path is not None:
            path = Path(path)
            name = path.stem if path.suffix in (".fm2", ".ron") else path.name
            path.with_name(f"{name}.{ending}").write_text(text)
        return text

    def watch(self) -> bool:
        """Shows the game in the window of `rightwell`. Returns `False` if the program is not on the `PATH`."""
        program = shutil.which("rightwell")
        if program is None:
            return False
        text, ending = self._games.recording(0)
        file = Path(tempfile.mkdtemp(prefix="rightwell-")) / f"game.{ending}"
        file.write_text(text)
        subprocess.Popen([program, "replay", str(file)])
        return True

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_games": bytes(self._games.state(0))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._games = self._begin([0], self._options)
        self._games.set_state(0, self._State(state["_games"]))


class VectorGames(VectorEnv[Any, Any, Any]):
    """An environment of several games that are stepped together."""

    _games: Any
    _options: dict[str, Any]
    #: Class of the states.
    _State: Any

    def __init__(
        self, num_envs: int, autoreset_mode: AutoresetMode | str, copy: bool, info: bool, render_mode: str | None
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs {num_envs} is out of range; allowed: 1 or more")
        self.num_envs = num_envs
        self.autoreset_mode = checked_autoreset(autoreset_mode)
        self.render_mode = checked_render_mode(render_mode, self.metadata)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._copy = copy
        self._with_info = info
        self._truncated = np.zeros(num_envs, dtype=np.bool_)
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._viewed: Any = None
        self._views: Any = None
        self._games = self._begin([fresh_seed() for _ in range(num_envs)], self._options)

    def _begin(self, seeds: list[int], options: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _observation(self) -> Any:
        """Returns views of the arrays."""
        raise NotImplementedError

    def _info(self) -> dict[str, Any]:
        raise NotImplementedError

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins the next game of each place or, with `options={"reset_mask": mask}`, of some places. The seed of place
        number `i` is `seed[i]`, or `seed + i` for a single number. Without a mask, `options` may change `level`,
        `position` and, of console games, `mode`, from these games on."""
        rules = dict(options or {})
        mask = rules.pop("reset_mask", None)
        if mask is not None:
            if rules:
                raise ValueError(f"reset option {min(rules)!r} cannot be combined with 'reset_mask'")
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise ValueError(f"reset_mask is {mask.dtype}{list(mask.shape)}; allowed: bool[{self.num_envs}]")
            mask = np.ascontiguousarray(mask)
        if isinstance(seed, Iterable):
            first, seeds = None, [None if one is None else checked_seed(one) for one in seed]
            if len(seeds) != self.num_envs:
                raise ValueError(f"{len(seeds)} seeds; allowed: {self.num_envs}, one for each game")
        else:
            first = None if seed is None else checked_seed(seed)
            seeds = [None if first is None else checked_seed(first + place) for place in range(self.num_envs)]
        change_rules(self, rules)
        super().reset(seed=first)
        if mask is not None:
            seeds = [one if chosen else None for one, chosen in zip(seeds, mask, strict=True)]
        self._games.seed(seeds)
        self._games.reset(mask)
        return self._results()[0], self._infos()

    def _step(self, actions: NDArray[Any], *more: bool) -> Step:
        """Steps all games, and resets those that are over, as the autoreset mode says."""
        games = self._games
        games.step(actions, self.autoreset_mode == AutoresetMode.NEXT_STEP, *more)
        rewards, terminated = games.rewards, games.terminated
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            rewards, terminated = rewards.copy(), terminated.copy()
            final = self._final(terminated)
            games.reset(terminated)
            return self._results()[0], rewards, terminated, self._truncated.copy(), self._infos() | final
        return *self._results(), self._infos()

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Returns the last observation and info of each game that is over, as Gymnasium's own vectors do."""
        observation = self._observation()
        final = np.full(self.num_envs, None, dtype=object)
        for place in np.flatnonzero(over):
            final[place] = of_game(observation, place)
        info = {}
        for key, value in self._info().items():
            info[key], info[f"_{key}"] = self._copied(value), over.copy()
        return {"final_obs": final, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}

    def _infos(self) -> dict[str, Any]:
        """Returns the info and, as Gymnasium's own vectors do, which games have each key: all."""
        if not self._with_info:
            return {}
        info = self._info()
        shown: dict[str, Any] = self._shown(info | {f"_{key}": self._all for key in info})
        return shown

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Returns the picture of each game, or `None` without a render mode."""
        return None if self.render_mode is None else tuple(map(self._games.picture, range(self.num_envs)))

    def _results(self) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Returns observations, rewards, terminated and truncated. The views are made once, because their arrays stay."""
        games = self._games
        if self._copy or self._viewed is not games:
            results = (self._observation(), games.rewards, games.terminated, self._truncated)
            observation, rewards, terminated, truncated = map(self._shown, results)
            if self._copy:
                return observation, rewards, terminated, truncated
            self._viewed, self._views = games, (observation, rewards, terminated, truncated)
        observation, rewards, terminated, truncated = self._views
        return dict(observation) if isinstance(observation, dict) else observation, rewards, terminated, truncated

    def _shown(self, value: Any) -> Any:
        """Returns a copy of all arrays, or read-only views if the user wants views."""
        return self._copied(value) if self._copy else read_only(value)

    def _copied(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._copied(part) for key, part in value.items()}
        return value.copy()

    def state(self, place: int) -> Any:
        """Returns a copy of the game in a place, for `set_state`. `bytes(state)` can be saved."""
        return self._games.state(place)

    def set_state(self, place: int, state: Any) -> None:
        """Continues the game in a place from a state or from its bytes, of a game with these rules."""
        self._games.set_state(place, as_state(self._State, state))

    def recording(self, place: int) -> str:
        """Returns the game in a place as a recording."""
        text: str = self._games.recording(place)[0]
        return text

    def __getstate__(self) -> dict[str, Any]:
        states = [bytes(self._games.state(place)) for place in range(self.num_envs)]
        return self.__dict__ | {"_games": states, "_viewed": None, "_views": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._games = self._begin([0] * self.num_envs, self._options)
        for place, one in enumerate(state["_games"]):
            self._games.set_state(place, self._State(one))
