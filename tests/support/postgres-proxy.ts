/** A TCP proxy in front of PostgreSQL that a test can use to cut, silence or delay connections. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface PostgresProxy {
  /** The URL of the database through this proxy. */
  url: string;
  /** Cuts every connection; new ones are accepted. */
  cut(): void;
  /** Drops all bytes, on open and on new connections. */
  silence(): void;
  /** Drops all bytes on the open connections; new ones work. */
  silenceOpenConnections(): void;
  /** Forwards bytes again; those that were dropped are lost. */
  endSilence(): void;
  /** Cuts a new connection when the client sends its second message, which is its first query. */
  cutAtFirstQuery(isOn: boolean): void;
  /** Silences each new connection after the client has sent this many messages; null turns it off. */
  silenceNewAfter(messages: number | null): void;
  /** Delays all bytes, in both directions. */
  delayBy(milliseconds: number): void;
  /** Delays what the database sends on the open connections; new ones are not delayed. */
  delayResponsesOnOpenConnections(milliseconds: number): void;
  /** Refuses new connections and cuts the open ones. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const { port, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  const slowed = new WeakMap<Socket, number>();
  const databaseSockets = new Set<Socket>();
  let isSilent = false;
  let cutsAtFirstQuery = false;
  let silentAfter: number | null = null;
  let delay = 0;

  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    let messages = 0;
    databaseSockets.add(database);
    client.on('data', () => {
      messages += 1;
      if (cutsAtFirstQuery && messages === 2) client.destroy();
      if (silentAfter !== null && messages > silentAfter) silenced.add(client);
    });
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (isSilent || silenced.has(from)) return;
        const wait = slowed.get(from) ?? delay;
        if (wait > 0) setTimeout(() => to.writable && to.write(bytes), wait);
        else to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        databaseSockets.delete(from);
        to.destroy();
      });
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  const proxyPort = (server.address() as { port: number }).port;
  url.host = `127.0.0.1:${proxyPort}`;
  return {
    url: url.href,
    cut,
    silence() {
      isSilent = true;
    },
    silenceOpenConnections() {
      for (const socket of sockets) silenced.add(socket);
    },
    endSilence() {
      isSilent = false;
    },
    cutAtFirstQuery(isOn) {
      cutsAtFirstQuery = isOn;
    },
    silenceNewAfter(messages) {
      silentAfter = messages;
    },
    delayBy(milliseconds) {
      delay = milliseconds;
    },
    delayResponsesOnOpenConnections(milliseconds) {
      for (const socket of databaseSockets) slowed.set(socket, milliseconds);
    },
    async close() {
      if (!server.listening) return;
      server.close();
      cut();
      await once(server, 'close');
    },
    async open() {
      if (!server.listening) await once(server.listen(proxyPort, '127.0.0.1'), 'listening');
    },
  };
}
