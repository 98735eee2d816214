/** A TCP line between a site and PostgreSQL that a test can cut, silence or close. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface PostgresLine {
  /** The database's address by way of this line. */
  url: string;
  /** Cuts every connection; new ones are accepted. */
  cut(): void;
  /** From here on nothing passes, on connections that stand and on new ones. */
  silence(): void;
  /** Nothing passes on the connections that stand; new ones work. */
  silenceOpenConnections(): void;
  /** Ends the silence: everything passes again, but what was said meanwhile is lost. */
  speak(): void;
  /** Cuts a new connection when the client sends for the second time, which is its first query. */
  cutAtFirstQuery(isOn: boolean): void;
  /** A new connection falls silent for good after the client has sent so many times; null ends that. */
  silenceNewAfter(messages: number | null): void;
  /** Everything takes so many milliseconds to arrive, each way. */
  delayBy(milliseconds: number): void;
  /** The same for what the database says on the connections that stand; new ones are as quick as ever. */
  delayAnswersOnOpenConnections(milliseconds: number): void;
  /** Refuses new connections and cuts those that stand. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function layLine(databaseUrl: string): Promise<PostgresLine> {
  const { port, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  const slowed = new WeakMap<Socket, number>();
  const answering = new Set<Socket>();
  let isSilent = false;
  let cutsAtFirstQuery = false;
  let silentAfter: number | null = null;
  let delay = 0;

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let messages = 0;
    answering.add(far);
    near.on('data', () => {
      messages += 1;
      if (cutsAtFirstQuery && messages === 2) near.destroy();
      if (silentAfter !== null && messages > silentAfter) silenced.add(near);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
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
        answering.delete(from);
        to.destroy();
      });
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  const linePort = (server.address() as { port: number }).port;
  url.host = `127.0.0.1:${linePort}`;
  return {
    url: url.href,
    cut,
    silence() {
      isSilent = true;
    },
    silenceOpenConnections() {
      for (const socket of sockets) silenced.add(socket);
    },
    speak() {
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
    delayAnswersOnOpenConnections(milliseconds) {
      for (const socket of answering) slowed.set(socket, milliseconds);
    },
    async close() {
      if (!server.listening) return;
      server.close();
      cut();
      await once(server, 'close');
    },
    async open() {
      if (!server.listening) await once(server.listen(linePort, '127.0.0.1'), 'listening');
    },
  };
}
