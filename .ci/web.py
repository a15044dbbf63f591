"""What the folder of the browser version is told when it is made: the library's loader, the icon, licences, and which
files there are.

Usage: web.py FOLDER TARGET, from the top of the repository.
"""

import hashlib
import json
import pathlib
import re
import sys

from licences import folder, licences, packages

FOLDER, TARGET = pathlib.Path(sys.argv[1]), sys.argv[2]


def icon():
    """The program's icon as a drawing, a square for each of its pixels."""
    said = pathlib.Path("assets/icon.ron").read_text()
    inks = dict(re.findall(r"'(\w)': 0x([0-9A-F]{2})", said))
    rows = re.findall(r'^\s*"(\w+)"', said, re.MULTILINE)
    colours = re.findall(r"0x([0-9A-Fa-f]{6})", pathlib.Path("assets/palette.ron").read_text())
    squares = "".join(
        f'<path fill="#{colours[int(inks[letter], 16)]}" d="M{x} {y}h1v1h-1z"/>'
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" shape-rendering="crispEdges">{squares}</svg>\n'


def loader():
    """The loader of the window's library, as it comes with its source."""
    found = [folder(package) for package in packages(TARGET) if package["name"] == "miniquad"]
    return (found[0] / "js" / "gl.js").read_bytes()


(FOLDER / "icon.svg").write_text(icon())
(FOLDER / "licences.txt").write_text(licences(TARGET))
(FOLDER / "gl.js").write_bytes(loader())
(FOLDER / "README.md").unlink()

requests = FOLDER / "offline.js"
files = sorted(file.name for file in FOLDER.iterdir() if file != requests)
build = hashlib.sha256(b"".join((FOLDER / name).read_bytes() for name in files)).hexdigest()[:16]
is_later = re.compile(r"\.table(\.gz)?$|^licences").search
said = requests.read_text().replace("BUILD", build)
for word, names in (
    ("FILES_AT_FIRST", (name for name in files if not is_later(name))),
    ("FILES_LATER", (name for name in files if is_later(name))),
):
    said = said.replace(word, ", ".join(map(json.dumps, names)))
requests.write_text(said)
