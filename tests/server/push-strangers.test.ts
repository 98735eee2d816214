/** Endpoints that accept connections and never answer, which anybody could store, do not delay the others. */
import { expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { describeOnSqlite } from '../support/databases.ts';
import { startPushService } from '../support/push-service.ts';
import { AT_TEN, openPushSite, publish } from './push-site.ts';
import { until } from './webhook-site.ts';

const SILENT_SERVICES = 12;
const SILENT_DEVICES = 120;
const DEVICES = 100;

describeOnSqlite('silent endpoints', (engine) => {
  /** Counts its connections. Null if the port is taken. */
  async function startSilentService(port: number) {
    const sockets = new Set<Socket>();
    const counts = { opened: 0, ended: 0 };
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        counts.ended += 1;
      });
      // Without reading it would not notice the end.
      socket.resume();
      counts.opened += 1;
    });
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isListening) return null;
    engine.cleanUp(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { origin: `http://127.0.0.1:${port}`, counts };
  }

  test('new devices have their message while the silent ones are still waited for', async () => {
    const service = await startPushService();
    engine.cleanUp(service.stop);
    const silent: NonNullable<Awaited<ReturnType<typeof startSilentService>>>[] = [];
    // Their endpoints come first.
    for (let port = Number(new URL(service.origin).port) - 1; silent.length < SILENT_SERVICES; port -= 1) {
      const started = await startSilentService(port);
      if (started) silent.push(started);
    }
    const site = await openPushSite(engine, { service });
    site.setTime(AT_TEN);
    const { keys } = service.subscribe();
    for (let index = 0; index < SILENT_DEVICES; index += 1) {
      const { origin } = silent[index % SILENT_SERVICES] ?? { origin: '' };
      await site.addDevice({}, { endpoint: `${origin}/${index}`, keys });
    }
    for (let index = 0; index < DEVICES; index += 1) await site.addDevice();
    await publish(site);
    await until(() => service.received.length === DEVICES);
    const total = (name: 'opened' | 'ended') => silent.reduce((sum, { counts }) => sum + counts[name], 0);
    expect(total('ended')).toBe(0);
    await until(() => total('opened') === SILENT_DEVICES);
  });
});
