"""Prints the licences of everything in the program or another package.

Usage: licences.py TARGET [CARGO.TOML], from the top of the repository.
"""

import json
import pathlib
import subprocess
import sys


def packages(target, manifest="Cargo.toml"):
    """Returns all packages for the target of the package with this manifest: the program."""
    asked = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    asked += ["--manifest-path", manifest]
    said = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    needs = {
        node["id"]: [one["pkg"] for one in node["deps"] if any(kind["kind"] is None for kind in one["dep_kinds"])]
        for node in said["resolve"]["nodes"]
    }
    wanted, built = [said["resolve"]["root"]], set()
    while wanted:
        one = wanted.pop()
        if one not in built:
            built.add(one)
            wanted += needs[one]
    return sorted((one for one in said["packages"] if one["id"] in built), key=lambda one: one["name"])


def folder(package):
    """Returns the folder of a package's source."""
    return pathlib.Path(package["manifest_path"]).parent


def licences(target, manifest="Cargo.toml"):
    """Returns all licences as one text, each once, with its packages."""
    texts = {}
    for package in packages(target, manifest):
        name = f"{package['name']} {package['version']}: {package['license']}"
        files = (one for one in sorted(folder(package).glob("LICEN[CS]E*")) if one.is_file())
        for text in [one.read_text(errors="replace").strip() for one in files] or ["(its files name the licence alone)"]:
            texts.setdefault(text, []).append(name)
    return ("\n\n" + "-" * 78 + "\n\n").join("\n".join(names) + "\n\n" + text for text, names in texts.items())


if __name__ == "__main__":
    print(licences(*sys.argv[1:]))
