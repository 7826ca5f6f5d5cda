// Small sounds made on the spot, for who likes them: wood on wood for a move, two notes for the end of a game.

import { likes } from "./settings.js";

let audio = null;

function ready() {
  if (!likes("sound") || document.hidden || !(navigator.userActivation?.hasBeenActive ?? true)) return null;
  audio ||= new AudioContext();
  return audio.state === "suspended" ? (audio.resume(), audio) : audio;
}

function note(context, { at = 0, pitch, fall = pitch, length, loud, shape = "sine" }) {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(fall, start + length);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** A piece is put down; several one after another. */
export function tap(times = 1) {
  const context = ready();
  if (!context) return;
  for (let each = 0; each < Math.min(times, 8); each += 1) {
    note(context, { at: each * 0.09, pitch: 420, fall: 130, length: 0.07, loud: 0.09, shape: "triangle" });
    note(context, { at: each * 0.09, pitch: 1900, fall: 700, length: 0.025, loud: 0.025 });
  }
}

export function finish() {
  const context = ready();
  if (!context) return;
  note(context, { at: 0.15, pitch: 523, length: 0.5, loud: 0.05 });
  note(context, { at: 0.32, pitch: 784, length: 0.8, loud: 0.05 });
}
