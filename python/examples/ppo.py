"""Learns to place pieces by PPO, from nothing but the lines it clears. One file, only `torch` besides the package.

The network judges the board after each legal lock. A softmax over these values is the policy, and another network values the
board before the lock. Usage: python ppo.py [MINUTES] [RECORDING]. Keeps the network as `ppo.pt`.
"""

import functools
import sys
import time

import numpy as np
import torch
from torch import nn

import rightwell

GAMES, STEPS, EPOCHS, BATCH = 64, 64, 4, 512
DISCOUNT, SMOOTHING, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01
#: Most boards after one piece that are compared. No piece of the cartridge has more than 34 locks on a plain stack.
LOCKS = 48
#: What a lost game is worth, as in `potential`.
LOST = -1.0

torch.manual_seed(1)
torch.set_num_threads(2)


def network():
    layers = nn.Sequential(nn.Linear(32, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1), nn.Flatten(-2))
    nn.init.zeros_(layers[4].weight)
    return layers


def features(boards):
    """Returns the heights, holes and steps of each board: these say more than cells, so learning takes minutes."""
    boards = torch.tensor(boards, dtype=torch.float32)
    rows = torch.arange(20, 0, -1, dtype=torch.float32)[:, None]
    heights = (boards * rows).amax(-2)
    holes = (boards.cummax(-2).values - boards).sum(-2)
    steps = heights[..., 1:] - heights[..., :-1]
    whole = torch.stack([heights.mean(-1), heights.amax(-1), holes.sum(-1)], -1)
    return torch.cat([heights / 10, holes / 4, steps / 5, whole / 10], -1)


def potential(features):
    """Returns how good a board is at first sight: few holes, and low. Its change is added to the reward, so that games
    without a line teach something too."""
    return -0.1 * features[..., 10:20].sum(-1) - 0.1 * features[..., 29]


def padded(env):
    """Returns the features of the boards after all legal locks of each game, the actions, and which of them exist."""
    boards, actions, starts = env.afterstates()
    sizes = np.minimum(np.diff(starts), LOCKS)
    places = np.minimum(starts[:-1, None] + np.arange(LOCKS), len(boards) - 1)
    exist = np.arange(LOCKS) < np.maximum(sizes, 1)[:, None]
    return features(boards)[places], actions[places], torch.from_numpy(exist)


def policy(actor, boards, exist):
    values = actor(boards).masked_fill(~exist, -1e9)
    return torch.distributions.Categorical(logits=values)


def random_lines(games=200):
    """Returns the lines that random play clears in a game, on average."""
    env = rightwell.PlacementVectorEnv(GAMES, autoreset_mode="SameStep", level=0, hand=None)
    env.reset(seed=10)
    lines = []
    while len(lines) < games:
        _, _, terminated, _, info = env.step(env.action_space.sample())
        if terminated.any():
            lines.extend(info["final_info"]["number_of_lines"][terminated])
    return float(np.mean(lines))


def train(minutes):
    env = rightwell.PlacementVectorEnv(GAMES, autoreset_mode="SameStep", level=0, hand=None)
    actor, critic = network(), network()
    optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=2e-3)
    observation, info = env.reset(seed=1)
    lines = info["number_of_lines"].astype(np.int64)
    finished, begun, pieces = [], time.time(), 0
    usual = random_lines()
    print(f"random play: {usual:.2f} lines a game")
    while time.time() - begun < 60 * minutes:
        seen, chosen, likely, values, rewards, ends = [], [], [], [], [], []
        for _ in range(STEPS):
            boards, actions, exist = padded(env)
            before = features(observation["board"])
            with torch.no_grad():
                choice = policy(actor, boards, exist)
                index = choice.sample()
                values.append(critic(before))
                likely.append(choice.log_prob(index))
            seen.append((boards, exist, before))
            chosen.append(index)
            observation, _, terminated, _, info = env.step(actions[np.arange(GAMES), index.numpy()])
            now = info["number_of_lines"].astype(np.int64)
            last = info["final_info"]["number_of_lines"] if terminated.any() else now
            finished.extend(last[terminated])
            gained = np.where(terminated, last, now) - lines
            lines = now
            terminated = torch.from_numpy(terminated)
            after = torch.where(terminated, LOST, potential(features(observation["board"])))
            rewards.append(torch.from_numpy(gained).float() + after - potential(before))
            ends.append(terminated.float())
            pieces += GAMES
        with torch.no_grad():
            later = critic(features(observation["board"]))
        advantage, advantages = torch.zeros(GAMES), []
        for step in reversed(range(STEPS)):
            goes_on = 1 - ends[step]
            surprise = rewards[step] + DISCOUNT * later * goes_on - values[step]
            advantage = surprise + DISCOUNT * SMOOTHING * goes_on * advantage
            advantages.insert(0, advantage)
            later = values[step]
        boards, exist, before = (torch.cat(parts) for parts in zip(*seen, strict=True))
        chosen, likely, values, advantages = (torch.cat(parts) for parts in (chosen, likely, values, advantages))
        returns = advantages + values
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(chosen)).split(BATCH):
                choice = policy(actor, boards[part], exist[part])
                ratio = (choice.log_prob(chosen[part]) - likely[part]).exp()
                gain = torch.min(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part]).mean()
                error = (critic(before[part]) - returns[part]).square().mean()
                loss = 0.5 * error - gain - ENTROPY * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
                nn.utils.clip_grad_norm_(critic.parameters(), 0.5)
                optimizer.step()
        recent = np.mean(finished[-100:]) if finished else 0.0
        print(f"{time.time() - begun:5.0f} s, {pieces:8} pieces: {recent:7.2f} lines a game, {recent / usual:5.1f} times random")
    return actor


def show(judge, recording, pieces=500):
    """Plays a game with the best lock each time, and writes the recording."""
    env = rightwell.PlacementEnv(level=0, hand=None)
    env.reset(seed=5)
    for _ in range(pieces):
        boards, actions = env.afterstates()
        with torch.no_grad():
            best = int(judge(features(boards)).argmax())
        *_, over, _, info = env.step(int(actions[best]))
        if over:
            break
    env.recording(recording)
    print(f"{recording}: {info['number_of_lines']} lines with {info['pieces']} pieces; `rightwell replay {recording}` shows them")
    env.watch()


def run(train, minutes, name, judge=lambda actor: actor):
    """Trains for the minutes of the command line, keeps the network as a file, and shows a game by the judge made of it."""
    actor = train(float(sys.argv[1]) if len(sys.argv) > 1 else minutes)
    torch.save(actor.state_dict(), f"{name}.pt")
    show(judge(actor), sys.argv[2] if len(sys.argv) > 2 else f"{name}.ron")


@functools.cache
def trained(file):
    """Returns the network that a file holds."""
    actor = network()
    actor.load_state_dict(torch.load(file))
    return actor


def best_locks(env, judge):
    """Returns the best lock of each game."""
    boards, actions, exist = padded(env)
    with torch.no_grad():
        best = judge(boards).masked_fill(~exist, -1e9).argmax(-1)
    return actions[np.arange(len(best)), best.numpy()]


def agent(env, observation):
    """Plays for `python -m rightwell.benchmark ppo.py:agent`."""
    return best_locks(env, trained("ppo.pt"))


if __name__ == "__main__":
    run(train, 15, "ppo")
