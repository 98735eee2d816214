/** The kinds of lost connections and how visitors reconnect. */
import type { Random } from '../random.ts';
import type { StreamSite } from './stream-site.ts';
import type { Snapshot, StreamVisitor } from './stream-visitor.ts';

type Reconnection = (visitor: StreamVisitor, url: string, random: Random) => Promise<void>;

/** The saved state of each visitor. */
const snapshots = new WeakMap<StreamVisitor, Snapshot>();

export function saveSnapshot(visitor: StreamVisitor): void {
  const snapshot = visitor.snapshot();
  if (snapshot) snapshots.set(visitor, snapshot);
}

/** As a page from the back/forward cache. */
export async function resumeFromSnapshot(visitor: StreamVisitor, url: string): Promise<void> {
  visitor.cut();
  await visitor.resume(url, snapshots.get(visitor));
}

const RECONNECTIONS: Record<string, Reconnection> = {
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
    await resumeFromSnapshot(visitor, url);
    saveSnapshot(visitor);
  },
  async 'no cursor'(visitor, url) {
    visitor.cut();
    await visitor.begin(url);
  },
  async 'garbage cursors'(visitor, url, random) {
    visitor.cut();
    const garbage = ['x', '-1', '..', `${'9'.repeat(30)}.1`, 'a.b.c', '%00', 'a'.repeat(5_000)] as const;
    await visitor.connectWithUnknownCursor(url, random.pick(garbage));
  },
  async 'cursors of another epoch'(visitor, url, random) {
    visitor.cut();
    await visitor.connectWithUnknownCursor(url, `another-epoch.${random.integer(0, 1_000)}`);
  },
  async 'cursors of the future'(visitor, url, random) {
    const epoch = visitor.snapshot()?.cursor.split('.')[0] ?? 'none';
    visitor.cut();
    await visitor.connectWithUnknownCursor(url, `${epoch}.${random.integer(1_000_000, 2_000_000)}`);
  },
};

const NAMES = Object.keys(RECONNECTIONS) as [string, ...string[]];

/** Returns the kind of reconnection. */
export async function reconnect(site: StreamSite, visitor: StreamVisitor, random: Random): Promise<string> {
  const name = random.pick(NAMES);
  await RECONNECTIONS[name]?.(visitor, random.pick(site.urls), random);
  return name;
}
