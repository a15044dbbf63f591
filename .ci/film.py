"""Checks a film in a browser: serves a page that plays the film, and checks the report of the page.

Usage: film.py FILM FRAMES SOUND PICTURE BROWSER [OPTION…]. FRAMES is the number of the film's frames, and SOUND
the number of bytes of its sound. The page plays the film from beginning to end. Then it jumps to second 5; the frame
there is written to PICTURE as a PNG. If anything is wrong, exits with 1 and a message.
"""

import base64
import http.server
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading

FILM, FRAMES, SOUND, PICTURE = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
BROWSER = sys.argv[5:]
# Frames per second of the console.
RATE = 39375000 / 655171
# Maximum number of seconds for the browser to start and to play ten seconds, on a busy machine.
PATIENCE = 90

PAGE = b"""<!doctype html><meta charset="utf-8"><title>film</title>
<video id="film" src="/film.mp4" preload="auto"></video>
<script>
const film = document.getElementById("film");
const said = {};
const send = () => fetch("/said", {method: "POST", body: JSON.stringify(said)});
const next = name => new Promise((done, failed) => {
  film.addEventListener(name, done, {once: true});
  film.addEventListener("error", () => failed(film.error), {once: true});
});
// A jump is over before its frame is on the page.
const shows = time => new Promise(done => {
  const look = (_, frame) => Math.abs(frame.mediaTime - time) < 0.02 ? done() : film.requestVideoFrameCallback(look);
  film.requestVideoFrameCallback(look);
});
const picture = () => {
  const canvas = document.createElement("canvas");
  canvas.width = film.videoWidth;
  canvas.height = film.videoHeight;
  canvas.getContext("2d").drawImage(film, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1];
};
(async () => {
  if (film.readyState < 1) await next("loadedmetadata");
  said.width = film.videoWidth;
  said.height = film.videoHeight;
  said.duration = film.duration;
  const begun = performance.now();
  const ended = next("ended");
  await film.play();
  await ended;
  said.took = (performance.now() - begun) / 1000;
  said.ended = film.ended;
  said.at = film.currentTime;
  said.frames = film.webkitDecodedFrameCount;
  said.sound = film.webkitAudioDecodedByteCount;
  const shown = shows(5);
  film.currentTime = 5;
  await next("seeked");
  await shown;
  said.seeked = film.currentTime;
  said.picture = picture();
  await send();
})().catch(error => { said.error = String(error && error.message || error); send(); });
</script>
"""

reports = queue.Queue()


class Server(http.server.BaseHTTPRequestHandler):
    """Serves the page and the film, in the parts that browsers request, and receives reports."""

    protocol_version = "HTTP/1.1"

    def answer(self, code, kind, body, more=()):
        self.send_response(code)
        for name, value in [("Content-Type", kind), ("Content-Length", str(len(body))), *more]:
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            # After a jump in the film, the browser closes the connection before it has read all.
            self.close_connection = True

    def do_GET(self):
        if self.path == "/":
            return self.answer(200, "text/html", PAGE)
        if self.path != "/film.mp4":
            return self.answer(404, "text/plain", b"")
        with open(FILM, "rb") as file:
            film = file.read()
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not wanted:
            return self.answer(200, "video/mp4", film, [("Accept-Ranges", "bytes")])
        first, last = int(wanted[1]), int(wanted[2] or len(film) - 1)
        part = film[first : last + 1]
        where = f"bytes {first}-{first + len(part) - 1}/{len(film)}"
        return self.answer(206, "video/mp4", part, [("Content-Range", where), ("Accept-Ranges", "bytes")])

    def do_POST(self):
        reports.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.answer(204, "text/plain", b"")

    def log_message(self, *_):
        pass


def report():
    """Returns the report of the page after it has played the film."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    # When the browser is killed, its connections stay open. Ignore the resulting errors.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = f"http://127.0.0.1:{server.server_address[1]}/"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        log = open(os.path.join(profile, "log"), "w+", encoding="utf-8", errors="replace")
        browser = subprocess.Popen(
            [*BROWSER, f"--user-data-dir={profile}", page], stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        try:
            return json.loads(reports.get(timeout=PATIENCE))
        except queue.Empty:
            log.seek(0)
            sys.exit(f"the browser reports nothing: {log.read()[-2000:]}")
        finally:
            browser.terminate()
            try:
                browser.wait(10)
            except subprocess.TimeoutExpired:
                browser.kill()


said = report()
picture = said.pop("picture", "")
print(f"the browser says {json.dumps(said)}")
if "error" in said:
    sys.exit(f"the browser cannot play it: {said['error']}")
with open(PICTURE, "wb") as file:
    file.write(base64.b64decode(picture))
length = FRAMES / RATE
for name, is_right in [
    ("width", said["width"] == 512),
    ("height", said["height"] == 480),
    ("duration", abs(said["duration"] - length) < 0.03),
    ("seeked", abs(said["seeked"] - 5) < 0.001),
    ("ended", said["ended"]),
    ("at", abs(said["at"] - length) < 0.03),
    # Playback is never faster than real time. On a slow machine it may be slower.
    ("took", said["took"] > length - 0.3),
    ("frames", said["frames"] == FRAMES),
    ("sound", said["sound"] == SOUND),
]:
    if not is_right:
        sys.exit(f"{name} is {said[name]}: not a film of {FRAMES} frames with {SOUND} bytes of sound")
