/** Records the sounds that a page schedules: each tone and loop with its start time. */
import type { Page } from '@playwright/test';

export interface Sound {
  kind: 'tone' | 'loop';
  /** Seconds from the moment at which the page started it. */
  delay: number;
  frequency: number;
  volume: number;
}

declare global {
  var recordedSounds: Sound[];
}

export async function recordSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.recordedSounds = [];
    // The audio clock does not advance while a function runs, however busy the machine is.
    const clock = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'currentTime');
    let time: number | undefined;
    Object.defineProperty(BaseAudioContext.prototype, 'currentTime', {
      get() {
        if (time === undefined) queueMicrotask(() => (time = undefined));
        time ??= clock?.get?.call(this) as number;
        return time;
      },
    });
    /** The node that each node is connected to: its gain is the volume of a loop. */
    const outputs = new WeakMap<AudioNode, AudioNode>();
    const connect: (to: AudioNode) => AudioNode = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode | AudioParam) {
      if (to instanceof AudioNode) outputs.set(this, to);
      return connect.call(this, to as AudioNode);
    } as typeof AudioNode.prototype.connect;
    const { start } = AudioScheduledSourceNode.prototype;
    for (const prototype of [OscillatorNode.prototype, AudioBufferSourceNode.prototype]) {
      prototype.start = function (this: AudioScheduledSourceNode, at = this.context.currentTime) {
        const output = outputs.get(this);
        globalThis.recordedSounds.push({
          kind: this instanceof OscillatorNode ? 'tone' : 'loop',
          delay: at - this.context.currentTime,
          frequency: this instanceof OscillatorNode ? this.frequency.value : 0,
          volume: output instanceof GainNode ? output.gain.value : 1,
        });
        return start.call(this, at);
      };
    }
  });
}

export const readSounds = (page: Page): Promise<Sound[]> => page.evaluate(() => globalThis.recordedSounds);
