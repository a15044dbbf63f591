"""Checks play on the page: the screen, the menu, sound, pads, and games that equal the program's."""

import hashlib
import pathlib
import re
import subprocess
import time


def check_the_picture(browser):
    begun = time.monotonic()
    browser.open("?watch&seed=1234&level=18")
    took = time.monotonic() - begun
    browser.open("?watch&seed=1234&level=18")
    again = browser.open("?watch&seed=1234&level=18")
    print(f"ok: the first picture comes after {took:.1f} s, once everything is kept after {again:.1f} s")
    time.sleep(1)
    before, size = browser.picture("watch")
    assert size > 5000, f"the picture is empty: {size} bytes"
    rounds = "rightwell.shared.rounds[0]"
    count, begun = browser.value(rounds), time.monotonic()
    time.sleep(2)
    count, took = browser.value(rounds) - count, time.monotonic() - begun
    assert browser.picture("watch")[0] != before, "the picture does not change"
    assert count / took < 80, f"{count / took:.0f} iterations a second"
    times = sorted(browser.value("[...rightwell.shared.rounds.slice(1)].filter(time => time > 0)"))
    print(f"ok: an AI plays: {count / took:.0f} rounds a second; one takes {times[len(times) // 2] / 1000:.1f} ms, the slowest"
          f" {times[-1] / 1000:.1f} ms")


def check_the_menu(browser):
    browser.press("Escape")
    menu, _ = browser.picture("menu")
    browser.press("ArrowDown")
    assert browser.picture("menu")[0] != menu, "a key does nothing in the menu"
    browser.press("Escape")
    browser.value("navigator.clipboard.writeText = async text => { window.copied = text; }")
    browser.press("Escape", *["ArrowUp"] * 6, *["Enter", "ArrowUp"] * 2, "Enter") # WATCH THE AI, MORE, COPY LINK
    link = browser.until("COPY LINK copies nothing", "window.copied")
    assert link.startswith(browser.base + "?watch"), link
    print(f"ok: keys move in the menu, and COPY LINK copies {link.removeprefix(browser.base)}")


def check_the_games(browser, program):
    for words in ("simulate --games 3 --seed 1234 --player survival --pieces 3000",
                  "simulate --games 1 --seed 77 --player scorer --level 18 --input pad --pieces 300"):
        told = subprocess.run([program, *words.split()], capture_output=True, text=True, check=True).stdout
        said = browser.text("?" + re.sub(r" --(\w+) (\w+)", r"&\1=\2", words), f"no end of {words}")
        wanted, found = ([line for line in text.splitlines() if "seconds," not in line] for text in (told, said))
        assert found == wanted, f"{words}: {found} instead of {wanted}"
    print("ok: the games of a seed are those of the program")

    film = pathlib.Path(browser.pictures, "film.gif")
    film.unlink(missing_ok=True)
    words = f"record --seed 7 --frames 100 --gif {film}"
    subprocess.run([program, *words.split()], capture_output=True, check=True)
    browser.text("?record&seed=7&frames=100&gif=film.gif", "no film")
    found = browser.value("""(async () => {
      const hash = await crypto.subtle.digest("SHA-256", rightwell.files.find("film.gif").content);
      return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, "0")).join("");
    })()""")
    assert found == hashlib.sha256(film.read_bytes()).hexdigest(), "the film differs from that of the program"
    print("ok: a film is that of the program, byte for byte")


def check_the_sound(browser):
    browser.open("?play&level=5&seed=8988")
    browser.press("ArrowDown")
    browser.until("there is no sound", "Math.max(...new Float32Array(rightwell.shared.sound, 16)) > 0.01")
    marks = "Atomics.load(new Int32Array(rightwell.shared.sound), 1)"
    # On a busy machine, fewer frames are played in this time.
    for _ in range(5):
        played = browser.value(marks)
        time.sleep(2)
        played = (browser.value(marks) - played) / 2
        if 40000 < played < 56000:
            break
    else:
        raise AssertionError(f"{played} samples are played in a second")
    browser.picture("play")
    print(f"ok: a game is heard, {played:.0f} samples a second")


def check_the_pad(browser):
    browser.open("?play")
    browser.pad()
    before, _ = browser.picture("pad")
    for _ in range(20):
        browser.press_pad(9)
        if browser.picture("pad")[0] != before:
            break
    else:
        raise AssertionError("Start on a gamepad does nothing")
    print("ok: a gamepad is heard")
