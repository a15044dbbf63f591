// The program's screen, in the worker of the program. miniquad's `gl.js` expects the functions of a page, but the page
// is in another thread, so this file replaces them. The page sends keys, mouse and size. It receives requests that only
// a page can fulfil.
"use strict";

const screen = (() => {
  const heard = {};
  let canvas;
  let has_focus = true;
  // Number of loop iterations that still run after the page was hidden, so that the program can react. The next one
  // waits until the page is visible again.
  const ROUNDS_UNSEEN = 3;
  let rounds_left = Infinity;
  let waiting = null;
  const told = {};

  // The part of a page that `gl.js` uses.
  const surface_of = ({canvas: surface, size, alpha}) => {
    canvas = surface;
    canvas.addEventListener("webglcontextlost", () => postMessage({lost: true}));
    // The program draws squares on whole pixels, so it needs no antialiasing.
    const context = canvas.getContext.bind(canvas);
    Object.assign(canvas, {
      getContext: kind => context(kind, {alpha, antialias: false, depth: false}),
      clientWidth: size.width,
      clientHeight: size.height,
      focus() {},
      requestPointerLock() {},
      requestFullscreen() {},
      addEventListener: (name, listen) => heard[name] = listen,
      getBoundingClientRect: () => ({left: 0, top: 0}),
      style: {set cursor(name) { postMessage({cursor: name}); }},
    });
    self.devicePixelRatio = size.scale;
  };
  const begin_round = self.requestAnimationFrame.bind(self);
  self.requestAnimationFrame = round => {
    rounds_left -= 1;
    if (rounds_left >= 0) return begin_round(round);
    waiting = round;
    return 0;
  };
  self.window = self;
  self.alert = said => postMessage({failed: said});
  self.document = {
    querySelector: () => canvas,
    hasFocus: () => has_focus,
    visibilityState: "visible",
    addEventListener() {},
    exitPointerLock() {},
    exitFullscreen() {},
  };

  const encode = said => new TextEncoder().encode(said);
  // Copies bytes into the program's memory. Returns their address.
  const hand_over = given => {
    const at = self.wasm_exports.allocate_vec_u8(given.length);
    bytes(at, given.length).set(given);
    return [at, given.length];
  };

  // Handlers for messages from the page, by name.
  Object.assign(told, {
    event({name, event}) {
      event.preventDefault = () => {};
      const listen = canvas["on" + name] || heard[name];
      listen(event);
    },
    size(size) {
      canvas.clientWidth = size.width;
      canvas.clientHeight = size.height;
      self.devicePixelRatio = size.scale;
      if (self.onresize) self.onresize();
    },
    focus({focus, is_seen}) {
      has_focus = focus;
      rounds_left = is_seen ? Infinity : ROUNDS_UNSEEN;
      if (is_seen && waiting) begin_round(waiting);
      if (is_seen) waiting = null;
      self.dispatchEvent(new Event("focus"));
    },
    paste({text}) {
      self.wasm_exports.on_clipboard_paste(...hand_over(encode(text)));
    },
    dropped({paths}) {
      self.wasm_exports.on_files_dropped_start();
      for (const path of paths) {
        self.wasm_exports.on_file_dropped(...hand_over(encode(path)), ...hand_over(new Uint8Array(0)));
      }
      self.wasm_exports.on_files_dropped_finish();
    },
  });

  return {
    prepare: surface_of,
    begin() {
      const {env} = importObject;
      Object.assign(env, {
        sapp_set_clipboard: (at, length) => postMessage({copied: text(at, length)}),
        sapp_set_fullscreen: full => postMessage({full: !!full}),
      });
      let is_shown = false;
      const begin_rounds = env.run_animation_loop;
      env.run_animation_loop = (...how) => {
        is_shown = true;
        begin_rounds(...how);
      };
      self.wasm_memory = shared.memory;
      const instance = new WebAssembly.Instance(shared.module, imports(env));
      const {exports} = instance;
      self.wasm_exports = {
        ...exports,
        frame() {
          const begun = performance.now();
          exports.frame();
          const took = Math.round((performance.now() - begun) * 1000);
          const rounds = Atomics.add(shared.rounds, 0, 1) + 1;
          shared.rounds[1 + rounds % 512] = took;
          // In the first iterations, only the window library works.
          if (rounds === 6) postMessage({shown: true});
        },
      };
      // An error in an iteration ends the program too.
      self.onerror = said => /\bended$/.test(said) || postMessage({failed: said});
      exports._start();
      // A command without a screen has already printed everything.
      if (!is_shown) postMessage({ended: 0});
      self.onmessage = ({data}) => !has_ended && told[data.tell] && told[data.tell](data);
    },
  };
})();
