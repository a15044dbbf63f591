"""Checks that a recording of a sound server contains a WAV file, sample for sample.

Usage: heard.py WAV RAW. Until the program knows the server's clock, in the first two seconds, the sound may be slightly
stretched. After that, each frame of 799 samples must be there, all at equal distances.
"""

import array
import sys


def samples(data):
    numbers = array.array("h")
    numbers.frombytes(data[: len(data) // 2 * 2])
    return numbers


wanted = samples(open(sys.argv[1], "rb").read()[44:])
heard = samples(open(sys.argv[2], "rb").read())
start = next((place for place, sample in enumerate(heard) if sample), None)
if start is None:
    sys.exit("nothing is heard")
first = next(place for place, sample in enumerate(wanted) if sample)
bytes_heard = heard.tobytes()
found, distances = 0, {}
places = range(120 * 799, len(wanted) - 799, 799)
for place in places:
    block = wanted[place : place + 799].tobytes()
    near = 2 * max(0, place + start - first - 4000)
    at = bytes_heard.find(block, near, near + 2 * 9000)
    if at >= 0:
        found += 1
        distance = at // 2 - place
        distances[distance] = distances.get(distance, 0) + 1
print(f"{found} of {len(places)} frames are heard as they are written, at distances {distances}")
sys.exit(0 if found == len(places) and len(distances) == 1 else 1)
