/** Decides which work runs for requests that no cache can serve: a few at a time, in turn for each network. */
import { AppError } from '../errors.ts';

/** Who waits for a piece of work. */
export interface Visitor {
  /** Shares the turns of all visitors with the same address (IPv6: the same /64). */
  network: string;
  /** Is aborted when the client disconnects. */
  signal: AbortSignal;
}

export interface WorkQueue {
  /**
   * Runs the work when it is its turn, or waits for work with the same key that has been requested already. Throws
   * `busy` at once when too much waits. Work that nobody waits for any more is not begun.
   */
  run<Result>(request: WorkRequest, work: () => Promise<Result>): Promise<Result>;
  statistics(): QueueStatistics;
}

export interface WorkRequest {
  /** Null if the result is for this visitor only. */
  key: string | null;
  visitor: Visitor;
  /** Begins before all others and is never refused: only for work with one of a fixed set of keys. */
  isFirst?: boolean;
}

interface QueueStatistics {
  running: number;
  waiting: number;
  /** Since the start. */
  refused: number;
  abandoned: number;
}

export interface QueueLimits {
  /** How much work runs at the same time. */
  atOnce: number;
  /** How much work may wait for one network. */
  mostOfNetwork: number;
  mostInAll: number;
}

/** Renders and searches take milliseconds of the process; several wait for the database at the same time. */
export const PAGE_WORK: QueueLimits = { atOnce: 4, mostOfNetwork: 100, mostInAll: 1_000 };

/** Pictures, sheets and exports take a tenth of a second of another thread: more than one would slow down the pages. */
export const FILE_WORK: QueueLimits = { atOnce: 1, mostOfNetwork: 20, mostInAll: 200 };

const RETRY_AFTER_SECONDS = 2;

const busy = (): AppError => new AppError('busy', { retryAfter: RETRY_AFTER_SECONDS });

interface Work {
  run(): Promise<void>;
  /** Rejects the result of work that will not begin. */
  abandon(): void;
  result: Promise<unknown>;
  hasBegun: boolean;
  /** How many requests of each network wait. */
  waiting: Map<string, number>;
}

export function createWorkQueue({ atOnce, mostOfNetwork, mostInAll }: QueueLimits): WorkQueue {
  const shared = new Map<string, Work>();
  /** Work that has not begun, by network; the next turn is that of the first network. */
  const turns = new Map<string, Set<Work>>();
  const first = new Set<Work>();
  let running = 0;
  let willBegin = false;
  let waiting = 0;
  let refused = 0;
  let abandoned = 0;

  /** Moves the network whose turn it is to the end. */
  function takeTurn(): Work | undefined {
    for (const [network, works] of turns) {
      turns.delete(network);
      turns.set(network, works);
      for (const work of works) return work;
    }
    return undefined;
  }

  /**
   * Begins one piece of work after the events that have arrived: work on the embedded database never waits, so the next
   * one would begin before any timer or request.
   */
  function beginSoon(): void {
    if (willBegin || running >= atOnce || waiting === 0) return;
    willBegin = true;
    setImmediate(() => {
      willBegin = false;
      beginNext();
      beginSoon();
    });
  }

  function beginNext(): void {
    const [work = takeTurn()] = first;
    if (!work) return;
    removeFromTurns(work);
    work.hasBegun = true;
    running += 1;
    void work.run().finally(() => {
      running -= 1;
      beginSoon();
    });
  }

  function removeFromTurns(work: Work): void {
    waiting -= 1;
    first.delete(work);
    for (const network of work.waiting.keys()) removeTurn(network, work);
  }

  function removeTurn(network: string, work: Work): void {
    const works = turns.get(network);
    works?.delete(work);
    if (works?.size === 0) turns.delete(network);
  }

  /** Gives up work of the network that has most, if it has more than the one that asks. */
  function makeRoom(own: number): boolean {
    let most: Set<Work> = new Set();
    for (const works of turns.values()) if (works.size > most.size) most = works;
    const last = [...most].findLast(({ waiting: networks }) => networks.size === 1);
    if (most.size <= own + 1 || !last) return false;
    removeFromTurns(last);
    last.abandon();
    return true;
  }

  function add({ key, visitor, isFirst = false }: WorkRequest, perform: () => Promise<unknown>): Work {
    const own = turns.get(visitor.network)?.size ?? 0;
    const hasRoom = own < mostOfNetwork && (waiting < mostInAll || makeRoom(own));
    if (!hasRoom && !isFirst) {
      refused += 1;
      throw busy();
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const forget = () => {
      if (key !== null) shared.delete(key);
    };
    const work: Work = {
      run: () => perform().then(resolve, reject).finally(forget),
      abandon() {
        abandoned += 1;
        forget();
        reject(busy());
      },
      result: promise,
      hasBegun: false,
      waiting: new Map(),
    };
    // Every request that waits handles the error; after the last one has left there is none.
    promise.catch(() => {});
    if (key !== null) shared.set(key, work);
    if (isFirst) first.add(work);
    waiting += 1;
    return work;
  }

  function join(work: Work, { network, signal }: Visitor): void {
    work.waiting.set(network, (work.waiting.get(network) ?? 0) + 1);
    if (work.hasBegun) return;
    if (!first.has(work)) turns.set(network, (turns.get(network) ?? new Set()).add(work));
    const leave = () => {
      if (work.hasBegun) return;
      const others = (work.waiting.get(network) ?? 0) - 1;
      if (others > 0) return void work.waiting.set(network, others);
      removeTurn(network, work);
      work.waiting.delete(network);
      if (work.waiting.size > 0) return;
      removeFromTurns(work);
      work.abandon();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }

  return {
    async run<Result>(request: WorkRequest, perform: () => Promise<Result>): Promise<Result> {
      const work = (request.key !== null && shared.get(request.key)) || add(request, perform);
      join(work, request.visitor);
      beginSoon();
      return work.result as Promise<Result>;
    },
    statistics: () => ({ running, waiting, refused, abandoned }),
  };
}
