"""Converts the program's icon, `assets/icon.ron`, to the formats of other systems.

Usage: icon.py FORM FILE, from the top of the repository. FORM is svg, icns (for a macOS app) or res (for a Windows
program). res contains the icon, and a manifest that keeps Windows from opening a console for the program.
"""

import pathlib
import re
import struct
import sys
import zlib

# Only Windows 11 knows the last setting. On older versions, the program itself closes a console that Windows opened for
# it.
MANIFEST = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
<trustInfo xmlns="urn:schemas-microsoft-com:asm.v3"><security><requestedPrivileges>
<requestedExecutionLevel level="asInvoker" uiAccess="false"/>
</requestedPrivileges></security></trustInfo>
<application xmlns="urn:schemas-microsoft-com:asm.v3"><windowsSettings>
<consoleAllocationPolicy xmlns="http://schemas.microsoft.com/SMI/2024/WindowsSettings">detached</consoleAllocationPolicy>
</windowsSettings></application>
</assembly>
"""


def rows():
    """Returns the icon's 16 rows of 16 colours, each as six digits."""
    said = pathlib.Path("assets/icon.ron").read_text()
    inks = dict(re.findall(r"'(\w)': 0x([0-9A-F]{2})", said))
    colours = re.findall(r"0x([0-9A-Fa-f]{6})", pathlib.Path("assets/palette.ron").read_text())
    return [[colours[int(inks[letter], 16)] for letter in row] for row in re.findall(r'^\s*"(\w+)"', said, re.MULTILINE)]


def svg():
    """Returns the icon as SVG, a square for each pixel."""
    squares = "".join(
        f'<path fill="#{colour}" d="M{x} {y}h1v1h-1z"/>' for y, row in enumerate(rows()) for x, colour in enumerate(row)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" shape-rendering="crispEdges">{squares}</svg>\n'


def lines(scale):
    """Yields the icon's lines of opaque RGBA pixels. Each pixel of the icon becomes a square of `scale` pixels."""
    for row in rows():
        line = b"".join(bytes.fromhex(colour + "FF") * scale for colour in row)
        yield from [line] * scale


def png(scale):
    side = 16 * scale
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines(scale)), 9)),
        (b"IEND", b""),
    )
    packed = (struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def icns():
    """Returns an icns file with sizes from 32 to 1024 pixels. Some are also for high-resolution screens."""
    kinds = {b"ic11": 2, b"ic12": 4, b"ic07": 8, b"ic13": 16, b"ic08": 16, b"ic14": 32, b"ic09": 32, b"ic10": 64}
    pictures = b"".join(name + struct.pack(">I", 8 + len(png(scale))) + png(scale) for name, scale in kinds.items())
    return b"icns" + struct.pack(">I", 8 + len(pictures)) + pictures


def bitmap(scale):
    """Returns a small Windows icon: pixels with blue first, from the bottom row up, then a mask that hides none."""
    side = 16 * scale
    head = struct.pack("<IiiHHIIiiII", 40, side, 2 * side, 1, 32, 0, 0, 0, 0, 0, 0)
    turned = (line[at + 2 - byte if byte < 3 else at + 3]
              for line in reversed(list(lines(scale))) for at in range(0, len(line), 4) for byte in range(4))
    return head + bytes(turned) + bytes(side * ((side + 31) // 32 * 4))


def resource(kind, name, data):
    head = struct.pack("<IIHHHHIHHII", len(data), 32, 0xFFFF, kind, 0xFFFF, name, 0, 0x1010, 0x409, 0, 0)
    return head + data + bytes(-len(data) % 4)


def res():
    """Returns Windows resources: icons of 16 to 256 pixels, their directory, and the manifest."""
    icons = [(16 * scale, bitmap(scale)) for scale in (1, 2, 3, 4)] + [(256, png(16))]
    group = struct.pack("<HHH", 0, 1, len(icons))
    for name, (side, data) in enumerate(icons, 1):
        group += struct.pack("<BBBBHHIH", side % 256, side % 256, 0, 0, 1, 32, len(data), name)
    entries = [(3, name, data) for name, (_, data) in enumerate(icons, 1)] + [(14, 1, group), (24, 1, MANIFEST)]
    # Every such file begins with this entry.
    first = struct.pack("<IIHHHHIHHII", 0, 32, 0xFFFF, 0, 0xFFFF, 0, 0, 0, 0, 0, 0)
    return first + b"".join(resource(*entry) for entry in entries)


if __name__ == "__main__":
    form, file = sys.argv[1:]
    made = {"svg": lambda: svg().encode(), "icns": icns, "res": res}[form]()
    pathlib.Path(file).write_bytes(made)
