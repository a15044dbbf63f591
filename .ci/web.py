"""Completes the folder of the browser version: the library's loader, the icon, licences, and the list of files.

Usage: web.py FOLDER TARGET URL SOURCE, from the top of the repository. URL is the folder's future address, and SOURCE that
of the source. Both may be empty.
"""

import html
import pathlib
import sys

from icon import png, svg
from licences import folder, licences, packages
from web_list import write_list

FOLDER, TARGET, URL, SOURCE = pathlib.Path(sys.argv[1]), *sys.argv[2:]
# A window of the program, with the size that previews of links have.
PREVIEW = pathlib.Path("tests/data/screens/stage_welcome_1200x630.png")


def loader():
    """Returns the loader of the window library, from its source."""
    found = [folder(package) for package in packages(TARGET) if package["name"] == "miniquad"]
    return (found[0] / "js" / "gl.js").read_bytes()


def link_preview():
    """Returns the tags for previews of links to the page. The tags contain the address of the folder."""
    if not URL:
        return ""
    said = {"url": URL, "image": URL.rstrip("/") + "/preview.png", "image:width": "1200", "image:height": "630"}
    return "".join(f'<meta property="og:{name}" content="{html.escape(value)}">\n' for name, value in said.items())


def version():
    """Returns the program's version, with a link to its source if there is one."""
    found = next(package["version"] for package in packages(TARGET) if package["name"] == "rightwell-desktop")
    return f"Version {found}" + (f', <a href="{html.escape(SOURCE)}">source</a>' if SOURCE else "")


def without_names(module):
    """Returns a WebAssembly module without the names of its functions, a quarter of its size."""
    kept, at = module[:8], 8
    while at < len(module):
        size, shift, end = 0, 0, at + 1
        while True:
            size |= (module[end] & 127) << shift
            shift, end = shift + 7, end + 1
            if module[end - 1] < 128:
                break
        if module[at] != 0 or module[end : end + 5] != b"\4name":
            kept += module[at : end + size]
        at = end + size
    return kept


program = FOLDER / "rightwell.wasm"
program.write_bytes(without_names(program.read_bytes()))
(FOLDER / "icon.svg").write_text(svg())
for side in (192, 512):
    (FOLDER / f"icon-{side}.png").write_bytes(png(side // 16))
page = FOLDER / "index.html"
page.write_text(page.read_text().replace("</head>", link_preview() + "</head>").replace("VERSION", version()))
(FOLDER / "preview.png").write_bytes(PREVIEW.read_bytes())
(FOLDER / "licences.txt").write_text(licences(TARGET))
(FOLDER / "gl.js").write_bytes(loader())
(FOLDER / "README.md").unlink()
write_list(FOLDER)
