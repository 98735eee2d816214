/** Every sound of the site, generated from tones and noise: there are no sound files. */
import type { SoundPreference } from '../preferences/preferences.tsx';

/** Schedules a sound at the context's time `at`, in seconds, and returns its sources. */
type Voice = (context: AudioContext, out: AudioNode, at: number) => AudioScheduledSourceNode[];

interface Tone {
  shape: OscillatorType;
  /** Frequencies with the seconds at which they are reached. */
  path: readonly (readonly [seconds: number, frequency: number])[];
  loudness: number;
  attack: number;
  length: number;
}

const tone =
  ({ shape, path, loudness, attack, length }: Tone): Voice =>
  (context, out, at) => {
    const oscillator = new OscillatorNode(context, { type: shape });
    const envelope = new GainNode(context, { gain: 0 });
    for (const [index, [seconds, frequency]] of path.entries()) {
      if (index === 0) oscillator.frequency.setValueAtTime(frequency, at + seconds);
      else oscillator.frequency.exponentialRampToValueAtTime(frequency, at + seconds);
    }
    envelope.gain.setValueAtTime(0, at);
    envelope.gain.linearRampToValueAtTime(loudness, at + attack);
    envelope.gain.exponentialRampToValueAtTime(0.0001, at + length);
    oscillator.connect(envelope).connect(out);
    oscillator.start(at);
    oscillator.stop(at + length);
    return [oscillator];
  };

const together =
  (...voices: readonly (readonly [delay: number, voice: Voice])[]): Voice =>
  (context, out, at) =>
    voices.flatMap(([delay, voice]) => voice(context, out, at + delay));

/** A struck bell: a bell's partials are not whole multiples of its note. */
const bell = (note: number): Voice =>
  together(
    ...[1, 2.01, 2.76, 5.4].map(
      (partial, index) =>
        [
          0,
          tone({
            shape: 'sine',
            path: [[0, note * partial]],
            loudness: 0.22 / (index + 1),
            attack: 0.004,
            length: 1.6 / (index + 1),
          }),
        ] as const,
    ),
  );

/** Rises and falls with the wheel of the splash. */
const sweep: Voice = together(
  [
    0,
    tone({
      shape: 'triangle',
      path: [
        [0, 147],
        [2, 587],
        [4.2, 196],
      ],
      loudness: 0.16,
      attack: 1.4,
      length: 4.4,
    }),
  ],
  [
    0,
    tone({
      shape: 'sine',
      path: [
        [0, 220],
        [2, 880],
        [4.2, 294],
      ],
      loudness: 0.08,
      attack: 1.8,
      length: 4.4,
    }),
  ],
);

const blip: Voice = tone({
  shape: 'sine',
  path: [
    [0, 880],
    [0.06, 1320],
  ],
  loudness: 0.18,
  attack: 0.005,
  length: 0.14,
});

/** A drum stops: a knock with a short ring. */
const digitStop: Voice = together(
  [
    0,
    tone({
      shape: 'triangle',
      path: [
        [0, 320],
        [0.07, 90],
      ],
      loudness: 0.5,
      attack: 0.002,
      length: 0.12,
    }),
  ],
  [0, tone({ shape: 'sine', path: [[0, 1760]], loudness: 0.08, attack: 0.002, length: 0.18 })],
);

const published: Voice = together([0, bell(659)], [0.11, bell(880)], [0.22, bell(1109)]);

const VOICES = { sweep, blip, digitStop, published };
type SoundName = keyof typeof VOICES;

const SPIN_SECONDS = 0.4;
const CLICKS_PER_SPIN = 8;

/** One loop of the ratchet: eight clicks over soft noise. */
function makeSpin(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.round(SPIN_SECONDS * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  const clickLength = samples.length / CLICKS_PER_SPIN;
  let softNoise = 0;
  for (let index = 0; index < samples.length; index++) {
    const noise = Math.random() * 2 - 1;
    const sinceClick = (index % clickLength) / clickLength;
    softNoise += (noise - softNoise) * 0.06;
    samples[index] = softNoise * 0.35 + noise * 0.22 * Math.exp(-sinceClick * 26);
  }
  return buffer;
}

/** Both functions return a function that stops the sound. */
export interface Sounds {
  play(name: SoundName, delayMs?: number): () => void;
  spin(lengthMs: number): () => void;
}

export function createSounds(context: AudioContext, preference: SoundPreference): Sounds {
  const volume = () => (preference.read() === 'off' ? 0 : 1);
  const out = new GainNode(context, { gain: volume() });
  out.connect(context.destination);
  preference.subscribe(() => out.gain.setTargetAtTime(volume(), context.currentTime, 0.01));

  return {
    play(name, delayMs = 0) {
      const sources = VOICES[name](context, out, context.currentTime + delayMs / 1000);
      return () => {
        for (const source of sources) source.stop();
      };
    },

    spin(lengthMs) {
      const source = new AudioBufferSourceNode(context, { buffer: makeSpin(context), loop: true });
      source.connect(out);
      source.start();
      source.stop(context.currentTime + lengthMs / 1000);
      return () => source.stop();
    },
  };
}
