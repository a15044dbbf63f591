"""Learns to place pieces from the player `scorer`, which prices every lock. One file, only `torch` besides the package.

The network ranks the boards after all legal locks, and the lock that `scorer` finds cheapest should come first.
Usage: python teacher.py [MINUTES] [RECORDING]. Keeps the network as `teacher.pt`.
"""

import time

import numpy as np
import torch

import rightwell
from ppo import LOCKS, best_locks, features, network, run, trained

BATCH = 64

torch.manual_seed(1)
torch.set_num_threads(2)


def positions(env, chance):
    """Yields positions of games in which the teacher plays, with some random locks so that it also repairs damage: the
    boards after all legal locks, and the number of the lock that the teacher prefers."""
    env.reset(seed=1)
    while True:
        boards, actions = env.afterstates()
        best = int(np.argmin(env.prices()))
        yield boards[:LOCKS], best
        played = best if chance.random() < 0.9 else int(chance.integers(len(actions)))
        if env.step(int(actions[played]))[2]:
            env.reset()


def train(minutes):
    judge = network()
    optimizer = torch.optim.Adam(judge.parameters(), lr=2e-3)
    stream = positions(rightwell.PlacementEnv(level=0, hand=None), np.random.default_rng(1))
    begun, seen, right = time.time(), 0, []
    while time.time() - begun < 60 * minutes:
        loss = torch.zeros(())
        for _ in range(BATCH):
            boards, best = next(stream)
            if best >= len(boards):
                continue
            values = judge(features(boards))
            loss = loss + torch.nn.functional.cross_entropy(values[None], torch.tensor([best])) / BATCH
            right.append(int(values.argmax()) == best)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += BATCH
        if seen % (BATCH * 20) == 0:
            share = 100 * np.mean(right[-2000:])
            print(f"{time.time() - begun:5.0f} s, {seen:7} positions: {share:.0f} % of the locks are the teacher's")
    return judge


def agent(env, observation):
    """Plays for `python -m rightwell.benchmark teacher.py:agent`."""
    return best_locks(env, trained("teacher.pt"))


if __name__ == "__main__":
    run(train, 10, "teacher")
