"""Checks the start of the page: a first visit, links with other sites' parameters, and systems where it cannot
start."""

import json
import pathlib
import struct
import time
import zlib

IS_PLAYED = "location.search.startsWith('?play') && (performance.getEntriesByName('first picture')[0] || {}).startTime"
IS_GREETED = "!document.getElementById('welcome').hidden"


def check_that_one_touch_begins(browser):
    """Enter, Start on a pad, a tap on the screen and START below it start a game."""
    browser.new_site()

    def pad():
        browser.pad()
        browser.press_pad(9)

    for name, mobile, begin in (
        ("Enter", False, lambda: browser.press("Enter")),
        ("Start on a pad", False, pad),
        ("the button", False, lambda: browser.value("document.querySelector('#welcome a').click()")),
        ("a tap on the picture", True, lambda: browser.tap("#glcanvas")),
        ("START", True, lambda: browser.tap("[data-pad='9']")),
    ):
        browser.size(*((390, 844) if mobile else (1280, 720)), mobile=mobile)
        browser.open("")
        assert browser.value(IS_GREETED), f"there is no start button before {name}"
        browser.picture("welcome-touched" if mobile else "welcome")
        begin()
        browser.until(f"{name} begins no game", IS_PLAYED)
    browser.size(1280, 720)
    browser.open("")
    browser.press("ArrowLeft")
    assert browser.value(IS_GREETED), "a key that starts nothing hides the button"
    before, _ = browser.picture("welcome")
    browser.value("document.querySelector('#welcome button').click()")
    time.sleep(1)
    assert not browser.value(IS_GREETED), "the start button covers the menu"
    assert browser.picture("welcome-menu")[0] != before, "the button for the menu does nothing"
    browser.press("ArrowDown", "Enter", "Enter")
    time.sleep(1)
    assert browser.value("location.search") == "", "Enter in the menu starts a game"
    print("ok: Enter, Start and a tap begin the first game")


def check_parameters_of_others(browser):
    """Parameters for tracking are ignored. Unknown parameters are reported."""
    browser.open("?utm_source=x&fbclid=y&ref=z")
    assert browser.value(IS_GREETED), "tracking parameters are taken for options"
    browser.open("?play&level=5&gclid=x")
    assert browser.value("document.getElementById('notices').textContent") == "", "tracking parameters are reported"
    browser.open("?watch&level=3&newer=5")
    said = browser.value("document.getElementById('notices').textContent")
    assert "--newer" in said, f"an unknown parameter: {said!r}"
    print("ok: a link may have parameters that are not known")


def check_that_nothing_ends(browser):
    """The last row of the menu does not end the program, because the browser closes the page."""
    browser.open("?watch")
    browser.press("Escape", "ArrowUp", "Enter")
    time.sleep(1)
    assert browser.value("document.getElementById('card').hidden"), "a row of the menu ends the page"
    print("ok: the menu does not end the page")


def check_that_https_is_asked_for(browser):
    """Without https, browsers do not let the threads of a page share memory."""
    base = browser.base
    browser.base = base.replace("127.0.0.1", "insecure.test")
    said = browser.text("", "a page without https says nothing")
    browser.base = base
    assert "https" in said, said
    print("ok: where https is missing, that is said")


def check_the_size(browser):
    """The folder, and what comes before the first frame, are no larger than `assets/web/README.md` says."""
    files = {file.name: file.read_bytes() for file in pathlib.Path(browser.folder).iterdir()}
    said = files["offline.js"].decode().removeprefix("const LIST = ")
    first, _ = json.JSONDecoder().raw_decode(said)
    packed = sum(len(zlib.compress(files[name], 9)) for name in first["first"])
    assert packed < 2.5e6, f"{packed} bytes before the first frame"
    whole = sum(map(len, files.values()))
    assert whole < 15.5e6, f"{whole} bytes in all"
    print(f"ok: {packed / 1e6:.2f} MB come before the first frame, {whole / 1e6:.1f} MB in all")


def check_refusals_and_reasons(browser):
    """Each refusal says what to do. Only a panic or an error is a reason for an end."""
    browser.open("?watch")
    for name, end in (("FRAME", "a tab of its own."), ("FILE", "-m http.server"), ("COOKIES", "then try again."),
                      ("SERVICE", "a newer browser."), ("MEMORY", "a newer browser."), ("HTTPS", "/")):
        said = browser.value(f"refusal('{name}').message")
        assert said.endswith(end), said
    assert browser.value("refusal('FRAME').ways[0][2]") == "_blank"
    for lines, expected in ((["seed 0000000000005724"], ""), (["rightwell: ignoring unknown option --newer"], ""),
                            (["thread 'a' panicked at b:", "no room", "note: run with"], "no room"),
                            (["seed 1", "rightwell: no player"], "no player")):
        assert browser.value(f"reason({lines!r})") == expected, lines
    print("ok: refusals say what to do, and a seed is no reason for an end")


def check_that_keys_leave_the_screen(browser):
    """Tab reaches the links and the buttons. F11 fills the screen with the touch buttons too."""
    browser.open("?watch")
    browser.press("Tab")
    browser.press("Tab")
    found = browser.value("document.activeElement.closest('section, #touch') !== null")
    assert found, "Tab does not leave the screen"
    browser.value("document.activeElement.blur()")
    browser.press("F11")
    browser.until("F11 does not fill the screen", "document.fullscreenElement === document.documentElement")
    browser.value("document.exitFullscreen()")
    browser.until("the screen stays full", "!document.fullscreenElement")
    browser.press("F11")
    browser.until("after the browser's own key, F11 does nothing", "document.fullscreenElement !== null")
    browser.value("document.exitFullscreen()")
    print("ok: Tab leaves the screen, and F11 follows the browser")


def check_that_the_menu_saves_all(browser):
    """What stands below the screen is in the menu too."""
    browser.open("?watch")
    browser.value("""hand_out = name => { window.saved = name; };
      by_id("recording").click = () => { window.chosen = true; }""")
    browser.press("Escape", "ArrowUp", "Enter", "Enter")
    browser.until("the menu opens no recording", "window.chosen")
    browser.press("ArrowDown", "Enter")
    browser.until("the menu saves nothing", "window.saved === 'rightwell.json'")
    browser.until("the tab has no title", "document.title.startsWith('Rightwell - ')"
                  " && document.getElementById('scene').textContent === document.title")
    print("ok: the menu opens recordings and saves all as a file")


def check_that_a_lost_picture_returns(browser):
    """If the browser takes the picture away, the page starts again by itself."""
    browser.open("?play&level=0")
    begun = browser.value("performance.timeOrigin")
    browser.value("rightwell.threads.get(0).onmessage({data: {lost: true}})")
    script = f"performance.timeOrigin > {begun} && (performance.getEntriesByName('first picture')[0] || {{}}).startTime"
    browser.until("the page does not start again", script)
    browser.value("rightwell.threads.get(0).onmessage({data: {lost: true}})")
    said = browser.value("document.getElementById('said').textContent")
    assert "lost the picture" in said, said
    print("ok: a lost picture returns, and a second time the user decides")


def check_what_is_wrong(browser):
    said = browser.text("?watch&player=nobody", "a wrong link says nothing")
    assert "unknown player 'nobody'; allowed: survival" in said, said
    said = browser.text("?watch&ground=red", "a wrong ground says nothing")
    assert said == "unknown ground 'red'; allowed: green, transparent", said
    print("ok: a wrong link says what is wrong")


def check_that_it_installs(browser):
    """The page can be installed as an app, and links to it have a preview picture."""
    browser.open("?watch")
    found = browser.ask("Page.getInstallabilityErrors")["installabilityErrors"]
    # A headless browser cannot install apps.
    found = [error for error in found if error["errorId"] != "in-incognito"]
    assert not found, f"it cannot be installed: {found}"
    title = browser.value("document.querySelector('meta[property=\"og:title\"]').content")
    assert title == "Rightwell", title
    preview = pathlib.Path(browser.folder, "preview.png").read_bytes()
    assert struct.unpack(">II", preview[16:24]) == (1200, 630), "a preview of another size"
    assert "Version " in browser.value("document.querySelector('.small').textContent"), "there is no version"
    print("ok: it can be installed")


def check_the_pixels(browser):
    """The screen has the display's pixels, also after its scale has changed."""
    browser.open("?watch")
    for scale, width, height in ((1.25, 1600, 900), (1.5, 1920, 1080), (1, 1280, 720)):
        browser.size(1280, 720, scale=scale)
        browser.until(f"a scale of {scale} leaves the pixels", "[by_id('glcanvas').width, by_id('glcanvas').height].join()"
                      f" === '{width},{height}'")
    print("ok: the screen has the display's pixels")


def check_streams(browser):
    """A stream gets the game screen alone, on green or on nothing."""
    hidden = "['notices', 'touch'].every(name => getComputedStyle(by_id(name)).display === 'none')"
    for name, colour in (("green", [12, 147, 0, 255]), ("transparent", [0, 0, 0, 0])):
        browser.open(f"?watch&clean&ground={name}&newer=5")
        assert browser.value(hidden), "a clean page shows more than the screen"
        assert browser.value("document.documentElement.scrollHeight === innerHeight"), "a clean page can be scrolled"
        time.sleep(0.5)
        corners = [browser.pixel(0, 0), browser.pixel(-1, -1)]
        assert corners == [colour, colour], f"{name}: {corners}"
        # The wall of the game screen.
        assert browser.pixel(644, 710)[3] == 255 and browser.pixel(644, 710) != colour, "there is no game"
        browser.picture(f"clean-{name}")
    print("ok: a stream gets the screen alone, on green or on nothing")


def check_the_bar(browser):
    """At a first visit with a slow network, the page shows its progress."""
    browser.new_site(is_slow=True)
    browser.go("")
    first = browser.until("there is no progress bar", "!document.getElementById('progress').hidden"
                          " && document.getElementById('progress').value")
    browser.until("the progress bar does not grow", f"document.getElementById('progress').value > {first}")
    browser.site.is_slow = False
    print("ok: a bar shows how much has come")
