"""Lists of actions for console games: each action is a list of the buttons that it holds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

#: Buttons by bit, as in nes-py.
BUTTONS = ("A", "B", "select", "start", "up", "down", "left", "right")

MOVEMENT = [
    ["NOOP"],
    ["A"],
    ["B"],
    ["right"],
    ["right", "A"],
    ["right", "B"],
    ["left"],
    ["left", "A"],
    ["left", "B"],
    ["down"],
    ["down", "A"],
    ["down", "B"],
]

SIMPLE_MOVEMENT = [["NOOP"], ["A"], ["B"], ["right"], ["left"], ["down"]]


#: Key of each button, as in nes-py.
KEYS = dict(zip(BUTTONS, "op \rwsad", strict=True))


def to_keys(bits: NDArray[np.uint8]) -> dict[tuple[int, ...], int]:
    """Returns the action of each set of keys, for `gymnasium.utils.play`. No key is no set."""
    keys: dict[tuple[int, ...], int] = {}
    for action, held in enumerate(bits.tolist()):
        pressed = sorted(ord(key) for bit, key in enumerate(KEYS.values()) if held >> bit & 1)
        if pressed:
            keys.setdefault(tuple(pressed), action)
    return keys


def to_bits(actions: Sequence[Sequence[str]] | None) -> NDArray[np.uint8]:
    """Returns the buttons of each action as bits. `None` stands for all 256 combinations of buttons."""
    if actions is None:
        return np.arange(256, dtype=np.uint8)
    if not actions:
        raise ValueError("actions is empty; allowed: a list of lists of buttons")
    bits = {name.lower(): 1 << bit for bit, name in enumerate(BUTTONS)} | {"noop": 0}
    table = []
    for action in actions:
        held = 0
        for name in action:
            if not isinstance(name, str) or name.lower() not in bits:
                raise ValueError(f"unknown button {name!r}; allowed: NOOP, {', '.join(BUTTONS)}")
            held |= bits[name.lower()]
        table.append(held)
    return np.array(table, dtype=np.uint8)
