/** Listens on the port, and stops gracefully. */

import { codeOf } from '../errors.ts';
import { StartError } from '../start-error.ts';
import type { SocketListener } from '../web-socket.ts';
import {
  type Handler,
  type HttpServer,
  identifyRequests,
  type ResponseOptions,
} from './identify-requests.ts';
import { notReadyHandler } from './not-ready.ts';
import { MOST_SEGMENTS } from './request-target.ts';
import { FIXED_PATHS } from './shared-routes.ts';
import { spreadOverTurns } from './turns.ts';

export interface Listener {
  port: number;
  /** Sets the handler of later requests. Before the first call the response is 503. */
  setHandler(handler: Handler): void;
  /** Stops accepting connections, waits for open requests, and closes the rest after the grace period. */
  drain(graceMs: number): Promise<void>;
}

/** Protects the memory. Far above the limits of the routes, which return a problem. */
const MOST_BODY_BYTES = 16 * 1024 * 1024;
const IDLE_SECONDS = 30;

/** Bun sends pings of its own, and closes a connection that does not respond. */
const SOCKETS: Bun.WebSocketHandler<SocketListener> = {
  open: (socket) => socket.data.onOpen(socket),
  close: ({ data }) => data.onClose(),
  // A client has nothing to send. There is no closing handshake, during which it could go on sending.
  message: (socket) => socket.terminate(),
  maxPayloadLength: 1024,
  // A hard limit against bursts; the streams end slow clients sooner.
  backpressureLimit: 16 * 1024 * 1024,
  closeOnBackpressureLimit: true,
};

/** Called before anything else is opened: if the port is taken, nothing has been changed. */
export function takePort(host: string, port: number, options: ResponseOptions = {}): Listener {
  let handler = notReadyHandler('starting');
  const handle = spreadOverTurns(
    identifyRequests(
      (request, self, sentPath, context) => handler(request, self, sentPath, context),
      options,
    ),
  );
  const server = serve(host, port, handle);
  return {
    port: server.port ?? port,
    setHandler(next) {
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

type Handle = ReturnType<typeof identifyRequests>;

function serve(hostname: string, port: number, handle: Handle): HttpServer {
  try {
    return Bun.serve<SocketListener>({
      hostname,
      port,
      maxRequestBodySize: MOST_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
      development: false,
      // Bun would let two servers share the port when `development` is false.
      reusePort: false,
      routes: routesWithSentPath(handle),
      fetch: (request, server) => handle(request, server, null),
      websocket: SOCKETS,
    });
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartError(`Port ${port} on ${hostname} is already taken. Set PORT to another one.`);
    throw new StartError(`Cannot listen on ${hostname}:${port}. Check HOST and PORT.`);
  }
}

type Route = (request: Bun.BunRequest, server: HttpServer) => ReturnType<Handle>;

/**
 * Bun matches routes against the unparsed path, so the parameters contain the path as sent. Paths that most requests
 * are for have a route of their own, which is faster.
 */
function routesWithSentPath(handle: Handle): Record<string, Route> {
  const routes: Record<string, Route> = {};
  for (const path of FIXED_PATHS) routes[path] = (request, server) => handle(request, server, path);
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
