// Plays the samples that the program writes into a shared ring buffer: mono, 48,000 per second.
"use strict";

registerProcessor("ring", class extends AudioWorkletProcessor {
  constructor({processorOptions: {sound}}) {
    super();
    this.marks = new Int32Array(sound, 0, 4);
    this.samples = new Float32Array(sound, 16);
  }

  process(_, [[out]]) {
    const {marks, samples} = this;
    Atomics.store(marks, 2, 1);
    const at = Atomics.load(marks, 1);
    const there = Math.min(out.length, (Atomics.load(marks, 0) - at) | 0);
    for (let one = 0; one < there; one++) out[one] = samples[(at + one) & (samples.length - 1)];
    Atomics.store(marks, 1, (at + there) | 0);
    return true;
  }
});
