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
  /** The cursor from `Last-Event-ID` or `?after=`; null for a new client. */
  after: string | null;
  /** Streams of the same source are counted together: the network of a visitor, or a staff account. */
  source: string;
  /** Turns off the idle timeout of the connection. */
  keepOpen(): void;
  signal: AbortSignal;
  /** Called regularly; once it returns false, the stream ends. */
  stillAllowed?(): Promise<boolean>;
}

export interface Streams {
  /** Throws an `AppError` if there are too many. */
  open(request: StreamRequest): Promise<Response>;
  /** Includes streams that are being opened. */
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
  visitors: { count(): number; noteArrival(): void };
}

const CHECK_EVERY = SECOND;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would otherwise buffer the response.
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
        // Without the database no changes are sent either; the next check decides.
        log.warn('access to a stream could not be checked', { error });
      }
      recheckAccess(stream, stillAllowed);
    });
  }

  /** While the server stops, clients must connect to another node or wait. */
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
      visitors: parts.visitors.count(),
    };
    const helloBytes = writeHello(hello, !mustRefetch);
    const stream = new EventStream(parts, limits, () => {
      unsubscribe();
      open[audience].delete(stream);
      release();
    });
    const unsubscribe = broker.subscribe(audience, stream);
    open[audience].add(stream);
    parts.visitors.noteArrival();
    stream.queueHello(helloBytes, start);
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

/** Bun's direct stream writes to the connection without a queue, which would double the cost. */
function bodyOf(stream: EventStream): ReadableStream {
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull: (controller) => stream.connect(controller),
    cancel: () => stream.end(),
  };
  // The browser's types do not have `DirectUnderlyingSource`.
  return new ReadableStream(source as unknown as UnderlyingDefaultSource);
}
