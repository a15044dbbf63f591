"""Lists a folder of the browser version: its build, and the digest and size of each file. The list goes in front of the
folder's `offline.js`, which serves only these files.

Usage: web_list.py FOLDER.
"""

import hashlib
import json
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).parent.parent / "assets" / "web" / "offline.js"


def write_list(folder):
    files = sorted(file for file in folder.iterdir() if file.name != SOURCE.name)
    known = {}
    for file in files:
        data = file.read_bytes()
        known[file.name] = {"digest": hashlib.sha256(data).hexdigest(), "size": len(data)}
    source = SOURCE.read_bytes()
    build = hashlib.sha256(json.dumps(known).encode() + source).hexdigest()[:16]
    is_later = re.compile(r"\.table\.gz$|^licences|\.png$").search
    later = {name: file for name, file in known.items() if is_later(name)}
    first = {name: file for name, file in known.items() if name not in later}
    said = json.dumps({"build": build, "first": first, "later": later}, indent=1)
    (folder / SOURCE.name).write_bytes(f"const LIST = {said};\n\n".encode() + source)


if __name__ == "__main__":
    write_list(pathlib.Path(sys.argv[1]))
