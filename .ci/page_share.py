"""Checks what the page copies and downloads, so that others can open it."""

import pathlib
import shutil
import subprocess
import tempfile

from page_keeps import top_out

# Steps from the first row of the menu up to COPY LINK for the current scene, and to RECORDINGS above it.
TO_LINK = ["Escape", *["ArrowUp"] * 4, "Enter"]
TO_RECORDINGS = ["Escape", *["ArrowUp"] * 5, "Enter"]


def copied(browser, presses):
    browser.value("window.copied = ''; navigator.clipboard.writeText = async text => { window.copied = text; }")
    browser.press(*presses)
    return browser.until("no link is copied", "window.copied").removeprefix(browser.base)


def parts(link):
    """Returns the command and the options of a link."""
    return set(link.split("&"))


def check_that_what_is_seen_is_shared(browser):
    """A link opens the game, puzzle or recording on the screen, not the choices in the menu."""
    browser.new_site()
    browser.open("?watch&level=7")
    browser.press("F5", "F5")
    link = copied(browser, TO_LINK)
    assert link.startswith("?watch&") and {"level=7", "filter=well"} < parts(link) and "&seed=" in link, link
    browser.open(link)
    assert copied(browser, TO_LINK) == link, "a second copy gives another link"

    browser.open("?puzzles")
    link = copied(browser, TO_LINK)
    assert link.startswith("?puzzles&position="), link
    browser.open(link)

    browser.open("?play&level=29&speed=64&seed=8988")
    top_out(browser)
    browser.open("?play&level=29&speed=64&seed=8988")
    browser.until("the game does not end", "rightwell.shared.rounds[0] > 90")
    of_card = copied(browser, ["KeyC"])
    link = copied(browser, [*TO_RECORDINGS[:-1], "ArrowDown", "Enter"])
    assert of_card == link, f"the card copies {of_card}, the menu {link}"
    assert parts(link) == {"?play", "level=29", "speed=64", "seed=8988", "beat=0"}, link
    browser.open(link)

    browser.value("hand_out = (name, data) => { window.handed = [name, data.length]; }")
    link = copied(browser, [*TO_RECORDINGS, "Enter", *["ArrowDown"] * 4, "Enter", "ArrowDown", "Enter"])
    handed = browser.until("no recording is downloaded", "window.handed")
    assert handed[0].startswith("game-00000"), handed
    assert link.startswith("?replay#game-00000"), link
    browser.open(link)
    assert browser.value("document.getElementById('card').hidden"), "a recording in a link is not played"
    print(f"ok: links lead to what is seen; a recording takes {len(link)} letters")


def check_a_race(browser, program):
    """A link starts a race against a recording on the same host. The saved game says which game it raced."""
    ghost = "record --input pad --player survival --level 29 --seed 1234 --frames 2000 --save-replay theirs.ron"
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place, "site")
        shutil.copytree(browser.folder, folder)
        subprocess.run([program, *ghost.split()], cwd=folder, capture_output=True, check=True)
        browser.new_site(folder)
        browser.open("?play&ghost=theirs.ron&speed=64")
        browser.until("the race does not end", "rightwell.shared.rounds[0] > 90")
        browser.picture("race")
        browser.press("Enter", "Enter")
        raced = """rightwell.files.kept().some(
          ([path, content]) => path.includes("/recordings/game-") && new TextDecoder().decode(content).includes("theirs"))"""
        browser.until("no saved game names the game that it raced", raced)
    print("ok: a link starts a race")
