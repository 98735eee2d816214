/** Decides when costly work runs: a few pieces at a time, with networks taking turns. */
import { AppError } from './errors.ts';

/** Who waits for a piece of work. */
export interface Visitor {
  /** Shares the turns of all visitors with the same address (IPv6: the same /48). */
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
  /**
   * Runs beside normal work, up to `atOnce` of each, and is never refused: only for a limited set of work. Normal work
   * does not begin meanwhile; where both wait, every fourth work to begin is normal.
   */
  hasPriority?: boolean;
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
  /** How much work may wait for one network, without what it has joined. */
  mostOfNetwork: number;
  mostInAll: number;
}

const RETRY_AFTER_SECONDS = 2;

/** How often work with priority may begin while normal work waits. */
const MOST_IN_A_ROW = 3;

const busy = (): AppError => new AppError('busy', { retryAfter: RETRY_AFTER_SECONDS });

/** The work of one priority. */
interface Level {
  /** Work that waits, by network; the next turn is that of the first network. */
  turns: Map<string, Set<Work>>;
  waiting: number;
  running: number;
}

interface Work {
  level: Level;
  run(): Promise<void>;
  /** Rejects the result of work that will not begin. */
  abandon(): void;
  result: Promise<unknown>;
  isWaiting: boolean;
  /** How many requests of each network wait for it. */
  requests: Map<string, number>;
}

const newLevel = (): Level => ({ turns: new Map(), waiting: 0, running: 0 });

export function createWorkQueue({ atOnce, mostOfNetwork, mostInAll }: QueueLimits): WorkQueue {
  const shared = new Map<string, Work>();
  const priority = newLevel();
  const normal = newLevel();
  /** How often work with priority has begun since normal work began. */
  let inARow = 0;
  let willBegin = false;
  let refused = 0;
  let abandoned = 0;

  /**
   * Begins one piece of work after the events that have arrived: work on the embedded database never waits, so the next
   * one would begin before any timer or request.
   */
  function beginSoon(): void {
    if (willBegin || !nextLevel()) return;
    willBegin = true;
    setImmediate(() => {
      willBegin = false;
      beginNext();
      beginSoon();
    });
  }

  function nextLevel(): Level | null {
    const canBegin = ({ waiting, running }: Level) => waiting > 0 && running < atOnce;
    const hasPriority = canBegin(priority);
    const isNormalDue = !hasPriority || inARow >= MOST_IN_A_ROW;
    if (canBegin(normal) && priority.running === 0 && isNormalDue) return normal;
    return hasPriority ? priority : null;
  }

  function beginNext(): void {
    const level = nextLevel();
    const work = level && takeTurn(level);
    if (!work) return;
    stopWaiting(work);
    inARow = level === priority ? inARow + 1 : 0;
    level.running += 1;
    void work.run().finally(() => {
      level.running -= 1;
      beginSoon();
    });
  }

  /** Moves the network whose turn it is to the end. */
  function takeTurn({ turns }: Level): Work | undefined {
    for (const [network, works] of turns) {
      turns.delete(network);
      turns.set(network, works);
      for (const work of works) return work;
    }
    return undefined;
  }

  function stopWaiting(work: Work): void {
    work.isWaiting = false;
    work.level.waiting -= 1;
    for (const network of work.requests.keys()) removeTurn(network, work);
  }

  function removeTurn(network: string, work: Work): void {
    const { turns } = work.level;
    const works = turns.get(network);
    works?.delete(work);
    if (works?.size === 0) turns.delete(network);
  }

  function hasRoomFor(network: string): boolean {
    const own = normal.turns.get(network)?.size ?? 0;
    return own < mostOfNetwork && (normal.waiting < mostInAll || makeRoom(own));
  }

  /** Gives up work that only networks wait for which have more than the one that asks: of the one that has most. */
  function makeRoom(own: number): boolean {
    const waitingFor = (network: string) => normal.turns.get(network)?.size ?? 0;
    const hasMore = (network: string) => waitingFor(network) > own + 1;
    const larger = [...normal.turns.keys()].filter(hasMore).sort((a, b) => waitingFor(b) - waitingFor(a));
    for (const network of larger) {
      const works = [...(normal.turns.get(network) ?? [])];
      const last = works.findLast(({ requests }) => requests.keys().every(hasMore));
      if (!last) continue;
      stopWaiting(last);
      last.abandon();
      return true;
    }
    return false;
  }

  function add({ key, visitor, hasPriority = false }: WorkRequest, perform: () => Promise<unknown>): Work {
    if (!hasPriority && !hasRoomFor(visitor.network)) {
      refused += 1;
      throw busy();
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const forget = () => {
      if (key !== null) shared.delete(key);
    };
    const work: Work = {
      level: hasPriority ? priority : normal,
      run: () => Promise.try(perform).then(resolve, reject).finally(forget),
      abandon() {
        abandoned += 1;
        forget();
        reject(busy());
      },
      result: promise,
      isWaiting: true,
      requests: new Map(),
    };
    // Every request that waits handles the error; after the last one has left there is none.
    promise.catch(() => {});
    if (key !== null) shared.set(key, work);
    work.level.waiting += 1;
    return work;
  }

  function join(work: Work, { network, signal }: Visitor): void {
    if (!work.isWaiting) return;
    work.requests.set(network, (work.requests.get(network) ?? 0) + 1);
    const { turns } = work.level;
    turns.set(network, (turns.get(network) ?? new Set()).add(work));
    const leave = () => {
      if (!work.isWaiting) return;
      const others = (work.requests.get(network) ?? 0) - 1;
      if (others > 0) return void work.requests.set(network, others);
      removeTurn(network, work);
      work.requests.delete(network);
      if (work.requests.size > 0) return;
      stopWaiting(work);
      work.abandon();
    };
    signal.addEventListener('abort', leave, { once: true });
  }

  return {
    async run<Result>(request: WorkRequest, perform: () => Promise<Result>): Promise<Result> {
      if (request.visitor.signal.aborted) {
        abandoned += 1;
        throw busy();
      }
      const work = (request.key !== null && shared.get(request.key)) || add(request, perform);
      join(work, request.visitor);
      beginSoon();
      return work.result as Promise<Result>;
    },
    statistics: () => ({
      running: priority.running + normal.running,
      waiting: priority.waiting + normal.waiting,
      refused,
      abandoned,
    }),
  };
}
