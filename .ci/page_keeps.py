"""Checks the page's storage: every change is saved, links change nothing, imports are atomic, a full storage loses no
change, and only one tab saves files."""

import json
import time

# Presses left eight times, at ten presses per second. Through the pipe, this would be too slow.
TAPS = """(async () => {
  for (let turn = 0; turn < 16; turn++) {
    const key = {code: "ArrowLeft", key: "ArrowLeft", bubbles: true};
    document.body.dispatchEvent(new KeyboardEvent(["keydown", "keyup"][turn % 2], key));
    await new Promise(done => setTimeout(done, 50));
  }
})()"""
NO_SCORES = f"""(version: 1, a_type: {json.dumps(["000000000000 0 0"] * 3)}, b_type: {json.dumps(["000000000000 0 0"] * 3)})"""


def toggle_sound(browser):
    browser.press("KeyM")


def place_a_piece(browser):
    browser.key("ArrowDown", "keyDown")
    time.sleep(1)
    browser.key("ArrowDown", "keyUp")


def tap_fast(browser):
    """Taps until a burst was fast enough. On a busy machine, this may take several attempts."""
    before = browser.kept("data/drills.ron")
    for _ in range(4):
        browser.value(TAPS)
        time.sleep(0.6)
        if browser.kept("data/drills.ron") != before:
            return


def top_out(browser):
    browser.until("the game does not end", "document.title !== '' && rightwell.shared.rounds[0] > 60")
    browser.press("Enter", "Enter")


def enter_a_name(browser):
    """Pushes pieces down until the game has ended, and confirms the name for its high score."""
    browser.key("ArrowDown", "keyDown")
    browser.until("the game does not end", "rightwell.shared.rounds[0] > 2400")
    browser.key("ArrowDown", "keyUp")
    for _ in range(2):
        time.sleep(1)
        browser.press("Enter")


def check_that_changes_stay(browser):
    """Every file that the program writes keeps its changes after a reload."""
    browser.new_site()
    browser.open("?watch")
    browser.put({"data/scores.ron": NO_SCORES})
    for query, path, change in (
        ("?watch", "config/settings.ron", toggle_sound),
        ("?puzzles", "data/puzzles.ron", place_a_piece),
        ("?play&mode=speed-test", "data/drills.ron", tap_fast),
        ("?play&level=18", "data/scores.ron", enter_a_name),
        ("?watch", "config/choices.ron", lambda browser: browser.press("Escape", *["ArrowUp"] * 6, "Enter", "ArrowUp", "Enter",
                                                                       *["ArrowDown"] * 2, "ArrowRight",
                                                                       *["ArrowUp"] * 2, "Enter")),
    ):
        before = None
        for what in ("is not written", "is not written again"):
            browser.open(query)
            assert before in (None, browser.kept(path)), f"a reload loses a change of {path}"
            change(browser)
            before = browser.until_kept(f"{path} {what}", path, before or NO_SCORES)
    browser.open("?watch")
    assert browser.kept(path) == before, f"a reload loses a change of {path}"
    names = browser.value("rightwell.files.kept().map(([path]) => path)")
    games = [name for name in names if name.startswith("home/data/recordings/game-")]
    assert len(games) == 2, f"two games leave {games}"
    print("ok: what is changed and changed again stays: settings, choices, puzzles, drills, scores, recordings")


def check_that_links_change_nothing(browser):
    """A link can at most cause a download."""
    browser.new_site()
    browser.open("?watch")
    toggle_sound(browser)
    settings = browser.until_kept("no settings", "config/settings.ron")
    for query in ("?record&frames=60&save-replay=/home/config/settings.ron", "?record&frames=60&png=tmp/../home/data/x.png",
                  "?record&frames=60&save-replay%3D%2Fhome%2Fconfig%2Fsettings.ron", "?puzzles&mine&empty"):
        said = browser.text(query, f"{query} says nothing")
        assert "no link may change" in said, f"{query}: {said}"
    browser.open("?watch")
    assert browser.kept("config/settings.ron") == settings, "a link has changed the settings"
    print("ok: a link changes nothing that is kept")


def read_back(browser, files):
    """Imports an exported file that contains these files, in addition to those that exist."""
    browser.value(f"""(() => {{
      hand_out = (name, data) => {{ window.handed = data; }};
      document.getElementById("export").click();
      const all = JSON.parse(window.handed);
      for (const [path, text] of Object.entries({json.dumps(files)})) all.files[path] = text;
      const given = new DataTransfer();
      given.items.add(new File([JSON.stringify(all)], "rightwell.json"));
      const input = document.getElementById("import");
      input.files = given.files;
      input.dispatchEvent(new Event("change"));
    }})()""")


def check_that_all_is_read_or_nothing(browser):
    browser.open("?watch")
    before = browser.value("rightwell.files.kept().map(([path]) => path).sort().join()")
    for files in ({"home/data/more.txt": "bW9yZQ==", "home/data": "bW9yZQ=="},
                  {"home/data/more.txt": "bW9yZQ==", "home/config/settings.ron/x": "bW9yZQ=="},
                  {"home/data/more.txt": "bW9yZQ==", "home/data/../../x": "bW9yZQ=="},
                  {"home/data/more.txt": "bW9yZQ==", "home/data/less.txt": "no letters of base 64!"}):
        read_back(browser, files)
        browser.until(f"nobody says what is wrong with {files}",
                      "document.getElementById('notices').textContent.includes('nothing has changed')")
        browser.value("document.querySelector('#notices button').click()")
    browser.open("?watch")
    after = browser.value("rightwell.files.kept().map(([path]) => path).sort().join()")
    assert after == before, f"a rejected import leaves {after} instead of {before}"
    read_back(browser, {"home/data/more.txt": "bW9yZQ=="})
    browser.until("the exported file is not imported", """!window.handed
      && rightwell.files.kept().some(([path]) => path === "home/data/more.txt")""")
    assert browser.kept("data/more.txt") == "more"
    print("ok: a file of all that is kept is read, whole or not at all")


def check_a_full_storage(browser):
    """Files for which there is no room are reported, remain in the tab, and are saved as soon as there is room."""
    browser.new_site()
    origin = browser.base.rstrip("/")
    # There is room for the page's own files and for settings, but not for the large file.
    browser.ask("Storage.overrideQuotaForOrigin", origin=origin, quotaSize=20_000_000)
    browser.open("?watch")
    browser.value("""(() => {
      const large = new Uint8Array(24 << 20);
      for (let at = 0; at < large.length; at += 65536) crypto.getRandomValues(large.subarray(at, at + 65536));
      rightwell.files.put("home/data/large.txt", large);
    })()""")
    toggle_sound(browser)
    browser.until("no notice says that the storage is full", "document.getElementById('notices').textContent.includes('full')")
    stored = browser.until("files for which there is room are not saved", """rightwell.store.all().then(all => all.length > 0
      && all.map(([path]) => path))""")
    assert "home/config/settings.ron" in stored and "home/data/large.txt" not in stored, stored
    assert browser.asks_to_leave(), "closing a tab whose data would be lost asks for no confirmation"
    browser.ask("Storage.overrideQuotaForOrigin", origin=origin)
    browser.until("the notice about the full storage stays", "document.getElementById('notices').textContent === ''")
    stored = browser.value("rightwell.store.all().then(all => all.map(([path]) => path))")
    assert "home/data/large.txt" in stored, f"a file that found no room is not saved later: {stored}"
    print("ok: a full storage is said, and nothing is lost")


def check_two_tabs(browser):
    """The second tab says that it saves nothing, unless it only shows a game, as in a stream."""
    browser.open("?watch")
    back = browser.tab()
    for query, is_said in (("?play&level=0", True), ("?watch", False)):
        browser.open(query)
        said = browser.value("document.getElementById('notices').textContent")
        assert ("another tab" in said) == is_said, f"a second tab with {query} says {said!r}"
        time.sleep(0.5)
        assert browser.asks_to_leave() == query.startswith("?play"), f"{query} asks before it is closed, or does not"
    back()
    print("ok: a second tab says that it keeps nothing, and a person's game is not left unasked")


def check_that_a_moment_is_no_recording(browser):
    """Opening and leaving the page again and again leaves no recordings of very short games."""
    browser.new_site()
    for _ in range(3):
        browser.open("?play&level=0")
        time.sleep(1.5)
    names = browser.value("rightwell.files.kept().map(([path]) => path)")
    assert not any("/recordings/game-" in name for name in names), f"very short games are saved: {names}"
    print("ok: a game of a moment is not kept")
