// Sounds, made on the spot: a stone on wood, captured stones, the last seconds.

import { setting } from "tengen/setting.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

// Browsers allow sound only after the first touch of the page.
const wake = () => {
  if (!context && "AudioContext" in window) context = new AudioContext();
  if (context?.state === "suspended") void context.resume();
};
window.addEventListener("pointerdown", wake, { passive: true });
window.addEventListener("keydown", wake, { passive: true });

function ready() {
  return setting.sound && context?.state === "running" ? context : null;
}

/** @param {AudioContext} audio */
function noiseOf(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loudness
 * @param {number} seconds
 */
function fading(audio, at, loudness, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{ pitch: number, loudness: number, seconds: number }} tone
 */
function tone(audio, at, { pitch, loudness, seconds }) {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, at);
  source.connect(fading(audio, at, loudness, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loudness
 */
function click(audio, at, loudness) {
  const source = audio.createBufferSource();
  source.buffer = noiseOf(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2600 + Math.random() * 500;
  filter.Q.value = 1.1;
  source.connect(filter);
  filter.connect(fading(audio, at, loudness, 0.045));
  source.start(at);
  // The board answers below the click.
  tone(audio, at, { pitch: 340 + Math.random() * 40, loudness: loudness * 0.45, seconds: 0.09 });
  tone(audio, at, { pitch: 1350 + Math.random() * 90, loudness: loudness * 0.25, seconds: 0.05 });
}

/** A stone, and those that it captures. @param {number} nCaptured */
export function stoneSound(nCaptured) {
  const audio = ready();
  if (!audio) return;
  click(audio, audio.currentTime, 0.5);
  for (let i = 0; i < Math.min(nCaptured, 6); i += 1) {
    click(audio, audio.currentTime + 0.12 + i * 0.055 + Math.random() * 0.02, 0.18);
  }
}

export function passSound() {
  const audio = ready();
  if (audio) tone(audio, audio.currentTime, { pitch: 220, loudness: 0.16, seconds: 0.25 });
}

/** One of the last seconds. @param {boolean} isLast whether the game is at stake */
export function secondSound(isLast) {
  const audio = ready();
  if (audio) tone(audio, audio.currentTime, { pitch: isLast ? 990 : 740, loudness: 0.14, seconds: 0.09 });
}

export function endSound() {
  const audio = ready();
  if (!audio) return;
  [392, 523, 659].forEach((pitch, idx) => {
    tone(audio, audio.currentTime + idx * 0.14, { pitch, loudness: 0.12, seconds: 0.6 });
  });
}
