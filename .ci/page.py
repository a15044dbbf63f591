"""What a browser makes of the folder of `.ci/web`: opens it, presses keys, a game pad and fingers, listens, and
compares games with those of the program.

Usage: page.py FOLDER PROGRAM PICTURES BROWSER [OPTION…]. Screenshots go to the folder PICTURES. Ends with 1 and a line
if anything is not as it should be.
"""

import base64
import fcntl
import functools
import hashlib
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import zlib

FOLDER, PROGRAM, PICTURES = sys.argv[1:4]
BROWSER = sys.argv[4:]
# For a page to begin, on a machine that is busy.
PATIENCE = 90
KEYS = {"Escape": 27, "Enter": 13, "ArrowUp": 38, "ArrowDown": 40, "ArrowRight": 39}


class Folder(http.server.SimpleHTTPRequestHandler):
    """The folder as any server of static files hands it out."""

    def log_message(self, *_):
        pass


class Browser:
    """A browser without a window, asked through its pipes."""

    def __init__(self, profile):
        handler = functools.partial(Folder, directory=FOLDER)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}/"
        told, tells = os.pipe(), os.pipe()
        # The browser reads from 3 and writes to 4.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 40) for end in (told[0], tells[1])]

        def hand_over():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [*BROWSER, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for end in (*high, told[0], tells[1]):
            os.close(end)
        self.out, self.into = os.fdopen(told[1], "wb", 0), os.fdopen(tells[0], "rb", 0)
        self.count, self.answers, self.requests, self.session = 0, {}, set(), None
        self.heard = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        pages = [one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        attached = self.ask("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for part in ("Page", "Runtime", "Network"):
            self.ask(f"{part}.enable")
        self.size(1280, 720)

    def listen(self):
        rest = b""
        while part := self.into.read(65536):
            *whole, rest = (rest + part).split(b"\0")
            with self.heard:
                for message in map(json.loads, whole):
                    if "id" in message:
                        self.answers[message["id"]] = message
                    elif message["method"] == "Network.requestWillBeSent":
                        self.requests.add(message["params"]["request"]["url"])
                    elif message["method"] == "Runtime.consoleAPICalled":
                        print("  page:", *(one.get("value", "") for one in message["params"]["args"]))
                self.heard.notify_all()

    def ask(self, method, **params):
        self.count += 1
        number = self.count
        session = {"sessionId": self.session} if self.session else {}
        self.out.write(json.dumps({"id": number, "method": method, "params": params, **session}).encode() + b"\0")
        with self.heard:
            if not self.heard.wait_for(lambda: number in self.answers, PATIENCE):
                raise AssertionError(f"the browser does not answer {method}")
            answer = self.answers.pop(number)
        assert "error" not in answer, f"{method}: {answer.get('error')}"
        return answer["result"]

    def value(self, script):
        """What a script comes to on the page."""
        said = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in said, f"{script}: {said.get('exceptionDetails')}"
        return said["result"].get("value")

    def until(self, what, script, patience=PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                if found := self.value(script):
                    return found
            except AssertionError:
                # The page begins anew.
                pass
            time.sleep(0.1)
        raise AssertionError(what)

    def open(self, query="", what="there is no picture"):
        """Opens the page and waits for its first picture; how many seconds after it was opened that came."""
        self.ask("Page.navigate", url=self.base + query)
        script = "(performance.getEntriesByName('first picture')[0] || {}).startTime"
        return self.until(f"{what} of {query!r}", script) / 1000

    def size(self, width, height, mobile=False):
        scale = 2 if mobile else 1
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=mobile, maxTouchPoints=5 if mobile else 1)

    def picture(self, name):
        """Writes a screenshot, and gives its pixels as far as to tell it from others."""
        png = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        pathlib.Path(PICTURES, f"{name}.png").write_bytes(png)
        packed = b"".join(re.findall(rb"IDAT(.*?)....(?=....I)", png, re.DOTALL))
        return zlib.crc32(packed), len(png)

    def press(self, *codes):
        for code in codes:
            letter = code[3:].lower() if code.startswith("Key") else ""
            key = {"code": code, "key": letter or code, "windowsVirtualKeyCode": KEYS.get(code, 0)}
            self.ask("Input.dispatchKeyEvent", type="keyDown", **key, **({"text": letter} if letter else {}))
            time.sleep(0.08)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **key)
            time.sleep(0.25)

    def close(self):
        self.process.kill()
        self.process.wait()


def check(browser):
    begun = time.monotonic()
    browser.open("?watch&seed=1234&level=18")
    took = time.monotonic() - begun
    browser.open("?watch&seed=1234&level=18")
    again = browser.open("?watch&seed=1234&level=18")
    print(f"ok: the first picture comes after {took:.1f} s, once everything is kept after {again:.1f} s")
    time.sleep(1)
    before, size = browser.picture("watch")
    assert size > 5000, f"the picture is empty: {size} bytes"
    time.sleep(1)
    assert browser.picture("watch")[0] != before, "nothing moves"
    print("ok: an AI plays")

    rounds = "rightwell.shared.rounds[0]"
    count, begun = browser.value(rounds), time.monotonic()
    time.sleep(4)
    count, took = browser.value(rounds) - count, time.monotonic() - begun
    times = sorted(browser.value("[...rightwell.shared.rounds.slice(1)].filter(time => time > 0)"))
    print(f"ok: {count / took:.0f} rounds a second; one takes {times[len(times) // 2] / 1000:.1f} ms, the slowest"
          f" {times[-1] / 1000:.1f} ms")

    browser.press("Escape")
    menu, _ = browser.picture("menu")
    browser.press("ArrowDown")
    assert browser.picture("menu")[0] != menu, "a key does nothing in the menu"
    browser.press("Enter", "ArrowDown", "ArrowRight")
    chosen, _ = browser.picture("watch-page")
    browser.press("Escape", "Escape")
    print("ok: keys move in the menu")

    browser.value("navigator.clipboard.writeText = async text => { window.copied = text; }")
    browser.press("Escape", "ArrowDown", "Enter", "ArrowUp", "Enter")
    link = browser.until("COPY LINK copies nothing", "window.copied", 20)
    assert link.startswith(browser.base + "?watch&"), link
    browser.press("Escape", "Escape")
    print(f"ok: COPY LINK copies {link.removeprefix(browser.base)}")

    # What is chosen is kept when something begins.
    browser.press("Escape", "ArrowDown", "Enter", "Enter")
    browser.until("the choice is not kept", "rightwell.files.kept().some(([path]) => path === 'home/config/choices.ron')")
    time.sleep(1)
    browser.open("?watch")
    kept = browser.value("rightwell.files.kept().map(([path]) => path)")
    assert "home/config/choices.ron" in kept, f"a reload forgets what was chosen: {kept}"
    browser.press("Escape", "ArrowDown", "Enter")
    print("ok: a reload keeps what was chosen")

    # All that is kept as a file, with one more in it, and back.
    browser.value("""(() => {
      hand_out = (name, data) => { window.handed = data; };
      document.getElementById("export").click();
      const all = JSON.parse(window.handed);
      all.files["home/config/more.txt"] = btoa(all.files["home/config/choices.ron"] ? "kept" : "lost");
      const given = new DataTransfer();
      given.items.add(new File([JSON.stringify(all)], "rightwell.json"));
      const input = document.getElementById("import");
      input.files = given.files;
      input.dispatchEvent(new Event("change"));
    })()""")
    browser.until("a file with all that was kept is not read", """rightwell.files.kept().some(([path, data]) =>
      path === "home/config/more.txt" && new TextDecoder().decode(data) === "kept") && !window.handed""")
    print("ok: all that is kept goes into a file and comes back")

    browser.open("")
    assert browser.value("!document.getElementById('welcome').hidden"), "nobody says how to play"
    before, _ = browser.picture("welcome")
    browser.value("document.querySelector('#welcome button').click()")
    time.sleep(1)
    assert browser.picture("welcome-menu")[0] != before, "the button for the menu does nothing"
    browser.value("document.querySelector('#welcome a').click()")
    browser.until("the button to play begins no game", "location.search.startsWith('?play') && !!window.rightwell")
    print("ok: who comes for the first time finds the menu and a game")

    for words in ("simulate --games 3 --seed 1234 --player survival --pieces 3000",
                  "simulate --games 1 --seed 77 --player scorer --level 18 --input pad --pieces 300"):
        told = subprocess.run([PROGRAM, *words.split()], capture_output=True, text=True, check=True).stdout
        query = re.sub(r" --(\w+) (\w+)", r"&\1=\2", words)
        browser.ask("Page.navigate", url=browser.base + "?" + query)
        said = browser.until(f"no end of {words}", "document.getElementById('way').textContent"
                             " && document.getElementById('said').textContent", 120)
        wanted, found = ([line for line in text.splitlines() if "seconds," not in line] for text in (told, said))
        assert found == wanted, f"{words}: {found} instead of {wanted}"
    print("ok: the games of a seed are those of the program")

    film = pathlib.Path(PICTURES, "film.gif")
    film.unlink(missing_ok=True)
    words = f"record --seed 7 --frames 100 --gif {film}"
    subprocess.run([PROGRAM, *words.split()], capture_output=True, check=True)
    browser.ask("Page.navigate", url=browser.base + "?record&seed=7&frames=100&gif=film.gif")
    found = browser.until("no film", """(async () => {
      if (!document.getElementById("way").textContent) return "";
      const hash = await crypto.subtle.digest("SHA-256", rightwell.files.find("film.gif").content);
      return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, "0")).join("");
    })()""", 120)
    assert found == hashlib.sha256(film.read_bytes()).hexdigest(), "a film is not that of the program"
    print("ok: a film is that of the program, byte for byte")

    browser.ask("Page.navigate", url=browser.base + "?watch&player=nobody")
    said = "document.getElementById('way').textContent && document.getElementById('said').textContent"
    said = browser.until("a wrong link says nothing", said)
    assert "'nobody' is not known; allowed: survival" in said, said
    print("ok: a wrong link says what is wrong")

    browser.open("?play&level=5&seed=8988")
    browser.press("ArrowDown")
    peak = browser.until("nothing is heard", "Math.max(...new Float32Array(rightwell.shared.sound, 16)) > 0.01", 20)
    marks = "Atomics.load(new Int32Array(rightwell.shared.sound), 1)"
    played = browser.value(marks)
    time.sleep(2)
    played = (browser.value(marks) - played) / 2
    assert peak and 40000 < played < 56000, f"{played} samples are played in a second"
    browser.picture("play")
    print(f"ok: a game is heard, {played:.0f} samples a second")

    browser.open("?play")
    browser.value("""(() => {
      const button = () => ({pressed: false, value: 0});
      window.pad = {id: "Test pad", index: 0, connected: true, mapping: "standard", axes: [0, 0, 0, 0],
                    buttons: Array.from({length: 17}, button)};
      navigator.getGamepads = () => [window.pad];
    })()""")
    time.sleep(1)
    before, _ = browser.picture("pad")
    for _ in range(8):
        browser.value("window.pad.buttons[9].pressed = true")
        time.sleep(0.3)
        browser.value("window.pad.buttons[9].pressed = false")
        time.sleep(0.3)
    assert browser.picture("pad")[0] != before, "Start on a game pad does nothing"
    print("ok: a game pad is heard")

    for name, width, height in (("upright", 390, 844), ("flat", 844, 390)):
        browser.size(width, height, mobile=True)
        browser.open("?play&level=0&seed=8988")
        time.sleep(1)
        browser.picture(f"phone-{name}")
        # A thumb holds the cross to the left, so that the piece is at the wall.
        place = browser.value("(() => { const {left, top, height} = document.getElementById('cross')"
                              ".getBoundingClientRect(); return [left + 10, top + height / 2]; })()")
        browser.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": place[0], "y": place[1]}])
        held = browser.value("new Int32Array(rightwell.shared.pads, 4 * 88, 2)[1]")
        time.sleep(0.7)
        browser.picture(f"phone-{name}-left")
        browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        freed = browser.value("new Int32Array(rightwell.shared.pads, 4 * 88, 2)[1]")
        assert (held, freed) == (1 << 14, 0), f"the cross {name}: {held}, then {freed}"
        assert browser.value("document.documentElement.scrollWidth <= innerWidth"), f"{name}: wider than the phone"
    print("ok: fingers play, the phone upright and flat")
    browser.size(1280, 720)

    others = {url for url in browser.requests if not url.startswith((browser.base, "data:", "blob:", "about:"))}
    assert not others, f"requests of others: {others}"
    assert browser.value("document.cookie") == "", "there are cookies"
    browser.server.shutdown()
    browser.server.server_close()
    browser.open("?watch", "without a network there is no picture")
    print("ok: it asks nobody else, keeps no cookies, and works without a network")


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    browser = Browser(profile)
    try:
        check(browser)
    except AssertionError as wrong:
        browser.picture("wrong")
        sys.exit(f"FAILED: {wrong}")
    finally:
        browser.close()
print("the page is right")
