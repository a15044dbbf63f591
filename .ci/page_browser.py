"""A headless browser and static file servers, for the checks of the folder of `.ci/web`."""

import base64
import fcntl
import functools
import http.server
import json
import os
import pathlib
import re
import subprocess
import threading
import time
import zlib

# Maximum number of seconds for a page to start, on a busy machine.
PATIENCE = 90
KEYS = {"Escape": 27, "Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
        "Tab": 9, "F11": 122}
# The element that covers the screen when there is an error or a message. It fades in.
SAID = "document.getElementById('way').textContent && document.getElementById('said').textContent"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files unchanged, with additional headers for a site."""

    def __init__(self, *args, site, headers, **others):
        self.site, self.headers_of_site = site, headers
        super().__init__(*args, **others)

    def copyfile(self, source, outputfile):
        while part := source.read(256 * 1024):
            outputfile.write(part)
            time.sleep(0.2 if self.site.is_slow else 0)

    def end_headers(self):
        for name, value in self.headers_of_site.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_):
        pass


class Site:
    """Serves a folder as any static file server does, at a new origin, which the browser has never visited."""

    def __init__(self, folder, is_slow=False, **headers):
        self.is_slow = is_slow
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        handler = functools.partial(Handler, directory=str(folder), site=self, headers=headers)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """A headless browser that is controlled through pipes. Only one tab is active at a time."""

    def __init__(self, command, profile, folder, pictures):
        self.folder, self.pictures, self.bases = folder, pictures, ["http://insecure.test:"]
        told, tells = os.pipe(), os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 40) for end in (told[0], tells[1])]

        def hand_over():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [*command, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for end in (*high, told[0], tells[1]):
            os.close(end)
        self.out, self.into = os.fdopen(told[1], "wb", 0), os.fdopen(tells[0], "rb", 0)
        self.count, self.answers, self.requests, self.session = 0, {}, set(), None
        self.heard = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        self.visit(Site(folder))
        pages = [one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        self.attach(pages[0]["targetId"])

    def attach(self, target):
        self.session = None
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Network"):
            self.ask(f"{part}.enable")
        self.size(1280, 720)

    def visit(self, site):
        """Switches to this site."""
        self.site, self.base = site, site.base
        self.bases.append(site.base)

    def new_site(self, folder=None, **how):
        """Opens this folder, or another one, at an origin that was never visited before."""
        self.visit(Site(folder or self.folder, **how))

    def tab(self):
        """Opens another tab and makes it active. Call the returned function to close it and to go back."""
        before = self.session
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.attach(target)
        # A tab that the browser still holds for hidden draws no frame.
        self.ask("Page.bringToFront")

        def back():
            self.session = before
            self.ask("Target.closeTarget", targetId=target)

        return back

    def listen(self):
        rest = b""
        while part := self.into.read(65536):
            *whole, rest = (rest + part).split(b"\0")
            with self.heard:
                for message in map(json.loads, whole):
                    self.take(message)
                self.heard.notify_all()

    def take(self, message):
        if "id" in message:
            self.answers[message["id"]] = message
        elif message["method"] == "Network.requestWillBeSent":
            self.requests.add(message["params"]["request"]["url"])
        elif message["method"] == "Runtime.consoleAPICalled" and message["params"]["type"] != "log":
            print("  page:", *(one.get("value", "") for one in message["params"]["args"]))
        elif message["method"] == "Page.javascriptDialogOpening":
            # Leave the page without being asked for confirmation.
            self.send("Page.handleJavaScriptDialog", {"accept": True}, message["sessionId"])

    def send(self, method, params, session):
        self.count += 1
        session = {"sessionId": session} if session else {}
        self.out.write(json.dumps({"id": self.count, "method": method, "params": params, **session}).encode() + b"\0")
        return self.count

    def ask(self, method, **params):
        with self.heard:
            number = self.send(method, params, self.session)
            if not self.heard.wait_for(lambda: number in self.answers, PATIENCE):
                raise AssertionError(f"the browser does not answer {method}")
            answer = self.answers.pop(number)
        assert "error" not in answer, f"{method}: {answer.get('error')}"
        return answer["result"]

    def value(self, script):
        """Evaluates a script on the page and returns its value."""
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
                # The page is being loaded again.
                pass
            time.sleep(0.1)
        raise AssertionError(what)

    def go(self, query=""):
        """Opens the page."""
        # Values from the previous page must not count for this one.
        self.ask("Page.navigate", url="about:blank")
        self.until("the page is not left", "location.href === 'about:blank'")
        self.ask("Page.navigate", url=self.base + query)

    def open(self, query="", what="there is no picture"):
        """Opens the page and waits for its first frame. Returns how many seconds this took."""
        self.go(query)
        script = "(performance.getEntriesByName('first picture')[0] || {}).startTime"
        try:
            return self.until(f"{what} of {query!r}", script) / 1000
        except AssertionError as wrong:
            seen = "[location.href, document.visibilityState, document.body.innerText].join(' | ')"
            raise AssertionError(f"{wrong}; the page shows {self.value(seen)!r}") from wrong

    def text(self, query, what, patience=PATIENCE):
        """Opens the page and waits for a message that replaces the screen."""
        self.go(query)
        return self.until(what, SAID, patience)

    def size(self, width, height, mobile=False, scale=None):
        scale = scale or (2 if mobile else 1)
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=mobile, maxTouchPoints=5 if mobile else 1)

    def picture(self, name):
        """Writes a screenshot. Returns enough of its pixels for a comparison."""
        png = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        pathlib.Path(self.pictures, f"{name}.png").write_bytes(png)
        packed = b"".join(re.findall(rb"IDAT(.*?)....(?=....I)", png, re.DOTALL))
        return zlib.crc32(packed), len(png)

    def key(self, code, kind):
        letter = code[3:].lower() if code.startswith("Key") else ""
        key = {"code": code, "key": letter or code, "windowsVirtualKeyCode": KEYS.get(code, 0)}
        text = {"text": letter} if letter and kind == "keyDown" else {}
        self.ask("Input.dispatchKeyEvent", type=kind, **key, **text)

    def press(self, *codes):
        for code in codes:
            self.key(code, "keyDown")
            time.sleep(0.08)
            self.key(code, "keyUp")
            self.rest()

    def rest(self):
        """Waits until the program has handled a press. Of two presses in one loop iteration, it would see only one."""
        rounds = "window.rightwell ? rightwell.shared.rounds[0] : Infinity"
        before = self.value(rounds)
        time.sleep(0.1)
        if isinstance(before, int):
            self.until("the program handles no input", f"({rounds}) > {before} + 2")

    def touch(self, selector, across=0.5, down=0.5):
        """Touches an element at this position in it, given as fractions of its size."""
        x, y = self.value(f"""(() => {{
          const area = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
          return [area.left + area.width * {across}, area.top + area.height * {down}];
        }})()""")
        self.dispatch("touchStart", [{"x": x, "y": y}])

    def lift(self):
        self.dispatch("touchEnd", [])

    def dispatch(self, type, points):
        """Sends a touch. The browser never answers if the touch makes the page load again."""
        with self.heard:
            number = self.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": points}, self.session)
            self.heard.wait_for(lambda: number in self.answers, 5)
            self.answers.pop(number, None)

    def tap(self, selector):
        self.touch(selector)
        time.sleep(0.1)
        self.lift()

    def pad(self):
        """Connects a simulated pad. `press_pad` presses its buttons."""
        self.value("""(() => {
          const button = () => ({pressed: false, value: 0});
          window.pad = {id: "Test pad", index: 0, connected: true, mapping: "standard", axes: [0, 0, 0, 0],
                        buttons: Array.from({length: 17}, button)};
          navigator.getGamepads = () => [window.pad];
        })()""")
        time.sleep(0.5)

    def press_pad(self, button):
        for is_down in ("true", "false"):
            # The press may open another page.
            self.value(f"if (window.pad) window.pad.buttons[{button}].pressed = {is_down}")
            time.sleep(0.2)

    def pixel(self, x, y):
        """Returns red, green, blue and opacity of a physical pixel of the screen. Negative places count from the end."""
        return self.value(f"""(() => {{
          const canvas = document.getElementById("glcanvas");
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
          copy.drawImage(canvas, 0, 0);
          return [...copy.getImageData({x} + ({x} < 0 && canvas.width), {y} + ({y} < 0 && canvas.height), 1, 1).data];
        }})()""")

    def asks_to_leave(self):
        """Returns whether the page asks before it is closed."""
        return self.value("""(() => {
          const event = new Event("beforeunload", {cancelable: true});
          dispatchEvent(event);
          return event.defaultPrevented;
        })()""")

    def kept(self, path):
        """Returns the text of a saved file, as the program would read it."""
        return self.value(f"""(() => {{
          const found = rightwell.files.find("home/{path}");
          return found ? new TextDecoder().decode(found.content) : null;
        }})()""")

    def until_kept(self, what, path, differs_from=None, patience=PATIENCE):
        """Waits until a file exists or has changed, and is in the browser's storage. Returns its text."""
        wanted = json.dumps(differs_from)
        found = self.until(what, f"""(() => {{
          const found = rightwell.files.find("home/{path}");
          const text = found ? new TextDecoder().decode(found.content) : null;
          return text !== null && text !== {wanted} && rightwell.files.changed.size === 0 && text;
        }})()""", patience)
        self.value("rightwell.files.saving")
        return found

    def put(self, files):
        """Saves files on the page, by their paths in `home/`. Then loads the page again, without a game."""
        self.value(f"""(async () => {{
          const files = Object.entries({json.dumps(files)}).map(([path, text]) => (
            [`home/${{path}}`, {{data: new TextEncoder().encode(text), time: 0n}}]));
          await rightwell.store.put(files);
          rightwell.files.store = null;
        }})()""")

    def close(self):
        self.process.kill()
        self.process.wait()
