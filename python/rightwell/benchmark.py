"""A benchmark that papers can cite: fixed settings and held-out seeds.

`python -m rightwell.benchmark AGENT` plays an agent and prints the mean with its standard error. An agent is `random`, a
built-in player, or `FILE.py:NAME` or `MODULE:NAME`: a function that takes the vector environment and the observation, and
returns an action for each game.
"""

import argparse
import importlib
import importlib.util
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import __version__
from .console import ConsoleVectorEnv
from .placement import PlacementVectorEnv

#: Returns an action for each game of the environment.
Agent = Callable[[Any, Any], NDArray[Any]]
#: Seed of the first game. Agents must not learn from this seed or later ones.
FIRST_SEED = 2**62
#: Games that are stepped together.
TOGETHER = 64
#: Last line of placement games.
LAST_LINE = 230
#: Frames of ten minutes on an NTSC console.
FRAMES = 36_059
#: Points for rows cleared at once, at level 0.
LINE_POINTS = np.array([0, 40, 100, 300, 1200])


class Task(NamedTuple):
    """Settings of games, and what counts."""

    about: str
    measure: str
    games: int
    begin: Callable[[int], Any]


def _placements(hand: str | None) -> Callable[[int], Any]:
    return lambda count: PlacementVectorEnv(count, level=18, hand=hand, autoreset_mode="DISABLED", copy=False)


#: The tasks by name. Their settings never change: other settings get other names.
TASKS = {
    "placement-hands": Task(
        "placements by the hands `tournament`, from level 18 to line 230", "points", 200, _placements("tournament")
    ),
    "placement-free": Task("placements without gravity, from level 18 to line 230", "points", 200, _placements(None)),
    "console": Task(
        "the console's buttons frame by frame, from level 0, for ten minutes",
        "lines",
        100,
        lambda count: ConsoleVectorEnv(count, game_type="a", reward="lines", autoreset_mode="DISABLED", copy=False),
    ),
}


class Result(NamedTuple):
    """Result of an agent. `values` holds the measure of each game, `lines` its lines."""

    task: str
    agent: str
    values: list[int]
    lines: list[int]

    def mean(self) -> float:
        """Returns the mean of the measure."""
        return float(np.mean(self.values))

    def error(self) -> float:
        """Returns the standard error of the mean. With a single game it is unknown: NaN."""
        count = len(self.values)
        return float(np.std(self.values, ddof=1)) / math.sqrt(count) if count > 1 else math.nan

    def as_json(self) -> str:
        """Returns all figures as JSON."""
        error = self.error()
        figures = {
            "rightwell": __version__,
            "task": self.task,
            "measure": TASKS[self.task].measure,
            "agent": self.agent,
            "first_seed": FIRST_SEED,
            "games": len(self.values),
            "mean": self.mean(),
            "standard_error": None if math.isnan(error) else error,
            "mean_lines": float(np.mean(self.lines)),
            "values": self.values,
            "lines": self.lines,
        }
        return json.dumps(figures, indent=2) + "\n"


def random(env: Any, observation: Any) -> NDArray[Any]:
    """Chooses among the legal actions, with equal chances."""
    actions: NDArray[Any] = env.action_space.sample()
    return actions


def player(name: str) -> Agent:
    """Returns the agent that plays as a built-in player."""
    return lambda env, observation: env.choices(name, last_line=LAST_LINE)


def agent_named(text: str, task: str) -> Agent:
    """Returns the agent that a text names, see the top of this page."""
    where, _, name = text.rpartition(":")
    if text == "random":
        return random
    if not where:
        if task == "console":
            raise ValueError(f"agent {text!r}: players choose placements; allowed here: random, FILE.py:NAME, MODULE:NAME")
        PlacementVectorEnv(1).choices(text)
        return player(text)
    if where.endswith(".py"):
        sys.path.insert(0, str(Path(where).resolve().parent))
        spec = importlib.util.spec_from_file_location(Path(where).stem, where)
        if spec is None or spec.loader is None or not Path(where).is_file():
            raise ValueError(f"agent {text!r}: no such file")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(where)
    agent: Agent = getattr(module, name)
    return agent


def play(task: str, agent: Agent, name: str = "agent", games: int | None = None) -> Result:
    """Plays the first `games` games of a task, all of them by default."""
    chosen = TASKS[task]
    games = chosen.games if games is None else games
    values: list[int] = []
    lines: list[int] = []
    for first in range(0, games, TOGETHER):
        env = chosen.begin(min(TOGETHER, games - first))
        env.action_space.seed(first)
        some, their_lines = _played(env, agent, FIRST_SEED + first, chosen.measure == "points")
        values.extend(some)
        lines.extend(their_lines)
    return Result(task, name, values, lines)


def _played(env: Any, agent: Agent, seed: int, counts_points: bool) -> tuple[list[int], list[int]]:
    """Plays all games of an environment until their end. Returns their measures and lines."""
    observation, info = env.reset(seed=seed)
    # The points of the environment stop at 999,999, as on the cartridge.
    points = np.zeros(env.num_envs, dtype=np.int64)
    lines = np.zeros(env.num_envs, dtype=np.int64)
    running = np.ones(env.num_envs, dtype=np.bool_)
    steps = 0
    while running.any() and (counts_points or steps < FRAMES):
        observation, _, terminated, _, info = env.step(np.asarray(agent(env, observation)))
        now = np.where(running, info["number_of_lines"], lines)
        level = np.ravel(observation["level"]).astype(np.int64)
        points += np.where(running, LINE_POINTS[now - lines] * (level + 1), 0)
        lines, steps = now, steps + 1
        running &= ~terminated
        if counts_points:
            running &= lines < LAST_LINE
    return (points if counts_points else lines).tolist(), lines.tolist()


def main(arguments: list[str] | None = None) -> None:
    """Runs the command."""
    tasks = "\n".join(f"  {name}: {task.about}; {task.measure}, {task.games} games" for name, task in TASKS.items())
    parser = argparse.ArgumentParser(
        prog="python -m rightwell.benchmark",
        description=__doc__,
        epilog=f"tasks:\n{tasks}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("agent", help="random, a built-in player such as scorer, FILE.py:NAME or MODULE:NAME")
    parser.add_argument("--task", choices=TASKS, default="placement-hands", help="settings (default: placement-hands)")
    parser.add_argument("--games", type=int, help="number of games (default: as the task says)")
    parser.add_argument("--json", metavar="FILE|-", help="write all figures as JSON")
    options = parser.parse_args(arguments)
    task = TASKS[options.task]
    games = task.games if options.games is None else options.games
    if games < 1:
        parser.error(f"--games {games} is out of range; allowed: 1 or more")
    try:
        agent = agent_named(options.agent, options.task)
    except (ValueError, ImportError, AttributeError, OSError) as fault:
        parser.error(str(fault))
    result = play(options.task, agent, options.agent, games)
    if options.json == "-":
        sys.stdout.write(result.as_json())
        return
    if options.json:
        Path(options.json).write_text(result.as_json())
    note = "" if games == task.games else f" (the benchmark is {task.games} games)"
    lines = float(np.mean(result.lines))
    print(f"{options.task}, {options.agent}: {games} games{note}")
    print(f"  {task.measure} {result.mean():,.1f}, standard error {result.error():,.1f}; lines {lines:,.1f}")


if __name__ == "__main__":
    main()
