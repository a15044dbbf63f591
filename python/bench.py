"""Measures steps a second with random actions: the median of five runs. Usage: python bench.py [SECONDS A RUN]"""

import statistics
import sys
import time

import gymnasium as gym
import numpy as np

import rightwell  # noqa: F401

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
COUNTS = (1, 64, 1_024, 4_096)


def steps_a_second(name, count, **options):
    """Returns the steps of all games in a second. The games reset themselves. Actions are drawn before the clock starts."""
    env = gym.make_vec(
        f"rightwell/{name}", num_envs=count, vectorization_mode="vector_entry_point", copy=False, info=False, **options
    ).unwrapped
    env.reset(seed=1)
    chance = np.random.default_rng(1)
    actions = chance.integers(env.single_action_space.n, size=(64, count))
    runs = []
    for _ in range(5):
        steps, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            env.step(actions[steps % 64])
            steps += 1
        runs.append(steps * count / (time.perf_counter() - begun))
    return statistics.median(runs)


print(f"{'steps a second':42}" + "".join(f"{count:>12,}" for count in COUNTS) + "  games")
for title, name, options in (
    ("console frames, board", "TetrisA-v0", {}),
    ("console frames, board, 4 frames a step", "TetrisA-v0", {"skip_frames": 4}),
    ("console frames, pixels", "TetrisA-v0", {"obs": "pixels"}),
    ("placements, tournament hands", "Placement-v0", {}),
    ("placements, no gravity", "Placement-v0", {"hand": None}),
):
    # Pictures of more games do not fit into memory.
    counts = [count for count in COUNTS if count <= 1_024 or "pixels" not in title]
    print(f"{title:42}" + "".join(f"{steps_a_second(name, count, **options):>12,.0f}" for count in counts), flush=True)
