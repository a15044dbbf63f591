"""What benchmark, datasets, matches of two players and the bridge to Stable-Baselines3 promise."""

import json
import shutil
import subprocess
import sys

import numpy as np
import pytest
from rightwell import PlacementEnv, PlacementVectorEnv, benchmark, dataset


def command(module, *arguments):
    """Runs a module of the package. Returns its exit code and what it printed."""
    line = [sys.executable, "-m", f"rightwell.{module}", *arguments]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_player_chooses_legal_actions_and_plays_on_where_random_play_is_lost():
    envs = PlacementVectorEnv(4, autoreset_mode="DISABLED")
    envs.reset(seed=3)
    for _ in range(100):
        choices = envs.choices("survival")
        assert (envs.action_mask()[np.arange(4), choices] == 1).all()
        *_, terminated, _, info = envs.step(choices)
        assert not terminated.any()
    assert (info["number_of_lines"] > 25).all()


def test_choices_of_the_scorer_are_its_cheapest_locks():
    env = PlacementEnv()
    env.reset(seed=4)
    for _ in range(3):
        _, actions = env.afterstates()
        prices = env.prices(pieces=4)
        choice = env.choice("scorer")
        assert prices[list(actions).index(choice)] == prices.min()
        env.step(choice)
    with pytest.raises(ValueError, match="nobody"):
        env.choice("nobody")


def test_the_benchmark_plays_the_same_games_for_the_same_agent():
    one, other = (benchmark.play("placement-hands", benchmark.player("dellacherie"), games=3) for _ in range(2))
    assert one == other
    assert len(set(one.values)) == 3
    assert benchmark.play("placement-hands", benchmark.random, games=3).mean() < one.mean() / 10


def test_the_benchmark_counts_points_past_the_six_digits_of_the_cartridge():
    result = benchmark.play("placement-free", benchmark.player("summit"), games=1)
    assert result.lines[0] >= benchmark.LAST_LINE
    assert result.values[0] > 999_999


def test_the_benchmark_command_takes_an_agent_from_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def first(env, observation):\n    return env.action_mask().argmax(axis=1)\n")
    code, text = command("benchmark", f"{file}:first", "--games", "2", "--json", "-")
    figures = json.loads(text)
    assert (code, figures["games"], figures["task"], len(figures["values"])) == (0, 2, "placement-hands", 2)
    assert command("benchmark", "nobody")[0] == 2
    assert command("benchmark", "scorer", "--task", "console")[0] == 2


def test_console_games_of_the_benchmark_end_after_ten_minutes_or_when_lost(monkeypatch):
    monkeypatch.setattr(benchmark, "FRAMES", 3000)
    result = benchmark.play("console", benchmark.random, games=2)
    assert result.values == result.lines


def test_a_dataset_has_every_position_with_the_prices_of_its_legal_locks(tmp_path):
    games = list(dataset.episodes("survival", 2, seed=5, pieces=30, random=0.1))
    assert games[0].prices.shape == (30, 800)
    assert not games[0].is_over
    file = tmp_path / "games.npz"
    assert dataset.write_npz(file, games) == 60
    data = np.load(file)
    assert data["board"].shape == (60, 20, 10)
    assert data["truncated"].sum() == 2
    first = slice(data["price_start"][0], data["price_start"][1])
    env = PlacementEnv()
    env.reset(seed=5)
    assert data["price_action"][first].tolist() == sorted(env.afterstates()[1])
    by_action = dict(zip(env.afterstates()[1], env.prices(), strict=True))
    prices = [by_action[action] for action in data["price_action"][first]]
    np.testing.assert_allclose(data["price"][first], prices, rtol=1e-6)
    for action in data["action"][:30]:
        assert env.action_mask()[action] == 1
        env.step(int(action))


def test_a_dataset_in_minaris_format_is_read_by_minari(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    games = list(dataset.episodes("survival", 2, seed=6, pieces=10))
    assert dataset.write_minari("tetris/survival-v0", games, "survival") == 20
    read = list(minari.load_dataset("tetris/survival-v0").iterate_episodes())
    assert [len(episode.actions) for episode in read] == [10, 10]
    assert (read[0].actions == games[0].actions).all()
    assert (read[0].observations["board"] == games[0].observations["board"]).all()
    legal = np.isfinite(games[1].prices)
    assert (read[1].infos["prices"][:10][legal] == games[1].prices[legal]).all()


def test_a_dataset_command_names_what_is_wrong(tmp_path):
    code, text = command("dataset", "--npz", str(tmp_path / "x.npz"), "--random", "2")
    assert code == 2 and "allowed: 0 to 1" in text
    assert command("dataset")[0] == 2
    code, text = command("dataset", "--player", "nobody", "--npz", str(tmp_path / "x.npz"))
    assert code == 2 and "nobody" in text


def test_pettingzoos_checks_accept_a_match():
    testing = pytest.importorskip("pettingzoo.test")
    from rightwell.versus import VersusEnv

    testing.parallel_api_test(VersusEnv(skip_frames=8), num_cycles=500)
    testing.parallel_seed_test(lambda: VersusEnv(skip_frames=8), num_cycles=50)


def test_a_match_ends_with_a_winner_and_can_be_replayed(tmp_path):
    pytest.importorskip("pettingzoo")
    from rightwell.versus import VersusEnv

    env = VersusEnv(levels=(29, 0), skip_frames=4, render_mode="rgb_array")
    observations, infos = env.reset(seed=7)
    assert observations["left"]["own"]["current"] == observations["right"]["own"]["current"]
    assert env.render().shape == (240, 256, 3)
    # Nobody moves, so the side with the faster pieces tops out first.
    while env.agents:
        observations, rewards, over, _, infos = env.step({"left": 0, "right": 0})
    assert rewards == {"left": -1.0, "right": 1.0}
    assert over == {"left": True, "right": True}
    assert infos["left"]["outcome"] == 1
    np.testing.assert_array_equal(observations["left"]["own"]["board"], observations["right"]["other"]["board"])
    program = shutil.which("rightwell")
    if program is None:
        pytest.skip("rightwell is not on the PATH")
    env.recording(tmp_path / "match.ron")
    checked = subprocess.run([program, "replay", "--check", tmp_path / "match.ron"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_start_does_not_stop_a_match():
    pytest.importorskip("pettingzoo")
    from rightwell.versus import VersusEnv

    env = VersusEnv(actions=[["NOOP"], ["start"]])
    env.reset(seed=8)
    heights = []
    for _ in range(120):
        observations, *_ = env.step({"left": 1, "right": 0})
        heights.append(int(observations["right"]["own"]["y"]))
    assert heights[-1] > heights[0]


def test_stable_baselines_trains_on_a_vector_with_masks():
    pytest.importorskip("stable_baselines3")
    contrib = pytest.importorskip("sb3_contrib")
    from rightwell.sb3 import make_sb3_vec

    envs = make_sb3_vec(num_envs=8)
    agent = contrib.MaskablePPO("MultiInputPolicy", envs, n_steps=16, batch_size=32)
    agent.learn(8 * 64)
    assert len(agent.ep_info_buffer) > 0
