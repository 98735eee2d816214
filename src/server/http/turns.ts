/** Lets timers and other connections run between the requests that one connection sends at once. */
import { setImmediate } from 'node:timers/promises';
import type { HttpServer } from './identify-requests.ts';

/** Milliseconds of each turn of the event loop in which a connection may have any number of requests. */
const UNLIMITED = 5;

/**
 * Returns a function that handles requests at once, but, when requests have taken long in this turn of the event loop,
 * no more than one of each connection. A handler that never waits, as on the embedded database, ends before Bun reads
 * the next request of the connection, and no timer would run until all that were sent are answered.
 */
export function spreadOverTurns<Rest extends unknown[], Result>(
  handle: (request: Request, server: HttpServer, ...rest: Rest) => Result | Promise<Result>,
): typeof handle {
  /** Null until a request is handled in this turn. */
  let beganAt: number | null = null;
  /** Those with a request after the unlimited time of this turn. */
  const connections = new Set<string>();

  function beginTurn(): number {
    void setImmediate().then(() => {
      beganAt = null;
      connections.clear();
    });
    return performance.now();
  }

  function mayBeHandled(request: Request, server: HttpServer): boolean {
    beganAt ??= beginTurn();
    if (performance.now() - beganAt < UNLIMITED) return true;
    const { address, port } = server.requestIP(request) ?? {};
    const connection = `${address} ${port}`;
    if (connections.has(connection)) return false;
    connections.add(connection);
    return true;
  }

  return (request, server, ...rest) =>
    mayBeHandled(request, server)
      ? handle(request, server, ...rest)
      : setImmediate().then(() => handle(request, server, ...rest));
}
