/** Two nodes send to webhooks; one of them is killed while it sends. Every message arrives, and once unless it was in flight. */
import { expect, test } from 'bun:test';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { signIn } from '../support/node-requests.ts';
import { queryPostgres } from '../support/postgres.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import {
  cleanups,
  createDatabase,
  startNode,
  startNodeProcess,
  stopNodesAfterEach,
} from './postgres-nodes.ts';

stopNodesAfterEach();
const RESULTS = 12;

const newResult = (index: number) => {
  const date = addDays('2026-10-01', Math.floor(index / SLOTS.length));
  const slot = SLOTS[index % SLOTS.length] ?? '10:00';
  const digits = { digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '5' };
  return { date, slot, drawNo: drawNumberFor(date, slot), ...digits, published: true };
};

const ALL = Array.from({ length: RESULTS }, (_, index) => newResult(index).drawNo);

/**
 * How often each result of the test arrived, in the order of the first time. Automation may have published one of
 * today before it was turned off.
 */
function arrivals({ received }: WebhookReceiver): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { json } of received) {
    const { drawNo } = json.data;
    if (ALL.includes(drawNo)) counts.set(drawNo, (counts.get(drawNo) ?? 0) + 1);
  }
  return counts;
}

test('two nodes and a kill', async () => {
  const database = await createDatabase();
  // The clock of the database, as in production.
  const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow', CLOCK_START: '' };
  const nodes = [await startNodeProcess(database, env), await startNode(database, env)] as const;
  const session = await signIn(nodes[0]);
  const send = (node: { url: string }, method: string, path: string, body: unknown) =>
    fetch(node.url + path, {
      method,
      headers: { ...session, Origin: node.url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const settings = {
    publishDelay: 15,
    generateTime: '06:00',
    enableNotifications: true,
    maintenanceMode: false,
  };
  const saved = await send(nodes[0], 'PUT', '/api/admin/settings', { ...settings, autoPublish: false });
  expect(saved.status).toBe(200);

  const [quick, slow] = [await startWebhookReceiver(), await startWebhookReceiver()];
  for (const receiver of [quick, slow]) {
    cleanups.push(receiver.stop);
    const webhook = { url: receiver.url, events: ['draw.published'] };
    expect((await send(nodes[0], 'POST', '/api/admin/webhooks', webhook)).status).toBe(201);
  }
  slow.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 150);

  for (let index = 0; index < RESULTS; index += 1) {
    const node = index < RESULTS / 2 && index % 2 === 0 ? nodes[0] : nodes[1];
    expect((await send(node, 'POST', '/api/admin/draws', newResult(index))).status).toBe(201);
    if (index === RESULTS / 2) await nodes[0].kill();
  }
  const claimed = await queryPostgres<{ draw_no: string }>(
    database,
    "update webhook_deliveries set claimed_until = 0 where state = 'pending' and claimed_until is not null returning draw_no",
  );
  await waitUntil(() => [quick, slow].every((receiver) => arrivals(receiver).size === RESULTS));
  await waitUntil(
    async () =>
      (await queryPostgres(database, "select id from webhook_deliveries where state <> 'delivered'"))
        .length === 0,
  );
  for (const receiver of [quick, slow]) {
    const counts = arrivals(receiver);
    expect([...counts.keys()].sort()).toEqual(ALL.toSorted());
    const repeated = [...counts].filter(([, count]) => count > 1).map(([drawNo]) => drawNo);
    // Only what was claimed at the kill, by either node, can have been sent twice.
    for (const drawNo of repeated) expect(claimed.map(({ draw_no }) => draw_no)).toContain(drawNo);
  }
}, 60_000);
