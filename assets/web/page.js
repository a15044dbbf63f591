// The page around the program: begins it as the address says, hands keys, mouse, game pads and touches to it, keeps its
// files in the browser's own storage, and lets its sound be heard.
"use strict";

const by_id = id => document.getElementById(id);
const stage = by_id("stage");
const card = by_id("card");

// What is said in the place of the picture, or over it.
function tell(said, way = "") {
  by_id("loading").hidden = true;
  by_id("said").textContent = said;
  by_id("way").innerHTML = "";
  if (way) {
    const link = document.createElement("a");
    [link.href, link.textContent] = [location.pathname, way];
    by_id("way").append(link);
  }
  card.hidden = false;
}

// The browser's own storage: files by their paths.
async function open_store() {
  const asked = indexedDB.open("rightwell", 1);
  const done = request => new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  const database = await done(asked);
  const files = how => database.transaction("files", how, {durability: "strict"}).objectStore("files");
  return {
    async all() {
      const [paths, values] = await Promise.all([done(files("readonly").getAllKeys()), done(files("readonly").getAll())]);
      return paths.map((path, place) => [path, values[place]]);
    },
    put: changed => new Promise((good, bad) => {
      const store = files("readwrite");
      for (const [path, data] of changed) data ? store.put(data, path) : store.delete(path);
      store.transaction.oncomplete = good;
      store.transaction.onabort = store.transaction.onerror = () => bad(store.transaction.error);
    }),
  };
}

// One page keeps files at a time: two would write over each other. One that is being left has a moment to go.
const is_first_page = () => new Promise(first => {
  const hold = () => {
    first(true);
    return new Promise(() => {});
  };
  navigator.locks.request("rightwell", {signal: AbortSignal.timeout(1000)}, hold).catch(() => first(false));
});

// The words of a command line that an address says: `?watch&player=scorer` is `watch --player scorer`. What stands
// first names the command; else it is `watch`. `file=PLACE` is a recording of the same host.
const COMMANDS = ["watch", "play", "versus", "puzzles", "replay", "review", "record", "simulate", "players", "hands",
  "opponents", "modes", "patterns", "help"];
async function words_of(search, files) {
  const all = [...new URLSearchParams(search)];
  if (all.length === 0) return [];
  const words = [COMMANDS.includes(all[0][0]) ? all[0][0] : "watch"];
  if (words[0] === all[0][0]) all[0] = ["file", all[0][1]];
  for (const [name, value] of all) {
    if (name === "file") {
      if (value === "") continue;
      // A recording of the same host; others are refused by the browser.
      const place = new URL(value, location.href);
      const answer = place.origin === location.origin ? await fetch(place) : null;
      if (!answer || !answer.ok) throw new Error(`no recording at ${value}; allowed: one of this host`);
      const own = place.pathname.split("/").pop() || "recording.ron";
      files.put(`tmp/${own}`, new Uint8Array(await answer.arrayBuffer()));
      words.push(`/tmp/${own}`);
    } else {
      words.push(value === "" ? `--${name}` : `--${name}=${value}`);
    }
  }
  return words;
}

// A file for whoever sits there.
function hand_out(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Sound: the browser lets nothing be heard before a key or a click.
function listen(sound) {
  let context;
  const begin = async () => {
    if (context) {
      if (context.state !== "running") await context.resume();
      return;
    }
    context = new AudioContext({sampleRate: 48000, latencyHint: "interactive"});
    await context.audioWorklet.addModule("sound.js");
    const options = {numberOfInputs: 0, outputChannelCount: [1], processorOptions: {sound}};
    new AudioWorkletNode(context, "ring", options).connect(context.destination);
  };
  for (const name of ["keydown", "pointerdown", "touchend"]) {
    addEventListener(name, () => begin().catch(error => console.warn("no sound:", error)), {capture: true});
  }
}

// Game pads as the program reads them, and one of fingers: for each its number, buttons by bits, four axes, its name.
const PAD_SIZE = 88;
const PADS = 5;
function watch_pads(memory) {
  const encode = new TextEncoder();
  const seen = [];
  let number = 0;
  const pad = place => ({
    head: new Int32Array(memory, place * PAD_SIZE, 6),
    name: new Uint8Array(memory, place * PAD_SIZE + 24, 64),
  });
  const connect = (place, name) => {
    const {head, name: letters} = pad(place);
    letters.fill(0);
    letters.set(encode.encode(name).subarray(0, 64));
    head.fill(0);
    Atomics.store(head, 0, ++number);
  };
  const look = () => {
    const there = navigator.getGamepads ? [...navigator.getGamepads()].slice(0, PADS - 1) : [];
    for (let place = 0; place < PADS - 1; place++) {
      const found = there[place];
      const {head} = pad(place);
      if (!found || !found.connected) {
        seen[place] = undefined;
        Atomics.store(head, 0, 0);
        continue;
      }
      if (seen[place] !== found.id) {
        seen[place] = found.id;
        connect(place, found.id.replace(/ *\(.*/, ""));
      }
      const down = found.buttons.reduce((all, button, bit) => all | (button.pressed ? 1 << bit : 0), 0);
      Atomics.store(head, 1, down);
      found.axes.slice(0, 4).forEach((value, axis) => Atomics.store(head, 2 + axis, Math.round(value * 32767)));
    }
    requestAnimationFrame(look);
  };
  look();
  // The fingers' pad.
  const {head} = pad(PADS - 1);
  let was_touched = false;
  return down => {
    if (!was_touched) connect(PADS - 1, "Touch");
    was_touched = true;
    Atomics.store(head, 1, down);
  };
}

// Cross and buttons for fingers.
function watch_fingers(press) {
  const touch = by_id("touch");
  const fingers = new Map();
  const UP = 1 << 12, DOWN = 1 << 13, LEFT = 1 << 14, RIGHT = 1 << 15;
  const of_cross = (x, y) => {
    const area = by_id("cross").getBoundingClientRect();
    const [right, down] = [(x - area.left) / area.width - 0.5, (y - area.top) / area.height - 0.5];
    if (Math.max(Math.abs(right), Math.abs(down)) < 0.1 || Math.hypot(right, down) > 0.9) return 0;
    // One direction: a piece does not drop while it is moved.
    if (Math.abs(right) >= Math.abs(down)) return right < 0 ? LEFT : RIGHT;
    return down < 0 ? UP : DOWN;
  };
  const pressed = ({x, y, began}) => {
    if (began === "cross") return of_cross(x, y);
    const button = document.elementFromPoint(x, y);
    return button && button.dataset.pad ? 1 << button.dataset.pad : 0;
  };
  const change = () => {
    const down = [...fingers.values()].reduce((all, finger) => all | pressed(finger), 0);
    for (const button of touch.querySelectorAll("[data-pad]")) {
      button.classList.toggle("down", (down >> button.dataset.pad & 1) === 1);
    }
    press(down);
  };
  const note = event => {
    if (event.target.id === "about") return;
    event.preventDefault();
    const known = fingers.get(event.pointerId);
    if (event.type === "pointermove" && !known) return;
    const began = known ? known.began : event.target.closest("#cross") ? "cross" : "";
    fingers.set(event.pointerId, {x: event.clientX, y: event.clientY, began});
    change();
  };
  const forget = event => {
    if (fingers.delete(event.pointerId)) change();
  };
  touch.addEventListener("pointerdown", note);
  touch.addEventListener("pointermove", note);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, forget);
  touch.addEventListener("contextmenu", event => event.preventDefault());
  // What stands below the picture is read without them.
  const show = is_shown => {
    touch.hidden = !is_shown;
    by_id("back").hidden = is_shown;
    document.body.classList.toggle("touched", is_shown);
    (is_shown ? stage : document.querySelector("section")).scrollIntoView();
  };
  by_id("about").onclick = () => show(false);
  by_id("back").onclick = () => show(true);
  if (matchMedia("(pointer: coarse)").matches) show(true);
}

// Keys, mouse and size, as they go to the program.
function hand_input(program, canvas) {
  const send = (name, event) => program.postMessage({tell: "event", name, event});
  const key = ({code, key, charCode, ctrlKey, shiftKey, altKey, repeat}) => (
    {code, key, charCode, ctrlKey, shiftKey, altKey, repeat}
  );
  const is_ours = ({target, ctrlKey, altKey, metaKey}) => !ctrlKey && !altKey && !metaKey && !target.closest("section");
  for (const name of ["keydown", "keyup"]) {
    addEventListener(name, event => {
      if (name === "keydown" && !is_ours(event)) return;
      send(name, key(event));
      if (!is_ours(event)) return;
      event.preventDefault();
      const letter = name === "keydown" && [...event.key].length === 1 ? event.key.codePointAt(0) : 0;
      // `gl.js` types a blank by itself.
      if (letter && event.code !== "Space") send("keypress", {...key(event), charCode: letter});
    });
  }
  const spot = event => {
    const area = canvas.getBoundingClientRect();
    const {button, movementX, movementY, deltaX, deltaY} = event;
    return {clientX: event.clientX - area.left, clientY: event.clientY - area.top, button, movementX, movementY, deltaX, deltaY};
  };
  for (const name of ["mousedown", "mouseup", "mousemove"]) {
    (name === "mouseup" ? window : canvas).addEventListener(name, event => send(name, spot(event)));
  }
  canvas.addEventListener("wheel", event => {
    // Below the picture is the rest of the page.
    if (!event.shiftKey) event.preventDefault();
    send("wheel", spot(event));
  }, {passive: false});
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  for (const name of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
    canvas.addEventListener(name, event => {
      event.preventDefault();
      const area = canvas.getBoundingClientRect();
      const changedTouches = [...event.changedTouches].map(({identifier, clientX, clientY}) => (
        {identifier, clientX: clientX - area.left, clientY: clientY - area.top}
      ));
      send(name, {changedTouches});
    }, {passive: false});
  }
  const focus = () => program.postMessage({tell: "focus", focus: document.hasFocus() && !document.hidden});
  for (const name of ["focus", "blur"]) addEventListener(name, focus);
  document.addEventListener("visibilitychange", focus);
  addEventListener("paste", event => {
    program.postMessage({tell: "paste", text: event.clipboardData.getData("text")});
  });
  new ResizeObserver(() => program.postMessage({tell: "size", ...size_of(canvas)})).observe(canvas);
}

const size_of = canvas => ({width: canvas.clientWidth, height: canvas.clientHeight, scale: devicePixelRatio || 1});

// Who comes for the first time sees a game that plays itself, and two ways on, until a key or a finger finds another.
function welcome(program) {
  const ways = by_id("welcome");
  const leave = () => ways.hidden = true;
  ways.hidden = location.search !== "";
  ways.querySelector("button").onclick = () => {
    leave();
    const send = name => program.postMessage({tell: "event", name, event: {code: "Escape", key: "Escape"}});
    send("keydown");
    setTimeout(send, 100, "keyup");
  };
  addEventListener("keydown", leave, {once: true});
  by_id("touch").addEventListener("pointerdown", leave, {once: true});
}

// Files that are dropped: the program opens them.
function take_dropped(program, files) {
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", async event => {
    event.preventDefault();
    const paths = [];
    for (const file of event.dataTransfer.files) {
      files.put(`tmp/${file.name}`, new Uint8Array(await file.arrayBuffer()));
      paths.push(`/tmp/${file.name}`);
    }
    program.postMessage({tell: "dropped", paths});
  });
}

// All that is kept as one file, and back.
function offer_files(files, keeps) {
  const encode = data => btoa(Array.from(data, byte => String.fromCharCode(byte)).join(""));
  by_id("export").onclick = () => {
    const all = Object.fromEntries(files.kept().map(([path, data]) => [path, encode(data)]));
    hand_out("rightwell.json", JSON.stringify({rightwell: 1, files: all}));
  };
  by_id("import").onchange = async ({target}) => {
    try {
      const {rightwell, files: all} = JSON.parse(await target.files[0].text());
      if (rightwell !== 1 || !keeps) throw new Error("no file of this page");
      for (const [path, data] of Object.entries(all)) {
        const names = path.split("/");
        if (names[0] !== "home" || names.some(name => name === "" || name === "..")) throw new Error(`no place ${path}`);
        names.slice(0, -1).forEach((_, last) => files.make_folder(names.slice(0, last + 1).join("/")));
        files.put(path, Uint8Array.from(atob(data), letter => letter.charCodeAt(0)));
      }
      await files.save();
      location.reload();
    } catch (error) {
      tell(`That file cannot be read: ${error.message}`, "Go on");
    }
  };
}

// Threads share memory only on a page that says that nothing of others is on it: its worker for requests says so.
async function isolated() {
  const worker = "serviceWorker" in navigator;
  if (worker) {
    const registered = await navigator.serviceWorker.register("offline.js");
    if (!crossOriginIsolated && !sessionStorage.getItem("again")) {
      await navigator.serviceWorker.ready;
      sessionStorage.setItem("again", "1");
      location.reload();
      await new Promise(() => {});
    }
    registered.update().catch(() => {});
  }
  if (crossOriginIsolated) sessionStorage.removeItem("again");
  return crossOriginIsolated;
}

// As much as the browser gives, half a GiB at most.
function shared_memory() {
  for (let maximum = 8192; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({initial: 512, maximum, shared: true});
    } catch (error) {
      if (maximum === 1024) throw error;
    }
  }
}

async function begin() {
  if (!await isolated()) {
    throw new Error("this browser lets no page share memory between threads; a newer one, or a window that is not private, does");
  }
  const module = WebAssembly.compileStreaming(fetch("rightwell.wasm"));
  const canvas = by_id("glcanvas");
  const memory = shared_memory();
  let last_said = "";
  const printed = [];
  const files = new Files({
    memory,
    says: (line, fd) => {
      if (fd === 1) printed.push(line);
      else last_said = line;
      console[fd === 2 ? "warn" : "log"](line);
    },
    made: hand_out,
  });
  const keeps = await is_first_page();
  if (keeps) await files.load(await open_store());
  else document.title = "Rightwell: another tab is open, so nothing is kept";
  const words = await words_of(location.search, files);
  const cores = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
  const encode = said => new TextEncoder().encode(`${said}\0`);
  const shared = {
    module: await module,
    memory,
    words: ["rightwell", ...words].map(encode),
    variables: [
      "HOME=/home", `RAYON_NUM_THREADS=${cores}`, `RIGHTWELL_PAGE=${location.origin}${location.pathname}`,
    ].map(encode),
    sound: new SharedArrayBuffer(16 + 4 * 16384),
    pads: new SharedArrayBuffer(PADS * PAD_SIZE),
    count: new Int32Array(new SharedArrayBuffer(4)),
    // How many rounds the program's loop made, and how many microseconds the last 512 took.
    rounds: new Int32Array(new SharedArrayBuffer(4 * 513)),
  };
  Atomics.store(shared.count, 0, 1);
  const fail = said => {
    console.error(said);
    tell(last_said || said, "Start anew");
  };

  // A thread, and what it asks for.
  const threads = new Map();
  const thread = (number, message, moved = []) => {
    const worker = new Worker("thread.js");
    const cell = new Int32Array(new SharedArrayBuffer(8));
    threads.set(number, worker);
    const end = () => {
      worker.terminate();
      threads.delete(number);
    };
    worker.onmessage = async ({data}) => {
      if (data.ask !== undefined) {
        if (data.ask === "path_open") await files.fetch(...data.values.slice(2, 4));
        const answer = files.answers[data.ask];
        let result = 52;
        try {
          if (answer) result = answer(...data.values);
          else console.warn(`nobody answers ${data.ask}`);
        } catch (error) {
          console.error(data.ask, error);
          result = 29;
        }
        Atomics.store(cell, 1, result);
        Atomics.store(cell, 0, 1);
        Atomics.notify(cell, 0);
      } else if (data.spawn !== undefined) thread(data.spawn, {start: data.start});
      else if (data.over) end();
      else if (data.shown) {
        card.hidden = true;
        welcome(program);
        performance.mark("first picture");
        // The rest of the folder is kept now, for a time without a network.
        if (navigator.serviceWorker) navigator.serviceWorker.ready.then(({active}) => active.postMessage("keep"));
      } else if (data.copied !== undefined) navigator.clipboard.writeText(data.copied).catch(console.warn);
      else if (data.cursor !== undefined) canvas.style.cursor = data.cursor;
      else if (data.full !== undefined) {
        const asked = data.full ? stage.requestFullscreen() : document.fullscreenElement && document.exitFullscreen();
        if (asked) asked.catch(console.warn);
      } else if (data.ended !== undefined) {
        if (data.ended === 0) tell(printed.join("\n") || "The program has ended.", "Start anew");
        else fail(last_said);
      } else if (data.failed !== undefined) fail(data.failed);
    };
    worker.onerror = event => fail(event.message);
    worker.postMessage({shared, cell, number, ...message}, moved);
    return worker;
  };

  watch_fingers(watch_pads(shared.pads));
  listen(shared.sound);
  offer_files(files, keeps);
  const size = size_of(canvas);
  const surface = canvas.transferControlToOffscreen();
  const program = thread(0, {canvas: surface, size}, [surface]);
  hand_input(program, canvas);
  take_dropped(program, files);
  for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => files.save());
  // What a check looks at.
  window.rightwell = {files, shared, threads, keeps};
}

begin().catch(error => {
  console.error(error);
  tell(error.message, "Start without it");
});
