/** Listens on the port, and stops without cutting off requests that are being handled. */
import { StartError } from '../start-error.ts';
import { type AnswerOptions, type Handler, identifyAnswers } from './identified-responses.ts';
import { answerNotReady } from './not-ready.ts';
import { MOST_SEGMENTS } from './request-target.ts';

export interface Listener {
  port: number;
  /** From here on requests are answered by this handler; until the first call they are asked to come back. */
  answerWith(handler: Handler): void;
  /** Accepts no more, waits for what is under way, and after the grace period cuts the rest. */
  drain(graceMs: number): Promise<void>;
}

/** Far above our own limit of 64 KiB, which answers in words: this only guards the memory. */
const MOST_BODY_BYTES = 16 * 1024 * 1024;
const IDLE_SECONDS = 30;

/** Takes the port before anything else is touched: if another process has it, nothing has been changed. */
export function takePort(host: string, port: number, options: AnswerOptions = {}): Listener {
  let handler = answerNotReady('starting');
  const answer = identifyAnswers(
    (request, self, sentPath, context) => handler(request, self, sentPath, context),
    options,
  );
  const server = serve(host, port, answer);
  return {
    port: server.port ?? port,
    answerWith(next) {
      handler = next;
    },
    async drain(graceMs) {
      const drained = server.stop();
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, graceMs);
      await Promise.race([drained, timer.promise]);
      clearTimeout(timeout);
      await server.stop(true);
    },
  };
}

type Answer = ReturnType<typeof identifyAnswers>;

function serve(hostname: string, port: number, handle: Answer): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname,
      port,
      maxRequestBodySize: MOST_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
      development: false,
      // Bun would let two servers share the port as soon as `development` is off.
      reusePort: false,
      routes: routesThatTellThePath(handle),
      fetch: (request, server) => handle(request, server, null),
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} on ${hostname} is already taken. Set PORT to another one.`);
    throw new StartError(`Cannot listen on ${hostname}:${port}. Check HOST and PORT.`);
  }
}

type Route = (request: Bun.BunRequest, server: Bun.Server<undefined>) => Response | Promise<Response>;

/** Bun matches its routes against the path as sent, so their parameters tell what that was. */
function routesThatTellThePath(handle: Answer): Record<string, Route> {
  const routes: Record<string, Route> = { '/': (request, server) => handle(request, server, '/') };
  const names: string[] = [];
  while (names.length < MOST_SEGMENTS) {
    names.push(`segment${names.length}`);
    const ownNames = [...names];
    routes[`/:${names.join('/:')}`] = (request, server) => {
      const segments: Record<string, string> = request.params;
      let sentPath = '';
      for (const name of ownNames) sentPath += `/${segments[name]}`;
      return handle(request, server, sentPath);
    };
  }
  return routes;
}
