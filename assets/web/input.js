// Passes input from gamepads, touch, keys and mouse to the program.
"use strict";

// True if touch is the only input.
const IS_TOUCHED = matchMedia("(pointer: coarse)").matches;

// Format in which the program reads gamepads and the touch buttons. Each pad has its number, its buttons as bits, four
// axes, and its name.
const PAD_SIZE = 88;
const PADS = 5;
// Buttons of a pad as bits.
const [START, MENU] = [9, 16];
// Shows or hides the touch buttons.
function show_buttons(is_shown) {
  by_id("touch").hidden = !is_shown;
  document.body.classList.toggle("touched", is_shown);
}

// Watches the gamepads. Calls `pressed` with the buttons that were newly pressed. A gamepad needs no touch buttons.
function watch_pads(memory, pressed) {
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
      const added = down & ~Atomics.exchange(head, 1, down);
      if (added) show_buttons(false);
      pressed(added);
      found.axes.slice(0, 4).forEach((value, axis) => Atomics.store(head, 2 + axis, Math.round(value * 32767)));
    }
    requestAnimationFrame(look);
  };
  look();
  // The touch buttons, as a pad.
  const {head} = pad(PADS - 1);
  let was_touched = false;
  return down => {
    if (!was_touched) connect(PADS - 1, "Touch");
    was_touched = true;
    pressed(down & ~Atomics.exchange(head, 1, down));
  };
}

// Shows the touch buttons and their d-pad, and passes touches to the program.
function watch_fingers(press) {
  const touch = by_id("touch");
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = touch.querySelectorAll("[data-pad]");
  const fingers = new Map();
  const UP = 1 << 12, DOWN = 1 << 13, LEFT = 1 << 14, RIGHT = 1 << 15;
  const of_cross = (x, y) => {
    const area = by_id("cross").getBoundingClientRect();
    const [right, down] = [(x - area.left) / area.width - 0.5, (y - area.top) / area.height - 0.5];
    if (Math.max(Math.abs(right), Math.abs(down)) < 0.1 || Math.hypot(right, down) > 0.9) return 0;
    // Only one direction counts at a time, so that moving a piece does not drop it.
    if (Math.abs(right) >= Math.abs(down)) return right < 0 ? LEFT : RIGHT;
    return down < 0 ? UP : DOWN;
  };
  const pressed = ({x, y, began}) => {
    if (began === "cross") return of_cross(x, y);
    const button = document.elementFromPoint(x, y);
    return button instanceof HTMLElement && button.dataset.pad ? 1 << Number(button.dataset.pad) : 0;
  };
  const change = () => {
    const down = [...fingers.values()].reduce((all, finger) => all | pressed(finger), 0);
    for (const button of buttons) {
      button.classList.toggle("down", (down >> Number(button.dataset.pad) & 1) === 1);
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
  // Hides the touch buttons while the user reads the text below the screen.
  const read = is_read => {
    show_buttons(!is_read);
    by_id("back").hidden = !is_read;
    (is_read ? document.querySelector("section") : stage).scrollIntoView();
  };
  by_id("about").onclick = () => read(true);
  by_id("back").onclick = () => read(false);
  if (IS_TOUCHED && !IS_CLEAN) {
    // From the start, so that the first touch counts.
    press(0);
    read(false);
    addEventListener("touchend", () => by_id("back").hidden && show_buttons(true));
  }
}

// Sends keys, the mouse and the size of the screen to the program.
function hand_input(program, canvas) {
  const send = (name, event) => program.postMessage({tell: "event", name, event});
  const key = ({code, key, charCode, ctrlKey, shiftKey, altKey, repeat}) => (
    {code, key, charCode, ctrlKey, shiftKey, altKey, repeat}
  );
  // Tab leaves the screen, and keys at a button or a link belong to it.
  const is_ours = ({code, target, ctrlKey, altKey, metaKey}) => (
    !ctrlKey && !altKey && !metaKey && code !== "Tab" && !target.closest("section, #notices, #welcome, #card")
  );
  for (const name of ["keydown", "keyup"]) {
    addEventListener(name, (/** @type {any} */ event) => {
      if (name === "keydown" && !is_ours(event)) return;
      send(name, key(event));
      if (!is_ours(event)) return;
      event.preventDefault();
      const letter = name === "keydown" && [...event.key].length === 1 ? event.key.codePointAt(0) : 0;
      // `gl.js` itself types a space.
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
    // The rest of the page is below the screen.
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
  const focus = () => {
    const is_seen = !document.hidden;
    program.postMessage({tell: "focus", focus: document.hasFocus() && is_seen, is_seen});
  };
  for (const name of ["focus", "blur"]) addEventListener(name, focus);
  document.addEventListener("visibilitychange", focus);
  addEventListener("paste", event => {
    program.postMessage({tell: "paste", text: event.clipboardData.getData("text")});
  });
  const tell = exact => program.postMessage({tell: "size", ...size_of(canvas, exact)});
  const watched = new ResizeObserver(([{devicePixelContentBoxSize: exact}]) => tell(exact && exact[0]));
  try {
    watched.observe(canvas, {box: "device-pixel-content-box"});
  } catch {
    watched.observe(canvas);
  }
  // Not every browser reports a change of the display's scale alone.
  let scale = devicePixelRatio;
  const look = () => {
    if (scale !== devicePixelRatio) tell();
    scale = devicePixelRatio;
    requestAnimationFrame(look);
  };
  look();
}

// Returns the size of the canvas, from which the program calculates physical pixels and rounds them down. With the exact
// size in physical pixels, no pixel is blended. A simulated display gives another one.
function size_of(canvas, {inlineSize, blockSize} = {inlineSize: 0, blockSize: 0}) {
  const scale = devicePixelRatio || 1;
  const length = (size, exact) => Math.abs(exact - size * scale) < 2 ? (exact + 0.01) / scale : size;
  return {width: length(canvas.clientWidth, inlineSize), height: length(canvas.clientHeight, blockSize), scale};
}
