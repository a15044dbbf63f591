"""Checks the start of the page: a first visit, links with other sites' parameters, and systems where it cannot
start."""

import time

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
        browser.until(f"{name} begins no game", IS_PLAYED, 20)
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


def check_what_is_wrong(browser):
    said = browser.text("?watch&player=nobody", "a wrong link says nothing")
    assert "unknown player 'nobody'; allowed: survival" in said, said
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
    print("ok: it can be installed")


def check_the_bar(browser):
    """At a first visit with a slow network, the page shows its progress."""
    browser.new_site(is_slow=True)
    browser.go("")
    first = browser.until("there is no progress bar", "!document.getElementById('progress').hidden"
                          " && document.getElementById('progress').value", 20)
    browser.until("the progress bar does not grow", f"document.getElementById('progress').value > {first}", 20)
    browser.site.is_slow = False
    print("ok: a bar shows how much has come")
