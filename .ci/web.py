"""What the folder of the browser version is told when it is made: the library's loader, the icon, licences, and which
files there are.

Usage: web.py FOLDER TARGET, from the top of the repository.
"""

import hashlib
import json
import pathlib
import re
import sys

from icon import svg
from licences import folder, licences, packages

FOLDER, TARGET = pathlib.Path(sys.argv[1]), sys.argv[2]


def loader():
    """The loader of the window's library, as it comes with its source."""
    found = [folder(package) for package in packages(TARGET) if package["name"] == "miniquad"]
    return (found[0] / "js" / "gl.js").read_bytes()


(FOLDER / "icon.svg").write_text(svg())
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
