// The page around the program. It starts the program with the options in the page's address, passes keys, mouse,
// gamepads and touch to it, saves its files in the browser's storage, and plays its sound.
"use strict";

/** @returns {any} */
const by_id = id => document.getElementById(id);
const stage = by_id("stage");
const card = by_id("card");

// Replaces the screen with a message and with links. Each link has an address and a label.
function tell(said, ways) {
  for (const name of ["loading", "progress", "stop"]) by_id(name).hidden = true;
  by_id("welcome").hidden = true;
  by_id("said").textContent = said;
  const links = ways.map(([address, words, target = ""]) => {
    const link = document.createElement("a");
    [link.href, link.textContent, link.className, link.target] = [address, words, "button", target];
    return link;
  });
  by_id("way").replaceChildren(...links);
  card.hidden = false;
}
const ANEW = () => [[location.pathname, "Start anew"]];
const AGAIN = () => [[location.href, "Try again"], [location.pathname, "Start without it"]];

// Shows a message above the screen until the user closes it. It replaces an earlier message on this topic. With `label`,
// it has a button that calls `act`.
function say(topic, said, label = "", act = null) {
  const button = (words, does) => {
    const made = document.createElement("button");
    [made.textContent, made.onclick] = [words, does];
    return made;
  };
  const line = document.createElement("p");
  line.dataset.topic = topic;
  line.append(said);
  if (act) line.append(button(label, act));
  line.append(button("OK", () => line.remove()));
  unsay(topic);
  by_id("notices").append(line);
}
function unsay(topic) {
  for (const line of by_id("notices").querySelectorAll(`[data-topic="${topic}"]`)) line.remove();
}

// Resolves to true if this page is not open in another tab. Only one tab may save files, because two would overwrite
// each other's. Another tab answers at once. One that is being closed does not, and has five seconds to finish: on a busy
// device this takes long.
const is_first_page = () => new Promise(first => {
  const others = new BroadcastChannel("rightwell");
  const stop = new AbortController();
  let is_held = false;
  let has_given_up = false;
  const hold = () => {
    if (has_given_up) return undefined;
    is_held = true;
    first(true);
    return new Promise(() => {});
  };
  // Chromium sometimes never rejects a request that is aborted at once. So nothing waits for that.
  const give_up = () => {
    if (is_held) return;
    has_given_up = true;
    stop.abort();
    first(false);
  };
  others.onmessage = ({data}) => {
    if (data === "who saves?" && is_held) others.postMessage("this tab");
    if (data === "this tab") give_up();
  };
  setTimeout(give_up, 5000);
  navigator.locks.request("rightwell", {signal: stop.signal}, hold).catch(give_up);
  others.postMessage("who saves?");
});

const COMMANDS = ["watch", "play", "versus", "puzzles", "replay", "review", "record", "simulate", "players", "hands",
  "opponents", "modes", "patterns", "help"];

// Parameters that other sites add to links for tracking.
const is_of_others = name => /^utm_|clk?id$|^ref$/.test(name);
// Parameters for streams: `clean` shows nothing but the game screen, and `ground` is the colour around it.
const IS_CLEAN = new URLSearchParams(location.search).has("clean");
const GROUND = new URLSearchParams(location.search).get("ground");
const GROUNDS = {green: "#0c9300", transparent: "transparent"};
const is_of_program = name => !is_of_others(name) && name !== "clean" && name !== "ground";
const parameters = () => [...new URLSearchParams(location.search)].filter(([name]) => is_of_program(name));

// Options that change saved data, and values that name such data. A link must not use them: it may at most start a
// download.
const CHANGES_KEPT = ["keep-mistakes", "empty"];
const is_kept = value => {
  const names = [];
  for (const name of value.split("/")) {
    if (name === "..") names.pop();
    else if (name && name !== ".") names.push(name);
  }
  return names[0] === "home";
};

// Fetches a recording into the folder of temporary files and returns its path there. It must be on this host, because
// the browser refuses others.
async function fetched(value, files) {
  const place = new URL(value, location.href);
  const answer = place.origin === location.origin ? await fetch(place) : null;
  if (!answer || !answer.ok) throw new Error(`no recording at ${value}; allowed: a recording on this host`);
  const path = `tmp/${place.pathname.split("/").pop() || "recording.ron"}`;
  files.put(path, new Uint8Array(await answer.arrayBuffer()));
  return `/${path}`;
}

// Converts the page's address to a command line: `?watch&player=scorer` becomes `watch --player scorer`. The first word
// is the command; without it, the command is `watch`. `file=PLACE` and `ghost=PLACE` are recordings on this host.
async function words_of(all, files) {
  if (all.length === 0) return [];
  const words = [COMMANDS.includes(all[0][0]) ? all[0][0] : "watch"];
  if (words[0] === all[0][0]) all[0] = ["file", all[0][1]];
  for (const [name, value] of all) {
    const word = value === "" ? `--${name}` : `--${name}=${value}`;
    const [option, ...rest] = word.slice(2).split("=");
    if (CHANGES_KEPT.includes(option) || is_kept(rest.join("="))) {
      throw new Error(`${word} would affect files saved in this browser, and no link may change them`);
    }
    if (name === "file") {
      if (value !== "") words.push(await fetched(value, files));
    } else if (name === "ghost" && value !== "") {
      words.push(`--ghost=${await fetched(value, files)}`);
    } else {
      words.push(word);
    }
  }
  return words;
}

// Returns the recording that the link contains after `#`: its name and its bytes.
function recording_in_link() {
  const found = /^#([\w.-]+\.(?:fm2|ron)\.gz)=([\w-]+)$/.exec(location.hash);
  if (!found) return null;
  const letters = atob(found[2].replaceAll("-", "+").replaceAll("_", "/"));
  return {name: found[1], data: Uint8Array.from(letters, letter => letter.charCodeAt(0))};
}

// Starts the sound at once where the browser allows this, otherwise at the first key, click or touch, or where the
// returned function is called.
function listen(sound) {
  let context;
  const start = async () => {
    if (context) {
      if (context.state !== "running") await context.resume();
      return;
    }
    context = new AudioContext({sampleRate: 48000, latencyHint: "interactive"});
    await context.audioWorklet.addModule("sound.js");
    const options = {numberOfInputs: 0, outputChannelCount: [1], processorOptions: {sound}};
    new AudioWorkletNode(context, "ring", options).connect(context.destination);
  };
  const begin = () => start().catch(error => console.warn("no sound:", error));
  for (const name of ["keydown", "pointerdown", "touchend"]) addEventListener(name, begin, {capture: true});
  begin();
  return begin;
}

// Keeps the screen on while the page is visible, from the first input on. Call the returned function when the browser does
// not report an input itself.
function stay_awake() {
  let has_input = false;
  const hold = () => {
    if (!has_input || document.hidden || !navigator.wakeLock) return;
    navigator.wakeLock.request("screen").catch(error => console.log("the screen may turn off:", error));
  };
  const note_input = () => {
    if (has_input) return;
    has_input = true;
    hold();
  };
  for (const name of ["keydown", "pointerdown"]) addEventListener(name, note_input, {capture: true});
  document.addEventListener("visibilitychange", hold);
  return note_input;
}

// Switches to full screen and back. The user may also leave it by the browser's own key, of which the program knows
// nothing, so a request for the state that is already there asks for the other one.
function full_screen() {
  let is_first = true;
  return wanted => {
    const is_full = !!document.fullscreenElement;
    const goes_in = wanted === is_full && !is_first ? !wanted : wanted;
    is_first = false;
    if (goes_in === is_full) return;
    if (!goes_in) document.exitFullscreen().catch(console.warn);
    else {
      const locked = () => navigator.keyboard && navigator.keyboard.lock && navigator.keyboard.lock(["Escape"]);
      document.documentElement.requestFullscreen().then(locked).catch(console.warn);
    }
  };
}

// At a first visit, an AI plays, and a button over its game starts the visitor's own game. Enter, Start on a pad, and a
// tap on the screen do so too, until the menu or the help is opened. Call the returned function with the buttons of the
// pads.
function welcome(program, canvas) {
  const ways = by_id("welcome");
  const listeners = new AbortController();
  const listen = (target, name, does) => target.addEventListener(name, does, {capture: true, signal: listeners.signal});
  const leave = () => {
    ways.hidden = true;
    listeners.abort();
  };
  const begin = () => location.assign(ways.querySelector("a").href);
  ways.hidden = false;
  ways.querySelector("button").onclick = () => {
    leave();
    const send = name => program.postMessage({tell: "event", name, event: {code: "Escape", key: "Escape"}});
    send("keydown");
    setTimeout(send, 100, "keyup");
  };
  listen(window, "keydown", event => {
    if (["Escape", "F1"].includes(event.code)) leave();
    if (event.code !== "Enter" || event.target.closest("section, #notices, #welcome")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    begin();
  });
  listen(canvas, "pointerup", begin);
  return pressed => {
    if (ways.hidden) return;
    if (pressed & 1 << START) begin();
    if (pressed & 1 << MENU) leave();
  };
}

// Opens recordings that the user drops on the page or chooses in a dialog.
function take_dropped(program, files) {
  addEventListener("dragover", event => event.preventDefault());
  const take = async given => {
    const paths = [];
    for (const file of given) {
      files.put(`tmp/${file.name}`, new Uint8Array(await file.arrayBuffer()));
      paths.push(`/tmp/${file.name}`);
    }
    program.postMessage({tell: "dropped", paths});
  };
  addEventListener("drop", event => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  by_id("open").onclick = () => by_id("recording").click();
  const recording = by_id("recording");
  recording.onchange = async () => {
    await take(recording.files);
    recording.value = "";
    stage.scrollIntoView();
  };
}

// Reasons why the page cannot start, each with what the user can do.
const REFUSALS = {
  FILE: "This page was opened from a file, and browsers give such a page no threads. Put its folder on a web server; on"
    + " this computer: python3 -m http.server",
  HTTPS: `This page needs https: at ${location.origin}, browsers do not let its threads share memory. If the server`
    + ` supports it, open https://${location.host}${location.pathname}`,
  COOKIES: "This browser blocks cookies and stored data for this page, and without them the page cannot start. Allow"
    + " them for this page, then try again.",
  SERVICE: "This browser has no service workers here, often because the window is private. Use a window that is not"
    + " private, or a newer browser.",
  FRAME: "This page is inside another page, where browsers let no threads share memory. Open it in a tab of its own.",
  MEMORY: "This browser does not let the threads of a page share memory. Use a newer browser.",
};

// True while leaving the page would abandon a person's game.
let has_game = false;

// What the program may ask of the page.
const REQUESTS = {
  open: () => by_id("recording").click(),
  save: () => by_id("export").click(),
  read: () => by_id("import").click(),
  about: () => IS_TOUCHED ? by_id("about").click() : document.querySelector("section").scrollIntoView(),
  title: text => document.title = by_id("scene").textContent = text,
  guard: text => has_game = text !== "",
};

// Returns an error with this reason. In a frame, its link opens a tab.
function refusal(name) {
  const ways = name === "FRAME" ? [[location.href, "Open in a tab", "_blank"]] : undefined;
  return Object.assign(new Error(REFUSALS[name]), {ways});
}

// Threads can share memory only on a page that is isolated from other sites. The service worker isolates it. At a first
// visit, it fetches the files that the start needs, and the page is then loaded again.
async function isolated() {
  if (location.protocol === "file:") throw refusal("FILE");
  if (!isSecureContext) throw refusal("HTTPS");
  // Some browsers refuse even to name what blocked cookies forbid.
  try {
    sessionStorage.getItem("again");
    if (!navigator.serviceWorker) return crossOriginIsolated;
  } catch {
    throw refusal(window.top === window ? "COOKIES" : "FRAME");
  }
  navigator.serviceWorker.addEventListener("message", ({data: {done, all}}) => show_progress(done, all));
  const registered = await navigator.serviceWorker.register("offline.js").catch(error => {
    // Without a network, the build that is already here is good enough.
    if (!navigator.serviceWorker.controller) throw error;
  });
  if (!crossOriginIsolated && !sessionStorage.getItem("again")) {
    const installing = registered && registered.installing;
    await new Promise((good, bad) => {
      navigator.serviceWorker.ready.then(good);
      if (installing) {
        installing.onstatechange = () => installing.state === "redundant"
          && bad(new Error("the page is incomplete, or its files are of two versions; try again in a minute"));
      }
    });
    sessionStorage.setItem("again", "1");
    location.reload();
    await new Promise(() => {});
  }
  if (crossOriginIsolated) sessionStorage.removeItem("again");
  return crossOriginIsolated;
}

// Installs an update that is waiting. Called before the program starts, and only if no other tab has the page open.
async function update() {
  const registered = navigator.serviceWorker && await navigator.serviceWorker.getRegistration();
  if (!registered) return;
  if (registered.waiting && registered.active) {
    const {port1, port2} = new MessageChannel();
    const takes_over = new Promise(done => {
      port1.onmessage = ({data}) => done(data);
      setTimeout(done, 6000, false);
    });
    const switched = new Promise(done => navigator.serviceWorker.oncontrollerchange = done);
    registered.waiting.postMessage(["take over", Date.now() + 3000], [port2]);
    if (await takes_over) {
      await switched;
      location.reload();
      await new Promise(() => {});
    }
  }
  registered.update().catch(() => {});
}

// Shows the progress of loading the page, or of long work.
function show_progress(done, all) {
  if (by_id("loading").hidden) return;
  const bar = by_id("progress");
  bar.hidden = false;
  if (all > 0) [bar.max, bar.value] = [all, done];
}

// Shows the progress of the program's long work, with a button that stops it.
function watch_work(/** @type {Int32Array} */ work) {
  const stop = by_id("stop");
  stop.onclick = () => {
    Atomics.store(work, 3, 1);
    stop.disabled = true;
  };
  setInterval(() => {
    const [done, all, pieces] = [0, 1, 2].map(place => Atomics.load(work, place) >>> 0);
    if (pieces === 0 || card.hidden || by_id("loading").hidden) return;
    stop.hidden = false;
    const counted = all > 0 ? `${done} of ${all}` : `${done}`;
    by_id("loading").textContent = pieces === done ? counted : `${counted}, ${pieces} pieces`;
    show_progress(done, all);
  }, 200);
}

// Allocates as much memory as the browser allows, up to half a GiB.
function shared_memory() {
  for (let maximum = 8192; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({initial: 512, maximum, shared: true});
    } catch (error) {
      if (maximum === 1024) throw error;
    }
  }
}

// Finds in the last output why the program has ended: the message of a panic, which comes after its first line, or an
// error. Other lines are no reason.
function reason(lines) {
  const said = lines.filter(line => line.trim() && !line.startsWith("note: "));
  const panic = said.findLastIndex(line => line.includes("panicked at"));
  const error = said.findLastIndex(line => /^(rightwell|error): (?!ignoring )/.test(line));
  if (panic < 0 && error < 0) return "";
  return said.slice(panic < 0 ? error : panic + 1).join("\n").replace(/^(rightwell|error): /, "");
}

async function begin() {
  const known = Object.keys(GROUNDS);
  if (GROUND !== null && !known.includes(GROUND)) throw new Error(`unknown ground '${GROUND}'; allowed: ${known.join(", ")}`);
  if (GROUND) document.documentElement.style.setProperty("--ground", GROUNDS[GROUND]);
  document.body.classList.toggle("clean", IS_CLEAN);
  if (!await isolated()) {
    if (window.top !== window) throw refusal("FRAME");
    throw refusal(navigator.serviceWorker ? "MEMORY" : "SERVICE");
  }
  const is_first = await is_first_page();
  if (is_first) await update();
  else if (!location.search.startsWith("?watch")) say("tab", "This page is also open in another tab. This tab saves nothing.", "Try again", () => location.reload());
  const module = WebAssembly.compileStreaming(fetch("rightwell.wasm"));
  const canvas = by_id("glcanvas");
  const memory = shared_memory();
  const printed = [];
  let last_lines = [];
  const files = new Files({
    memory,
    says: (line, fd) => {
      if (fd === 1) printed.push(line);
      else {
        last_lines = [...last_lines.slice(-20), line];
        if (/^rightwell: ignoring unknown option/.test(line)) say("option", line.replace(/^rightwell: /, ""));
      }
      console[fd === 2 ? "warn" : "log"](line);
    },
    made: (name, data) => hand_out(name, data),
    waits: name => name ? say("waits", `Loading ${name}`) : unsay("waits"),
    missing: name => say("missing", `cannot load ${name}; check the network connection`, "Try again", () => location.reload()),
    full: count => {
      unsay("full");
      if (count === 0) return;
      const files = count === 1 ? "a file" : `${count} files`;
      const said = `The browser's storage is full: the last changes of ${files} exist only in this tab. Save all files as one, or`
        + " delete recordings.";
      say("full", said, "Save as a file", () => by_id("export").click());
    },
  });
  const store = is_first ? await open_store().catch(error => {
    say("store", `This browser cannot save files for this page: ${error.message}.`);
  }) : null;
  if (store) await files.load(store);
  const asked = parameters();
  const words = await words_of(asked, files);
  const held = recording_in_link();
  if (held) {
    files.put(`tmp/${held.name}`, held.data);
    words.push(`/tmp/${held.name}`);
  }
  const cores = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
  const encode = said => new TextEncoder().encode(`${said}\0`);
  const shared = {
    module: await module,
    memory,
    words: ["rightwell", ...words].map(encode),
    variables: [
      "HOME=/home", `RAYON_NUM_THREADS=${cores}`, `RIGHTWELL_PAGE=${location.origin}${location.pathname}`,
      `RIGHTWELL_UTC_MINUTES=${-new Date().getTimezoneOffset()}`, `RIGHTWELL_TOUCH=${IS_TOUCHED ? 1 : ""}`,
      `RIGHTWELL_CLEAN=${IS_CLEAN ? 1 : ""}`, `RIGHTWELL_GROUND=${GROUND || ""}`,
    ].map(encode),
    sound: new SharedArrayBuffer(16 + 4 * 16384),
    pads: new SharedArrayBuffer(PADS * PAD_SIZE),
    count: new Int32Array(new SharedArrayBuffer(4)),
    // Long work: the amount that is done, the total (0 if unknown), the number of pieces, and whether the user has stopped
    // it.
    work: new Int32Array(new SharedArrayBuffer(16)),
    // Number of loop iterations, and the duration of the last 512 in microseconds.
    rounds: new Int32Array(new SharedArrayBuffer(4 * 513)),
  };
  Atomics.store(shared.count, 0, 1);
  let greet = _pressed => {};
  const turn_full = full_screen();
  let has_ended = false;
  const end = (said, ways) => {
    if (has_ended) return;
    has_ended = true;
    for (const worker of threads.values()) worker.terminate();
    files.save();
    tell(said, ways);
  };
  // The browser has taken the picture away, for example after a reset of the graphics card. The page starts again, and
  // puts the interrupted game among the recordings. If this happens again within a minute, the user decides when.
  const restart = () => {
    const last = Number(sessionStorage.getItem("lost"));
    sessionStorage.setItem("lost", String(Date.now()));
    end("The browser has lost the picture. The game so far is among the recordings.", [[location.href, "Start again"]]);
    if (Date.now() - last > 60000) files.save().then(() => location.reload());
  };
  const fail = said => {
    console.error(said);
    end(reason(last_lines) || said, AGAIN());
  };

  // Starts a thread of the program, and answers its requests.
  const threads = new Map();
  const thread = (number, message, moved = []) => {
    const worker = new Worker("thread.js");
    const cell = new Int32Array(new SharedArrayBuffer(8));
    threads.set(number, worker);
    worker.onmessage = async ({data}) => {
      if (has_ended) return;
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
      else if (data.over) {
        worker.terminate();
        threads.delete(number);
      } else if (data.shown) {
        card.hidden = true;
        if (asked.length === 0 && !IS_CLEAN) greet = welcome(program, canvas);
        performance.mark("first picture");
        // Now caches the other files of the folder, so that they are available offline, unless the network is costly.
        const {saveData, type} = navigator.connection || {};
        const is_costly = saveData || type === "cellular";
        if (navigator.serviceWorker && !is_costly) navigator.serviceWorker.ready.then(({active}) => active.postMessage("keep the rest"));
      } else if (data.page !== undefined) (REQUESTS[data.page] || console.warn)(data.text);
      else if (data.lost) restart();
      else if (data.copied !== undefined) navigator.clipboard.writeText(data.copied).catch(console.warn);
      else if (data.cursor !== undefined) canvas.style.cursor = data.cursor;
      else if (data.full !== undefined) turn_full(data.full);
      else if (data.ended !== undefined) {
        if (data.ended === 0) end(printed.join("\n") || "The program has ended.", ANEW());
        else fail("The program has ended.");
      } else if (data.failed !== undefined) fail(data.failed);
    };
    worker.onerror = event => fail(event.message);
    worker.postMessage({shared, cell, number, ...message}, moved);
    return worker;
  };

  const begin_sound = listen(shared.sound);
  const note_input = stay_awake();
  // Asks the browser not to delete the files when space runs low. Some browsers then ask the user.
  if (store && navigator.storage) addEventListener("pointerdown", () => navigator.storage.persist(), {once: true});
  watch_fingers(watch_pads(shared.pads, pressed => {
    if (pressed) {
      begin_sound();
      note_input();
    }
    greet(pressed);
  }));
  watch_work(shared.work);
  offer_files(files, store);
  const size = size_of(canvas);
  const surface = canvas.transferControlToOffscreen();
  const program = thread(0, {canvas: surface, size, alpha: GROUND === "transparent"}, [surface]);
  hand_input(program, canvas);
  take_dropped(program, files);
  // The user has followed a link to another recording.
  addEventListener("hashchange", () => location.reload());
  for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => files.save());
  addEventListener("beforeunload", event => (files.is_full || has_game && !has_ended) && event.preventDefault());
  // A page that comes back from the browser's memory has lost its threads.
  addEventListener("pageshow", event => event.persisted && location.reload());
  // The checks in `.ci` read these.
  window.rightwell = {files, shared, threads, store};
}

begin().catch(error => {
  console.error(error);
  tell(error.message, error.ways || AGAIN());
});
