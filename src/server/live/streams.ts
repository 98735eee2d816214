/** Opens live streams over HTTP and WebSocket, and checks them until they end. */
import { SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Audience, type Feed, feedOf } from '../storage/feed/feed-cursor.ts';
import type { Upgrade } from '../web-socket.ts';
import { findResumePoint, type ResumeParts } from './resume-point.ts';
import type { StreamClient } from './stream-client.ts';
import { StreamGroup } from './stream-group.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream-limits.ts';
import { createStreamQuota, type StreamTotals } from './stream-quota.ts';

interface StreamRequest {
  audience: Audience;
  /** The cursor from `Last-Event-ID` or `?after=`; null for a new client. */
  after: string | null;
  /** Streams of the same source are counted together: the network of a visitor, or a staff account. */
  source: string;
  /** Called regularly and before each change is sent; once it returns false, the stream ends. */
  stillAllowed?(): Promise<boolean>;
}

export interface EventStreamRequest extends StreamRequest {
  /** Turns off the idle timeout of the connection. */
  keepOpen(): void;
  signal: AbortSignal;
}

export interface SocketRequest extends StreamRequest {
  upgrade: Upgrade;
}

export interface Streams {
  /** Opens a stream of server-sent events. Throws an `AppError` if there are too many streams. */
  open(request: EventStreamRequest): Promise<Response>;
  /** Opens a stream over a WebSocket. Throws an `AppError` if there are too many streams. */
  openSocket(request: SocketRequest): Promise<void>;
  /** Includes streams that are being opened. */
  count(feed: Feed): number;
  /** Since the start. */
  totals(feed: Feed): StreamTotals;
  start(): void;
  /** Ends every stream. */
  stop(): void;
}

export interface StreamsParts extends ResumeParts {
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
const HEADERS_OF: Record<Feed, Record<string, string>> = {
  public: { ...HEADERS, 'Access-Control-Allow-Origin': '*' },
  admin: HEADERS,
};

export function createStreams(parts: StreamsParts, limits: StreamLimits = STREAM_LIMITS): Streams {
  const { timers, log, visitors } = parts;
  const quota = createStreamQuota({ streams: limits.streams, timers, log });
  const groups: Record<Audience, StreamGroup> = {
    public: createGroup('public'),
    editor: createGroup('editor'),
    admin: createGroup('admin'),
  };
  let cancelChecks = () => {};
  let stopped = false;

  function createGroup(audience: Audience): StreamGroup {
    const onEnd = ({ source }: StreamClient) => quota.release(feedOf(audience), source);
    return new StreamGroup(audience, { ...parts, limits, countVisitors: visitors.count, onEnd });
  }

  function checkStreams(): void {
    for (const group of Object.values(groups)) group.check();
    quota.logRefusals();
    cancelChecks = timers.after(CHECK_EVERY, checkStreams);
  }

  function noteFailedCheck(error: unknown): void {
    log.warn('access to a stream could not be checked', { error });
  }

  function refuseUnchecked(error: unknown): false {
    noteFailedCheck(error);
    return false;
  }

  function recheckAccess(
    group: StreamGroup,
    client: StreamClient,
    stillAllowed: () => Promise<boolean>,
  ): void {
    timers.after(limits.recheck, async () => {
      if (!group.has(client)) return;
      try {
        if (!(await stillAllowed())) return group.end(client);
      } catch (error) {
        // Without the database no changes are sent either; the next check decides.
        noteFailedCheck(error);
      }
      recheckAccess(group, client, stillAllowed);
    });
  }

  /** While the server stops, clients must connect to another node or wait. */
  function refuseOnceStopped(): void {
    if (stopped) throw new AppError('too-many-streams', { retryAfter: 1 });
  }

  /** Counts the client and creates it; `connect` makes the connection. If any of this fails, nothing is left of it. */
  async function openWith<Result>(
    { audience, after, source, stillAllowed }: StreamRequest,
    connect: (client: StreamClient, group: StreamGroup) => Result,
  ): Promise<Result> {
    refuseOnceStopped();
    quota.take(feedOf(audience), source);
    const group = groups[audience];
    let client: StreamClient | null = null;
    try {
      const resumePoint = await findResumePoint(parts, audience, after);
      refuseOnceStopped();
      client = group.add(resumePoint, {
        source,
        // A change whose check has failed is not sent; the client resumes.
        stillAllowed: stillAllowed ? () => stillAllowed().catch(refuseUnchecked) : null,
      });
      visitors.noteArrival();
      const result = connect(client, group);
      if (stillAllowed) recheckAccess(group, client, stillAllowed);
      return result;
    } catch (error) {
      if (client) group.end(client);
      else quota.release(feedOf(audience), source);
      throw error;
    }
  }

  return {
    open: (request) =>
      openWith(request, (client, group) => {
        const { keepOpen, signal, audience } = request;
        keepOpen();
        signal.addEventListener('abort', () => group.end(client), { once: true });
        if (signal.aborted) group.end(client);
        return new Response(bodyFrom(client), { headers: HEADERS_OF[feedOf(audience)] });
      }),

    openSocket: (request) =>
      openWith(request, (client) => {
        if (!request.upgrade(client)) throw new AppError('bad-request');
      }),

    count: quota.count,

    totals: quota.totals,

    start: checkStreams,

    stop() {
      stopped = true;
      cancelChecks();
      for (const group of Object.values(groups)) group.endAll();
    },
  };
}

/** The browser's types do not have Bun's direct streams. */
const bodyFrom = (source: StreamClient): ReadableStream =>
  new ReadableStream(source satisfies Bun.DirectUnderlyingSource as unknown as UnderlyingDefaultSource);
