/** Shared code of the public and the staff live routes. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { EventStreamRequest } from '../live/streams.ts';
import type { ApiEnv } from './api-env.ts';

export const liveQuerySchema = z.object({
  after: z.string().optional().meta({
    description: 'The cursor to resume from; `Last-Event-ID` takes precedence.',
  }),
});

export const eventStream = <Schema extends z.ZodType>(change: Schema) => ({
  description: [
    'Server-sent events. First `hello` with the time, the cursor and the number of visitors; then one `change`',
    'for each change, with a cursor as its id; `reset` when the client must fetch everything again; `ping` with',
    'the time, without an id, after 15 seconds without another message.',
  ].join(' '),
  content: { 'text/event-stream': { schema: change } },
});

/** HEAD returns the headers without opening a stream. */
export const isHeadOnly = (c: Context): boolean => c.req.method === 'HEAD';

export const EVENT_STREAM_HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };

export const streamRequest = (
  { req, env }: Pick<Context<ApiEnv>, 'req' | 'env'>,
  after: string | undefined,
): Pick<EventStreamRequest, 'after' | 'keepOpen' | 'signal'> => ({
  after: req.header('Last-Event-ID') ?? after ?? null,
  keepOpen: env.keepOpen,
  signal: req.raw.signal,
});
