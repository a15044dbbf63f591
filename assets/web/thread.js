// A thread of the program: a worker with its own instance of the module, on the shared memory. The first thread runs
// the program itself and draws on the canvas. This file answers some WASI calls itself and passes the others to the page.
"use strict";

const BAD = 8; // errno of WASI: bad descriptor
const NO_SUPPORT = 58;
const SOUND = 1000; // descriptors that no file uses
const PADS = 1001;
const WORK = 1002;
const PAGE = 1003;

let shared; // values from the page: memory, module, sound, pads, words, variables
let cell; // the page's answers to this thread: whether there is one, and its value
let has_ended = false; // the program has ended and gets no more messages

const bytes = (at, length) => new Uint8Array(shared.memory.buffer, at, length);
const words = at => new DataView(shared.memory.buffer, at);
const text = (at, length) => new TextDecoder().decode(bytes(at, length).slice());

// Sends a request to the page and waits for the answer.
function ask(name, values) {
  Atomics.store(cell, 0, 0);
  postMessage({ask: name, values});
  Atomics.wait(cell, 0, 0);
  return Atomics.load(cell, 1);
}

// Returns texts in the form of WASI: their number, their total length, the start of each, and the texts themselves.
function sizes(texts, count, length) {
  words(count).setUint32(0, texts.length, true);
  words(length).setUint32(0, texts.reduce((sum, one) => sum + one.length, 0), true);
  return 0;
}
function lists(texts, starts, at) {
  for (const one of texts) {
    words(starts).setUint32(0, at, true);
    bytes(at, one.length).set(one);
    starts += 4;
    at += one.length;
  }
  return 0;
}

// Returns the areas of memory that a WASI list describes.
function parts(list, count) {
  const found = [];
  for (let part = 0; part < count; part++) {
    const view = words(list + part * 8);
    found.push(bytes(view.getUint32(0, true), view.getUint32(4, true)));
  }
  return found;
}

// Ring buffer of samples. Besides the samples, it contains how many were written, how many were read, whether the
// browser plays them, and the time of the last simulated read.
const sound = {
  left() {
    const {marks} = shared.sound;
    let left = (Atomics.load(marks, 0) - Atomics.load(marks, 1)) | 0;
    if (!Atomics.load(marks, 2)) {
      // Until the browser plays sound, this file removes samples at the rate at which they would be played.
      const now = Date.now() | 0;
      const heard = Math.min(left, Math.max(0, (now - Atomics.exchange(marks, 3, now)) * 48));
      Atomics.add(marks, 1, heard);
      left -= heard;
    }
    return left;
  },
  write(list, count, written) {
    const {marks, samples} = shared.sound;
    let at = Atomics.load(marks, 0);
    let length = 0;
    for (const part of parts(list, count)) {
      const own = part.slice();
      for (const sample of new Float32Array(own.buffer, 0, own.length >> 2)) {
        samples[at++ & (samples.length - 1)] = sample;
      }
      length += own.length;
    }
    Atomics.store(marks, 0, at | 0);
    words(written).setUint32(0, length, true);
    return 0;
  },
};

// Stores the progress of long work: the amount that is done, the total, and the number of pieces.
function note_work(list, count, written) {
  const numbers = parts(list, count).flatMap(part => [...new Int32Array(part.slice().buffer)]);
  numbers.forEach((number, place) => Atomics.store(shared.work, place, number));
  words(written).setUint32(0, numbers.length * 4, true);
  return 0;
}

// Passes a request of the program to the page: a word, and a text after a space.
function tell_page(list, count, written) {
  const said = parts(list, count).map(part => new TextDecoder().decode(part.slice())).join("");
  const [word] = said.split(" ", 1);
  postMessage({page: word, text: said.slice(word.length + 1)});
  words(written).setUint32(0, parts(list, count).reduce((sum, part) => sum + part.length, 0), true);
  return 0;
}

// Writes data from a device into the program's buffers, as much as fits.
function say(said, list, count, length) {
  let at = 0;
  for (const part of parts(list, count)) {
    part.set(said.subarray(at, at + part.length));
    at += Math.min(part.length, said.length - at);
  }
  words(length).setUint32(0, at, true);
  return 0;
}

const system = {
  args_sizes_get: (count, length) => sizes(shared.words, count, length),
  args_get: (starts, at) => lists(shared.words, starts, at),
  environ_sizes_get: (count, length) => sizes(shared.variables, count, length),
  environ_get: (starts, at) => lists(shared.variables, starts, at),
  clock_res_get(_, at) {
    words(at).setBigUint64(0, 1000n, true);
    return 0;
  },
  clock_time_get(clock, _, at) {
    const day = clock === 0 ? Date.now() : performance.timeOrigin + performance.now();
    words(at).setBigUint64(0, BigInt(Math.round(day * 1e6)), true);
    return 0;
  },
  random_get(at, length) {
    for (let done = 0; done < length; done += 65536) {
      const part = new Uint8Array(Math.min(65536, length - done));
      bytes(at + done, part.length).set(crypto.getRandomValues(part));
    }
    return 0;
  },
  sched_yield: () => 0,
  proc_exit(code) {
    has_ended = true;
    postMessage({ended: code});
    throw "ended";
  },
  // Only timeouts are supported.
  poll_oneoff(subscriptions, events, count, told) {
    let wait = Infinity;
    for (let one = 0; one < count; one++) {
      const view = words(subscriptions + one * 48);
      if (view.getUint8(8) !== 0) return NO_SUPPORT;
      let time = Number(view.getBigUint64(24, true)) / 1e6;
      if (view.getUint16(40, true) & 1) {
        const clock = view.getUint32(16, true);
        time -= clock === 0 ? Date.now() : performance.timeOrigin + performance.now();
      }
      wait = Math.min(wait, time);
      bytes(events + one * 32, 32).fill(0);
      words(events + one * 32).setBigUint64(0, view.getBigUint64(0, true), true);
    }
    if (wait > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    words(told).setUint32(0, count, true);
    return 0;
  },
  path_open(folder, follow, at, length, how, rights, inheriting, flags, opened) {
    const device = {"dev/sound": SOUND, "dev/pads": PADS, "dev/work": WORK, "dev/page": PAGE}[text(at, length)];
    if (device === undefined) {
      return ask("path_open", [folder, follow, at, length, how, rights, inheriting, flags, opened]);
    }
    words(opened).setUint32(0, device, true);
    return 0;
  },
  fd_read(file, list, count, length) {
    if (file === SOUND) return say(new Uint8Array(Uint32Array.of(sound.left()).buffer), list, count, length);
    if (file === PADS) return say(new Uint8Array(shared.pads).slice(), list, count, length);
    if (file === WORK) return say(new Uint8Array(Int32Array.of(Atomics.load(shared.work, 3)).buffer), list, count, length);
    return ask("fd_read", [file, list, count, length]);
  },
  fd_write(file, list, count, written) {
    if (file === SOUND) return sound.write(list, count, written);
    if (file === WORK) return note_work(list, count, written);
    if (file === PAGE) return tell_page(list, count, written);
    return file === PADS ? BAD : ask("fd_write", [file, list, count, written]);
  },
  fd_close: file => file >= SOUND ? 0 : ask("fd_close", [file]),
};

// Functions that the module imports: those of this file, those of the page, and in the first thread those of `gl.js`.
function imports(screen) {
  const wanted = {env: {...screen}, wasi_snapshot_preview1: {}, wasi: {}};
  for (const {module, name, kind} of WebAssembly.Module.imports(shared.module)) {
    if (kind === "function") {
      wanted[module][name] ??= module === "env"
        ? () => { throw new Error(`${name} is of the program's first thread`); }
        : system[name] || ((...values) => ask(name, values));
    }
  }
  wanted.env.memory = shared.memory;
  wanted.wasi["thread-spawn"] = start => {
    const number = Atomics.add(shared.count, 0, 1);
    postMessage({spawn: number, start});
    return number;
  };
  return wanted;
}

onmessage = ({data}) => {
  if (!data.shared) return;
  ({shared, cell} = data);
  shared.sound = {marks: new Int32Array(shared.sound, 0, 4), samples: new Float32Array(shared.sound, 16)};
  try {
    if (data.canvas) {
      importScripts("screen.js");
      screen.prepare(data);
      importScripts("gl.js");
      screen.begin();
      return;
    }
    const {exports} = new WebAssembly.Instance(shared.module, imports({}));
    exports.wasi_thread_start(data.number, data.start);
    postMessage({over: true});
  } catch (error) {
    if (error !== "ended") postMessage({failed: String(error && error.stack || error)});
  }
};
