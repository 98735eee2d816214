/** Writes down what a page lets be heard: each tone and loop with the moment at which it is to start. */
import type { Page } from '@playwright/test';

export interface Heard {
  kind: 'tone' | 'loop';
  /** Seconds from the moment at which it was ordered. */
  delay: number;
  frequency: number;
  volume: number;
}

declare global {
  var heard: Heard[];
}

export async function writeDownSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.heard = [];
    /** What a node feeds, so that the loudness in front of a loop can be read. */
    const fed = new WeakMap<AudioNode, AudioNode>();
    const connect: (to: AudioNode) => AudioNode = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode | AudioParam) {
      if (to instanceof AudioNode) fed.set(this, to);
      return connect.call(this, to as AudioNode);
    } as typeof AudioNode.prototype.connect;
    const { start } = AudioScheduledSourceNode.prototype;
    for (const prototype of [OscillatorNode.prototype, AudioBufferSourceNode.prototype]) {
      prototype.start = function (this: AudioScheduledSourceNode, at = this.context.currentTime) {
        const out = fed.get(this);
        globalThis.heard.push({
          kind: this instanceof OscillatorNode ? 'tone' : 'loop',
          delay: at - this.context.currentTime,
          frequency: this instanceof OscillatorNode ? this.frequency.value : 0,
          volume: out instanceof GainNode ? out.gain.value : 1,
        });
        return start.call(this, at);
      };
    }
  });
}

export const readSounds = (page: Page): Promise<Heard[]> => page.evaluate(() => globalThis.heard);
