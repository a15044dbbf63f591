"""What the folder of the browser version is told when it is made: the library's loader, the icon, licences, and which
files there are.

Usage: web.py FOLDER, from the top of the repository.
"""

import hashlib
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(sys.argv[1])
METADATA = json.loads((FOLDER / "metadata.json").read_text())
PACKAGES = {package["id"]: package for package in METADATA["packages"]}


def source(name):
    """Where the source of a package lies."""
    found = [package for package in PACKAGES.values() if package["name"] == name]
    return pathlib.Path(found[0]["manifest_path"]).parent


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


def licences():
    """The licences of all that is in the program."""
    built = {node["id"]: node for node in METADATA["resolve"]["nodes"]}
    wanted, seen = [METADATA["resolve"]["root"]], set()
    while wanted:
        one = wanted.pop()
        if one not in seen:
            seen.add(one)
            for needed in built[one]["deps"]:
                if any(kind["kind"] is None for kind in needed["dep_kinds"]):
                    wanted.append(needed["pkg"])
    said = []
    for package in sorted((PACKAGES[one] for one in seen), key=lambda package: package["name"]):
        said.append(f"{package['name']} {package['version']}: {package['license']}\n")
        place = pathlib.Path(package["manifest_path"]).parent
        for text in sorted(place.glob("LICEN[CS]E*")):
            if text.is_file():
                said.append(f"\n{text.read_text(errors='replace').strip()}\n")
        said.append("\n" + "-" * 78 + "\n\n")
    return "".join(said)


(FOLDER / "icon.svg").write_text(icon())
(FOLDER / "licences.txt").write_text(licences())
(FOLDER / "gl.js").write_bytes((source("miniquad") / "js" / "gl.js").read_bytes())

files = sorted(file.name for file in FOLDER.iterdir() if file.name not in ("metadata.json", "offline.js", "README.md"))
build = hashlib.sha256(b"".join((FOLDER / name).read_bytes() for name in files)).hexdigest()[:16]
requests = FOLDER / "offline.js"
said = requests.read_text().replace("BUILD", build)
requests.write_text(said.replace("FILES_OF_FOLDER", ", ".join(json.dumps(name) for name in files)))
