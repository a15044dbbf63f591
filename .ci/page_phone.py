"""Checks the page on a simulated phone, upright and sideways."""

import time

SIZES = (("upright", 390, 844), ("flat", 844, 390))
HELD = "new Int32Array(rightwell.shared.pads, 4 * 88, 2)[1]"


def check_that_fingers_play(browser):
    for name, width, height in SIZES:
        browser.size(width, height, mobile=True)
        browser.open("?play&level=0&seed=8988")
        time.sleep(1)
        browser.picture(f"phone-{name}")
        assert browser.value("new Int32Array(rightwell.shared.pads, 4 * 88, 1)[0]") == 1, "the first touch would not count"
        # Hold the d-pad to the left, until the piece is at the wall.
        browser.touch("#cross", across=0.1)
        held = browser.value(HELD)
        time.sleep(0.7)
        browser.picture(f"phone-{name}-left")
        browser.lift()
        freed = browser.value(HELD)
        assert (held, freed) == (1 << 14, 0), f"the d-pad {name}: {held}, then {freed}"
        assert browser.value("document.documentElement.scrollWidth <= innerWidth"), f"{name}: wider than the phone"
    print("ok: fingers play, the phone upright and flat")
    browser.size(1280, 720)


def check_the_buttons(browser):
    """Buttons are large enough for thumbs and within their reach. Buttons for rare use are not where thumbs rest."""
    for name, width, height in SIZES:
        browser.size(width, height, mobile=True)
        browser.open("?play&level=0")
        areas = browser.value("""Object.fromEntries([...document.querySelectorAll("#touch button, #cross")].map(one => {
          const {left, top, width, height} = one.getBoundingClientRect();
          return [one.textContent.trim() || one.id, [left, top, width, height]];
        }))""")
        cross = next(key for key in areas if "▲" in key)
        for button, (left, top, wide, high) in areas.items():
            assert wide >= 44 and high >= 44, f"{name}: {button} has {wide} x {high} pixels"
            assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height, f"{name}: {button} is cut off"
        if name == "flat":
            _, top, _, high = areas[cross]
            assert top + high < height * 0.9, f"the d-pad ends at {top + high} of {height}"
            for button in ("MENU", "SELECT", "START", "ABOUT"):
                _, top, _, high = areas[button]
                assert top + high < height * 0.25, f"{button} ends at {top + high} of {height}: under a thumb"
        assert browser.value("rightwell.shared.variables.some(one => new TextDecoder().decode(one) === 'RIGHTWELL_TOUCH=1\\0')")
    # A gamepad needs no touch buttons. A touch brings them back.
    is_hidden = "document.getElementById('touch').hidden"
    browser.pad()
    browser.press_pad(14)
    assert browser.value(is_hidden), "a gamepad leaves the touch buttons"
    assert browser.value("document.getElementById('glcanvas').clientWidth") == 844, "the screen does not grow"
    browser.picture("phone-pad")
    browser.tap("#glcanvas")
    assert not browser.value(is_hidden), "a touch does not bring its buttons back"
    browser.size(1280, 720)
    print("ok: the buttons fit thumbs, and go while a gamepad is used")


def check_that_fingers_review(browser):
    """After a game, SELECT opens the review of its moves. Playouts then measure the bad ones."""
    browser.size(390, 844, mobile=True)
    browser.open("?play&level=29&speed=64")
    browser.until("the game does not end", "rightwell.shared.rounds[0] > 90")
    browser.picture("phone-over")
    browser.tap("[data-pad='8']")
    # To rate moves, the program needs a value table.
    browser.until("SELECT opens no review", "rightwell.files.find('web').inside.size > 0")
    browser.until_kept("no move is played out", "data/playouts.ron", patience=180)
    browser.picture("phone-review")
    browser.size(1280, 720)
    print("ok: fingers lead to the review of a game, whose bad moves are played out")
