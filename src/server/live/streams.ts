/** Opens event streams over HTTP and checks them until they end. */
import { SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Audience, formatSeenCursor } from '../storage/feed/feed-cursor.ts';
import { isoOf } from '../storage/queries/wire-values.ts';
import { EventStream } from './event-stream.ts';
import { writeHello } from './messages.ts';
import { findResumePoint, type ResumePoint, type ResumePointParts, startFrom } from './resume-point.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream-limits.ts';
import { createStreamQuota, type StreamTotals } from './stream-quota.ts';

export interface StreamRequest {
  audience: Audience;
  /** From `Last-Event-ID` or `?after=`; null for a client that has nothing yet. */
  after: string | null;
  /** Whose streams are counted together: a visitor's network, or a staff account. */
  source: string;
  /** Takes the idle timeout off the connection. */
  keepOpen(): void;
  signal: AbortSignal;
  /** Called regularly; once it returns false, the stream ends. */
  stillAllowed?(): Promise<boolean>;
}

export interface Streams {
  /** Refuses with an `AppError` when there are too many. */
  open(request: StreamRequest): Promise<Response>;
  /** Those that are being opened included. */
  count(audience: Audience): number;
  /** Since the start. */
  totals(audience: Audience): StreamTotals;
  start(): void;
  /** Ends every stream. */
  stop(): void;
}

export interface StreamsParts extends ResumePointParts {
  clock: Clock;
  timers: Timers;
  log: Log;
  visitors(): number;
}

const CHECK_EVERY = SECOND;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Some proxies would otherwise collect the response until it ends.
  'X-Accel-Buffering': 'no',
};
const HEADERS_OF: Record<Audience, Record<string, string>> = {
  public: { ...HEADERS, 'Access-Control-Allow-Origin': '*' },
  admin: HEADERS,
};

export function createStreams(parts: StreamsParts, limits: StreamLimits = STREAM_LIMITS): Streams {
  const { broker, clock, timers, log } = parts;
  const quota = createStreamQuota({ pools: limits.pools, timers, log });
  const open: Record<Audience, Set<EventStream>> = { public: new Set(), admin: new Set() };
  let cancelChecks = () => {};
  let stopped = false;

  const allStreams = (): EventStream[] => [...open.public, ...open.admin];

  function checkStreams(): void {
    for (const stream of allStreams()) stream.check();
    quota.logRefusals();
    cancelChecks = timers.after(CHECK_EVERY, checkStreams);
  }

  function recheckAccess(stream: EventStream, stillAllowed: () => Promise<boolean>): void {
    timers.after(limits.recheck, async () => {
      if (!open.admin.has(stream)) return;
      try {
        if (!(await stillAllowed())) return stream.end();
      } catch (error) {
        // The database is away: then no change comes either, and the next check will tell.
        log.warn('the right to a stream could not be checked', { error });
      }
      recheckAccess(stream, stillAllowed);
    });
  }

  /** While the server stops, a client that comes right back must find another node or wait. */
  function refuseOnceStopped(): void {
    if (stopped) throw new AppError('too-many-streams', { retryAfter: 1 });
  }

  function begin(
    { audience, signal, stillAllowed }: StreamRequest,
    resumePoint: ResumePoint | null,
    release: () => void,
  ) {
    const start = startFrom(broker, audience, resumePoint);
    const { cursor, mustRefetch } = start;
    const hello = {
      time: isoOf(clock.now()),
      cursor: formatSeenCursor(cursor, cursor.id),
      visitors: parts.visitors(),
    };
    const greeting = writeHello(hello, !mustRefetch);
    const stream = new EventStream(parts, limits, () => {
      unsubscribe();
      open[audience].delete(stream);
      release();
    });
    const unsubscribe = broker.subscribe(audience, stream);
    open[audience].add(stream);
    stream.queueHello(greeting, start);
    if (mustRefetch) stream.restart(cursor);
    if (stillAllowed) recheckAccess(stream, stillAllowed);
    signal.addEventListener('abort', () => stream.end(), { once: true });
    if (signal.aborted) stream.end();
    return stream;
  }

  return {
    async open(request) {
      refuseOnceStopped();
      const release = quota.take(request.audience, request.source);
      try {
        const resumePoint = await findResumePoint(parts, request.audience, request.after);
        refuseOnceStopped();
        request.keepOpen();
        const stream = begin(request, resumePoint, release);
        return new Response(bodyOf(stream), { headers: HEADERS_OF[request.audience] });
      } catch (error) {
        release();
        throw error;
      }
    },

    count: quota.count,

    totals: quota.totals,

    start: checkStreams,

    stop() {
      stopped = true;
      cancelChecks();
      for (const stream of allStreams()) stream.end();
    },
  };
}

/** Bun's own kind of stream, which writes straight to the connection: a queue in between would double its price. */
function bodyOf(stream: EventStream): ReadableStream {
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull: (controller) => stream.connect(controller),
    cancel: () => stream.end(),
  };
  // The browser's types, by which the pages are checked, do not know it.
  return new ReadableStream(source as unknown as UnderlyingDefaultSource);
}
