/** The ways in which visitors lose their stream and come back. */
import type { Random } from '../random.ts';
import type { StreamSite } from './army.ts';
import type { Memory, StreamVisitor } from './stream-visitor.ts';

type Reconnection = (visitor: StreamVisitor, url: string, random: Random) => Promise<void>;

/** What each visitor knew some time ago. */
const memories = new WeakMap<StreamVisitor, Memory>();

export function rememberNow(visitor: StreamVisitor): void {
  const memory = visitor.memory();
  if (memory) memories.set(visitor, memory);
}

/** As a page that the browser kept for a while. */
export async function resumeFromMemory(visitor: StreamVisitor, url: string): Promise<void> {
  visitor.cut();
  await visitor.resume(url, memories.get(visitor));
}

const WAYS: Record<string, Reconnection> = {
  async cut(visitor, url) {
    visitor.cut();
    await visitor.resume(url);
  },
  async 'half-closed'(visitor, url) {
    await visitor.halfClose();
    await visitor.resume(url);
  },
  async 'stopped reading'(visitor, url, random) {
    await visitor.stopReading(random.integer(100, 1_500));
    visitor.cut();
    await visitor.resume(url);
  },
  async 'away for a while'(visitor, url, random) {
    visitor.cut();
    await Bun.sleep(random.integer(100, 2_000));
    await visitor.resume(url);
  },
  async 'old cursors'(visitor, url) {
    await resumeFromMemory(visitor, url);
    rememberNow(visitor);
  },
  async 'no cursor'(visitor, url) {
    visitor.cut();
    await visitor.begin(url);
  },
  async 'garbage cursors'(visitor, url, random) {
    visitor.cut();
    const garbage = ['x', '-1', '..', `${'9'.repeat(30)}.1`, 'a.b.c', '%00', 'a'.repeat(5_000)] as const;
    await visitor.comeWithUnknownCursor(url, random.pick(garbage));
  },
  async 'cursors of another epoch'(visitor, url, random) {
    visitor.cut();
    await visitor.comeWithUnknownCursor(url, `another-epoch.${random.integer(0, 1_000)}`);
  },
  async 'cursors of the future'(visitor, url, random) {
    const epoch = visitor.memory()?.cursor.split('.')[0] ?? 'none';
    visitor.cut();
    await visitor.comeWithUnknownCursor(url, `${epoch}.${random.integer(1_000_000, 2_000_000)}`);
  },
};

const NAMES = Object.keys(WAYS) as [string, ...string[]];

/** Returns the name of the way. */
export async function reconnect(site: StreamSite, visitor: StreamVisitor, random: Random): Promise<string> {
  const name = random.pick(NAMES);
  await WAYS[name]?.(visitor, random.pick(site.urls), random);
  return name;
}
