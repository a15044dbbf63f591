"""Learns to place pieces by deep Q-learning, from nothing but the lines it clears. Only `torch` besides the package, and `ppo.py`.

The network values the board after a lock: what the lines of all later locks will bring. Each value learns from the best lock
of the next piece, as a slower copy of the network judges it, in random pieces of a memory.
Usage: python dqn.py [MINUTES] [RECORDING]. Keeps the network as `dqn.pt`.
"""

import copy
import time

import numpy as np
import torch
from torch import nn

import rightwell
from ppo import GAMES, LOCKS, LOST, best_locks, network, padded, potential, run, trained

MEMORY, BATCH, UPDATES, COPIED_AFTER, DISCOUNT = 20_000, 256, 4, 200, 0.98
#: Share of random locks: at first, at last, and the number of pieces in between.
RANDOM, LEAST_RANDOM, EXPLORED = 0.2, 0.01, 300_000

torch.manual_seed(1)


def cells(features):
    """Returns the number of cells on boards: their heights less their holes."""
    return 10 * features[..., :10].sum(-1) - 4 * features[..., 10:20].sum(-1)


def comparing(judge):
    """Returns a judge of the boards after locks from one board: its value, and the lines cleared, which leave fewer cells."""
    return lambda after: DISCOUNT * (judge(after) + potential(after)) - cells(after) / 10


def values(judge, before, after):
    """Returns what locks are worth: the lines that they clear, and the value of the boards they leave."""
    return (cells(before)[:, None] + 4) / 10 + comparing(judge)(after)


def train(minutes):
    env = rightwell.PlacementVectorEnv(GAMES, autoreset_mode="SameStep", level=0, hand=None)
    judge = network()
    slow = copy.deepcopy(judge)
    optimizer = torch.optim.Adam(judge.parameters(), lr=1e-3)
    # Of each piece: the board that its lock left, the boards after the next, which of them exist, and whether it was the last.
    memory = [torch.zeros(MEMORY, *shape) for shape in ((32,), (LOCKS, 32), (LOCKS,), ())]
    env.reset(seed=1)
    chance, finished, begun, pieces, updates = np.random.default_rng(1), [], time.time(), 0, 0
    boards, actions, exist = padded(env)
    while time.time() - begun < 60 * minutes:
        with torch.no_grad():
            judged = comparing(judge)(boards)
        is_random = torch.from_numpy(chance.random(GAMES) < max(LEAST_RANDOM, RANDOM * (1 - pieces / EXPLORED)))
        judged = torch.where(is_random[:, None], torch.rand(judged.shape), judged)
        index = judged.masked_fill(~exist, -1e9).argmax(-1)
        left = boards[torch.arange(GAMES), index]
        _, _, terminated, _, info = env.step(actions[np.arange(GAMES), index.numpy()])
        if terminated.any():
            finished.extend(info["final_info"]["number_of_lines"][terminated])
        boards, actions, exist = padded(env)
        at = torch.arange(pieces, pieces + GAMES) % MEMORY
        for kept, new in zip(memory, (left, boards, exist, torch.from_numpy(terminated)), strict=True):
            kept[at] = new.float()
        pieces += GAMES
        for _ in range(UPDATES if pieces > 10 * BATCH else 0):
            rows = torch.randint(min(pieces, MEMORY), (BATCH,))
            left, after, exists, ends = (kept[rows] for kept in memory)
            with torch.no_grad():
                best = values(slow, left, after).masked_fill(exists == 0, -1e9).amax(-1)
                wanted = torch.where(ends == 1, LOST, best) - potential(left)
            loss = nn.functional.smooth_l1_loss(judge(left), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            updates += 1
            if updates % COPIED_AFTER == 0:
                slow.load_state_dict(judge.state_dict())
        if pieces % (GAMES * 200) == 0:
            recent = np.mean(finished[-100:]) if finished else 0.0
            print(f"{time.time() - begun:5.0f} s, {pieces:8} pieces: {recent:7.2f} lines a game", flush=True)
    return judge


def agent(env, observation):
    """Plays for `python -m rightwell.benchmark dqn.py:agent`."""
    return best_locks(env, comparing(trained("dqn.pt")))


if __name__ == "__main__":
    run(train, 15, "dqn", comparing)
