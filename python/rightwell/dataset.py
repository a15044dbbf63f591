"""Games of a built-in player as data for offline learning, with the price of every legal lock as labels.

`python -m rightwell.dataset --player scorer --games 100 --npz games.npz` writes numpy arrays, `--minari ID` a dataset in
Minari's format (needs `pip install rightwell[minari]`).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import __version__
from ._games import fresh_seed
from .placement import ACTIONS, NUMBERS, PlacementVectorEnv

#: Games that are stepped together.
TOGETHER = 64


class Episode(NamedTuple):
    """A game of N pieces. Observations have N + 1 entries, the last after the last lock; all else has N."""

    seed: int
    observations: dict[str, NDArray[Any]]
    actions: NDArray[np.int64]
    rewards: NDArray[np.float64]
    #: True if the game was lost, False if it was cut off.
    is_over: bool
    #: Price in lines of each action, N x 800, see `PlacementEnv.prices`. Infinite for illegal actions. Empty without prices.
    prices: NDArray[np.float32]


def episodes(
    player: str = "scorer",
    games: int = 1,
    *,
    seed: int | None = None,
    pieces: int = 1_000,
    random: float = 0.0,
    price_pieces: int = 2,
    **options: Any,
) -> Iterator[Episode]:
    """Yields games of a built-in player.

    `pieces` cuts a game off, `random` is the share of locks that are drawn instead, `price_pieces` the depth of the prices
    (0: none), and `options` are those of the environment. Equal seeds give equal games."""
    seed = fresh_seed() if seed is None else seed
    for first in range(0, games, TOGETHER):
        count = min(TOGETHER, games - first)
        env = PlacementVectorEnv(count, autoreset_mode="DISABLED", copy=False, **options)
        yield from _together(env, player, (seed + first) % 2**64, pieces, random, price_pieces)


def _together(
    env: PlacementVectorEnv, player: str, seed: int, pieces: int, random: float, price_pieces: int
) -> Iterator[Episode]:
    count = env.num_envs
    seeds = [(seed + place) % 2**64 for place in range(count)]
    observation, _ = env.reset(seed=list(seeds))
    env.action_space.seed(seed % 2**32)
    chance = np.random.default_rng(seed)
    seen: list[dict[str, NDArray[Any]]] = [{key: value.copy() for key, value in observation.items()}]
    actions: list[NDArray[np.int64]] = []
    rewards: list[NDArray[np.float64]] = []
    prices: list[NDArray[np.float32]] = []
    lengths = np.zeros(count, dtype=np.int64)
    over = np.zeros(count, dtype=np.bool_)
    while len(actions) < pieces and not over.all():
        if price_pieces > 0:
            prices.append(_prices(env, price_pieces))
        chosen = np.where(chance.random(count) < random, env.action_space.sample(), env.choices(player))
        observation, reward, terminated, _, _ = env.step(chosen)
        lengths += ~over
        over |= terminated
        actions.append(chosen)
        rewards.append(reward.copy())
        seen.append({key: value.copy() for key, value in observation.items()})
    for place, length in enumerate(lengths.tolist()):

        def of_place(steps: list[Any], most: int, place: int = place) -> NDArray[Any]:
            return np.stack([step[place] for step in steps[:most]])

        yield Episode(
            seeds[place],
            {key: of_place([step[key] for step in seen], length + 1) for key in seen[0]},
            of_place(actions, length),
            of_place(rewards, length),
            bool(over[place]),
            of_place(prices, length) if prices else np.zeros((0, ACTIONS), dtype=np.float32),
        )


def _prices(env: PlacementVectorEnv, pieces: int) -> NDArray[np.float32]:
    """Returns the price of each action of each game, infinite for illegal actions."""
    prices = np.full((env.num_envs, ACTIONS), np.inf, dtype=np.float32)
    _, actions, starts = env.afterstates()
    places = np.repeat(np.arange(env.num_envs), np.diff(starts))
    prices[places, actions] = env.prices(pieces=pieces)
    return prices


def write_npz(path: str | Path, games: Iterator[Episode] | list[Episode]) -> int:
    """Writes all positions, in one array each for what is seen, done and paid, and returns their number.

    The arrays have an entry for each lock: `board`, `current`, `next`, `level`, `lines`, `action`, `reward`, `terminated`,
    `truncated` and `game`, the number of the game. `price` has the prices of the legal actions alone, `price_action` these
    actions, and `price_start` where those of each lock begin, with their number at the end. `seed` has an entry a game."""
    columns: dict[str, list[NDArray[Any]]] = {}
    starts = [np.zeros(1, dtype=np.int64)]
    total = 0
    for number, game in enumerate(games):
        length = len(game.actions)
        last = np.arange(length) == length - 1
        legal = np.isfinite(game.prices)
        starts.append(starts[-1][-1] + np.cumsum(legal.sum(axis=1)))
        parts = {
            **{key: value[:-1] for key, value in game.observations.items()},
            "action": game.actions,
            "reward": game.rewards,
            "terminated": last & game.is_over,
            "truncated": last & (not game.is_over),
            "game": np.full(length, number, dtype=np.int64),
            "price": game.prices[legal],
            "price_action": np.nonzero(legal)[1],
            "seed": np.array([game.seed], dtype=np.uint64),
        }
        for key, part in parts.items():
            columns.setdefault(key, []).append(part)
        total += length
    arrays: dict[str, Any] = {key: np.concatenate(parts) for key, parts in columns.items()}
    np.savez_compressed(path, price_start=np.concatenate(starts), **arrays)
    return total


def write_minari(name: str, games: Iterator[Episode] | list[Episode], player: str, **options: Any) -> int:
    """Writes a dataset in Minari's format into its folder, and returns the number of positions. `infos["prices"]` has the
    prices of all actions, not a number after the last lock."""
    import minari
    from minari.data_collector.episode_buffer import EpisodeBuffer

    buffers, total = [], 0
    for number, game in enumerate(games):
        length = len(game.actions)
        last = np.arange(length) == length - 1
        no_price = np.full((1, ACTIONS), np.nan, dtype=np.float32)
        infos = {"prices": np.concatenate([game.prices, no_price])} if len(game.prices) else {}
        # Minari reads numbers of `Discrete` spaces as 64-bit integers.
        observations = {
            key: value if key == "board" else value.astype(NUMBERS[key].dtype) for key, value in game.observations.items()
        }
        buffers.append(
            EpisodeBuffer(
                id=number,
                seed=game.seed % 2**63,
                observations=observations,
                actions=game.actions,
                rewards=game.rewards.tolist(),
                terminations=(last & game.is_over).tolist(),
                truncations=(last & (not game.is_over)).tolist(),
                infos=infos,
            )
        )
        total += length
    env = PlacementVectorEnv(1, **options)
    minari.create_dataset_from_buffers(
        name,
        buffers,
        observation_space=env.single_observation_space,
        action_space=env.single_action_space,
        algorithm_name=player,
        description=f"NES Tetris, placements of the player {player}, with the price of each lock in lines",
        requirements=[f"rightwell=={__version__}"],
    )
    return total


def main(arguments: list[str] | None = None) -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        prog="python -m rightwell.dataset",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--player", default="scorer", help="built-in player (default: scorer)")
    parser.add_argument("--games", type=int, default=1, help="number of games (default: 1)")
    parser.add_argument("--seed", type=int, help="seed of the first game (default: random)")
    parser.add_argument("--pieces", type=int, default=1_000, help="most pieces of a game (default: 1000)")
    parser.add_argument("--random", type=float, default=0.0, help="share of random locks, 0 to 1 (default: 0)")
    parser.add_argument("--price-pieces", type=int, default=2, help="depth of the prices, 1 to 4, or 0 for none (default: 2)")
    parser.add_argument("--level", type=int, default=18, help="level (default: 18)")
    parser.add_argument("--hand", default="tournament", help="hands, or none: no gravity (default: tournament)")
    parser.add_argument("--npz", metavar="FILE", help="write numpy arrays")
    parser.add_argument("--minari", metavar="ID", help="write a Minari dataset, such as tetris/scorer-v0")
    asked = parser.parse_args(arguments)
    for name, least in [("games", 1), ("pieces", 1)]:
        if getattr(asked, name) < least:
            parser.error(f"--{name} {getattr(asked, name)} is out of range; allowed: {least} or more")
    if not 0 <= asked.random <= 1:
        parser.error(f"--random {asked.random} is out of range; allowed: 0 to 1")
    if not asked.npz and not asked.minari:
        parser.error("nothing to write: pass `--npz FILE`, `--minari ID`, or both")
    options = {"level": asked.level, "hand": None if asked.hand == "none" else asked.hand}
    try:
        games = list(
            episodes(
                asked.player,
                asked.games,
                seed=asked.seed,
                pieces=asked.pieces,
                random=asked.random,
                price_pieces=asked.price_pieces,
                **options,
            )
        )
        if asked.npz:
            print(f"{asked.npz}: {write_npz(asked.npz, games)} positions of {len(games)} games")
        if asked.minari:
            print(f"{asked.minari}: {write_minari(asked.minari, games, asked.player, **options)} positions of {len(games)} games")
    except (ValueError, OSError, ImportError) as fault:
        parser.error(str(fault))


if __name__ == "__main__":
    main()
