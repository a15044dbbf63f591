"""Checks the page with long work, with too much work, and while it is hidden."""

import gzip
import pathlib
import shutil
import tempfile
import time

from page_browser import SAID

MIB = 1 << 20
MEMORY = "rightwell.shared.memory.buffer.byteLength"


def check_that_long_work_is_stopped(browser):
    """The progress is visible. If the user stops the work, the page shows the results so far."""
    for query, expected in (("?simulate&games=100000&seed=1", "pieces a second"), ("?record&frames=100000&seed=7&gif=x.gif", "")):
        browser.go(query)
        done = "document.getElementById('loading').textContent"
        first = browser.until(f"nobody sees how far {query} is", f"{done}.includes(' of 100000') && {done}")
        browser.until(f"{query} comes no further", f"{done}.includes(' of 100000') && {done} !== '{first}'")
        browser.picture("long-work")
        browser.value("document.getElementById('stop').click()")
        said = browser.until(f"{query} cannot be stopped", SAID)
        assert expected in said, said
    print("ok: long work is seen and stopped")


def check_a_packed_file_of_too_much(browser):
    """A file of one MiB that decompresses to one GiB does not fill the memory."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place, "site")
        shutil.copytree(browser.folder, folder)
        pathlib.Path(folder, "bomb.fm2.gz").write_bytes(gzip.compress(bytes(16 * MIB)) * 64)
        browser.new_site(folder)
        for query in ("?replay=bomb.fm2.gz", "?play&ghost=bomb.fm2.gz"):
            said = browser.text(query, f"a bomb says nothing: {query}")
            assert "more than 134217728 bytes" in said, said
        used = browser.value(MEMORY)
        assert used < 100 * MIB, f"it leaves {used // MIB} MiB in use"
    print("ok: what unpacks to too much is refused")


def check_a_hidden_tab(browser):
    """A hidden tab does no work."""
    browser.open("?watch")
    seen, rounds = browser.session, "rightwell.shared.rounds[0]"
    back = browser.tab()
    hidden, browser.session = browser.session, seen
    browser.until("the tab is not hidden", "document.hidden")
    time.sleep(0.5)
    before = browser.value(rounds)
    time.sleep(1.5)
    made = browser.value(rounds) - before
    assert made == 0, f"a hidden tab makes {made} iterations"
    browser.session = hidden
    back()
    browser.until("a tab that is visible again does not continue", f"{rounds} > {before}")
    print("ok: a hidden tab waits")
