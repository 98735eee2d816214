/** Taking the port, answering on it, and letting go of it without cutting anyone off. */
import { StartError } from '../start-error.ts';

export type Handler = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

export interface Listener {
  port: number;
  /** From here on requests are answered; until then they are asked to come back. */
  answerWith(handler: Handler): void;
  /** Accepts no more, waits for what is under way, and after the grace period cuts the rest. */
  drain(graceMs: number): Promise<void>;
}

/** Far above our own limit of 64 KiB, which answers in words: this only guards the memory. */
const MOST_BODY_BYTES = 16 * 1024 * 1024;
const IDLE_SECONDS = 30;

const notReady: Handler = () => new Response('Starting', { status: 503, headers: { 'Retry-After': '1' } });

/** Takes the port before anything else is touched: if another process has it, nothing has been changed. */
export function takePort(host: string, port: number): Listener {
  let handler = notReady;
  const server = serve(host, port, (request, self) => handler(request, self));
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

function serve(hostname: string, port: number, fetch: Handler): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname,
      port,
      maxRequestBodySize: MOST_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
      development: false,
      // Bun would let two servers share the port as soon as `development` is off.
      reusePort: false,
      fetch(request, server) {
        return fetch(request, server);
      },
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} on ${hostname} is already taken. Set PORT to another one.`);
    throw new StartError(`Cannot listen on ${hostname}:${port}. Check HOST and PORT.`);
  }
}
