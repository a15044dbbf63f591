"""Checks a report of `review --html`: that it fits on wide and narrow screens, its links and its choice of moves."""

import subprocess
import tempfile

COMMANDS = (
    "record --input pad --player survival --level 18 --seed 1234 --frames 2500 --save-replay games/a.fm2",
    "record --input pad --player survival --level 18 --seed 5678 --frames 2500 --save-replay games/b.fm2",
    "review games/a.fm2 --playouts 0 --html a.html",
    "review games --html all.html",
)
# Names of elements that are wider than the page or their card.
TOO_WIDE = """[...document.querySelectorAll("body, section, figure, nav, #said, #course div")].filter(
  (one) => one.scrollWidth > one.clientWidth + 8 || one.getBoundingClientRect().right > innerWidth).map(
  (one) => one.outerHTML.slice(0, 60))"""


def check_the_report(browser, program):
    site = browser.site
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mkdir", f"{folder}/games"], check=True)
        for words in COMMANDS:
            subprocess.run([program, *words.split()], cwd=folder, capture_output=True, check=True)
        browser.new_site(folder)
        for width in (1280, 400):
            browser.size(width, 900)
            browser.go("a.html#move-20")
            shown = "document.querySelector('#said h3')?.textContent.split(':')[0]"
            browser.until("the link leads to another move", f"{shown} === 'Piece 20'")
            wide = browser.value(TOO_WIDE)
            assert not wide, f"too wide at {width} pixels: {wide}"
            browser.value("document.querySelector('a[href^=\"#kind-\"]').click()")
            kind = browser.value("document.getElementById('kind').value")
            assert kind != "all", "the habit's link chooses no kind"
            browser.press("ArrowRight")
            assert browser.value("document.querySelector('#list .on') !== null"), f"a move is not {kind}"
            browser.value("document.querySelector('.named').focus()")
            assert browser.value("document.querySelector('#lit').innerHTML"), "a named place does not light up"
        browser.size(1280, 900)
        browser.go("all.html")
        browser.until("no page", "document.querySelector('.moves') !== null")
        wide = browser.value(TOO_WIDE)
        assert not wide, f"the page of a folder is too wide: {wide}"
        browser.value("document.querySelector('.moves a').click()")
        browser.until("the link leads to no report", "location.hash && document.querySelector('#list .on') !== null")
    browser.size(1280, 720)
    browser.visit(site)
    print("ok: reports fit on wide and narrow screens, and their links lead to the moves")
