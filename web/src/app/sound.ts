// Small sounds, made on the spot: no files to fetch, and nobody else's recordings.
import { settings } from './settings.svelte';

export type Sound = 'turn' | 'card' | 'claim' | 'ticket' | 'end' | 'chat';

interface Note {
  /** Hertz; null is a short rush of noise, as of paper or wheels. */
  readonly pitch: number | null;
  /** Seconds from the start of the sound. */
  readonly at: number;
  readonly lasts: number;
  readonly loud: number;
}

const note = (pitch: number | null, at: number, lasts: number, loud: number): Note => ({
  pitch,
  at,
  lasts,
  loud,
});

const sounds: Readonly<Record<Sound, readonly Note[]>> = {
  // A station bell, a card on the table, wheels over joints, a punched ticket, arrival, a tap.
  turn: [note(659, 0, 0.5, 0.16), note(880, 0.14, 0.7, 0.14)],
  card: [note(null, 0, 0.07, 0.12)],
  claim: [0, 0.09, 0.24, 0.33].flatMap((at) => [note(null, at, 0.05, 0.14), note(110, at, 0.09, 0.2)]),
  ticket: [note(null, 0, 0.03, 0.16), note(1320, 0.02, 0.06, 0.06)],
  end: [
    note(523, 0, 0.5, 0.14),
    note(659, 0.16, 0.5, 0.14),
    note(784, 0.32, 0.5, 0.14),
    note(1047, 0.48, 1, 0.14),
  ],
  chat: [note(988, 0, 0.12, 0.08)],
};

let context: AudioContext | null = null;
let rush: AudioBuffer | null = null;

function noise(audio: AudioContext): AudioBuffer {
  if (rush) return rush;
  rush = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = rush.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return rush;
}

function sourceOf(audio: AudioContext, pitch: number | null): AudioScheduledSourceNode {
  if (pitch === null) return new AudioBufferSourceNode(audio, { buffer: noise(audio) });
  return new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
}

/** Silent unless the person wants sounds. */
export function play(name: Sound): void {
  if (!settings.sound || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  // A browser lets a page make sounds only after the first click; until then it stays suspended.
  void context.resume();
  for (const { pitch, at, lasts, loud } of sounds[name]) {
    const start = context.currentTime + at;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    const source = sourceOf(context, pitch);
    source.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(start + lasts);
  }
}
