"""Lists of actions for console games: each action is a list of the buttons that it holds."""

from collections.abc import Sequence

import numpy as np

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


def to_bits(actions: Sequence[Sequence[str]] | None) -> np.ndarray:
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
