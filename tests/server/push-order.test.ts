/** Which devices get a result first, and which are dropped: nothing is sent in these tests. */
import { expect, test } from 'bun:test';
import { createECDH, randomBytes } from 'node:crypto';
import { MINUTE } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import { type ClaimedBatch, claimBatch, settleBatch } from '../../src/server/push/push-batches.ts';
import type { PushOutcome } from '../../src/server/push/push-transport.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import {
  createDeviceLimit,
  subscribe,
  unsubscribe,
} from '../../src/server/services/push/push-subscriptions.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { AT_TEN } from './push-site.ts';
import { createContext, EDITOR, newDrawFor, refusalOf } from './services-context.ts';

const SLOTS: Slot[] = ['10:00', '12:00', '14:00', '17:00'];

async function openSite(engine: TestEngine) {
  const context = createContext(await engine.open(), AT_TEN);
  const { database } = context;
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const add = (name: string, more: { network?: string; isFull?: boolean } = {}) =>
    subscribe(
      context,
      {
        subscription: { endpoint: `https://push.example/${name}`, keys },
        slots: SLOTS,
        language: 'en',
      },
      {
        network: more.network ?? name,
        wideNetwork: more.network ?? name,
        endpointProblem: () => null,
        areDevicesFull: async () => more.isFull ?? false,
      },
    );
  const claim = () => database.write((tx) => claimBatch(tx, context.clock.now()));
  const settle = (claimed: ClaimedBatch, outcomeOf: (name: string) => PushOutcome) => {
    const outcomes = new Map(
      claimed.subscriptions.map(({ endpoint }) => [endpoint, outcomeOf(nameOf(endpoint))] as const),
    );
    return database.write((tx) => settleBatch(tx, { ...claimed, outcomes }, context.clock.now()));
  };
  return {
    ...context,
    auth: keys.auth,
    add,
    claim,
    settle,
    publish: (slot: Slot) => createDraw(context, newDrawFor(slot, '13579', { published: true }), EDITOR),
    /** Sends everything that is due, and returns the names in order. */
    async sendAll(outcomeOf: (name: string) => PushOutcome): Promise<string[]> {
      const sent: string[] = [];
      for (let claimed = await claim(); claimed; claimed = await claim()) {
        sent.push(...claimed.subscriptions.map(({ endpoint }) => nameOf(endpoint)));
        await settle(claimed, outcomeOf);
      }
      return sent;
    },
    /** Until failed messages are given up. */
    async sendUntilGivenUp(outcomeOf: (name: string) => PushOutcome): Promise<void> {
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await this.sendAll(outcomeOf);
        context.setTime(context.clock.now() + 30 * MINUTE);
      }
      context.setTime(AT_TEN);
    },
    async names(): Promise<string[]> {
      const rows = await database.db.selectFrom('push_subscriptions').select('endpoint').execute();
      return rows.map(({ endpoint }) => nameOf(endpoint)).sort();
    },
  };
}

const nameOf = (endpoint: string): string => endpoint.slice('https://push.example/'.length);

const namesWith = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);

describeOnBothDatabases('a result', (engine) => {
  test('goes to devices that have received before, then is repeated, then goes to the others', async () => {
    const site = await openSite(engine);
    const real = namesWith('real', 30);
    for (const name of real) await site.add(name);
    await site.publish('10:00');
    expect(await site.sendAll(() => 'accepted')).toEqual(real);
    const madeUp = namesWith('a-stranger', 30);
    for (const name of madeUp) await site.add(name);
    await site.publish('12:00');
    expect(await site.sendAll((name) => (name.startsWith('real') ? 'accepted' : 'failed'))).toEqual([
      ...real,
      ...madeUp,
    ]);
    // While a result goes to new devices, another one and what has to be repeated come before them.
    await site.publish('14:00');
    const first = await site.claim();
    const second = await site.claim();
    const third = await site.claim();
    expect([first, second, third].map((claimed) => claimed?.isNew)).toEqual([false, false, true]);
    if (second) await site.settle(second, () => 'failed');
    site.setTime(AT_TEN + MINUTE);
    await site.publish('17:00');
    const sent = await site.sendAll(() => 'accepted');
    expect(sent.slice(0, 30)).toEqual(real);
    // Nobody was left out: 60 of the last result, and 30 and 60 of the others.
    expect(sent).toHaveLength(150);
    // Five of one result and thirty of the other.
    expect(sent.slice(-35).filter((name) => name.startsWith('real'))).toEqual([]);
  });

  test('removes the devices that no result has ever reached, after three that reached others', async () => {
    const site = await openSite(engine);
    for (const name of ['silent', 'refused', 'late', 'real']) await site.add(name);
    const outcomes: Record<string, PushOutcome> = { silent: 'failed', refused: 'refused', late: 'failed' };
    const outcomeOf = (name: string) => outcomes[name] ?? 'accepted';
    for (const slot of ['10:00', '12:00'] as const) {
      await site.publish(slot);
      await site.sendUntilGivenUp(outcomeOf);
    }
    expect(await site.names()).toEqual(['late', 'real', 'refused', 'silent']);
    outcomes['late'] = 'accepted';
    await site.publish('14:00');
    await site.sendUntilGivenUp(outcomeOf);
    expect(await site.names()).toEqual(['late', 'real']);
    // Who has received once is kept.
    outcomes['late'] = 'failed';
    outcomes['real'] = 'refused';
    await site.publish('17:00');
    await site.sendUntilGivenUp(outcomeOf);
    expect(await site.names()).toEqual(['late', 'real']);
  });

  test('removes nobody when it has reached nobody: the fault may be ours', async () => {
    const site = await openSite(engine);
    for (const name of ['one', 'two']) await site.add(name);
    for (const slot of SLOTS) {
      await site.publish(slot);
      await site.sendUntilGivenUp((name) => (name === 'one' ? 'failed' : 'refused'));
    }
    expect(await site.names()).toEqual(['one', 'two']);
  });
});

describeOnBothDatabases('new devices', (engine) => {
  test('are limited for a network and a day, and those that are stored are not', async () => {
    const site = await openSite(engine);
    await site.add('first', { network: 'shared' });
    const counted = { key: 'push devices from shared', window_start: site.clock.now(), count: 2_000 };
    await site.database.write((tx) =>
      tx
        .insertInto('rate_limits')
        .values(counted)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(counted))
        .execute(),
    );
    expect(await refusalOf(site.add('second', { network: 'shared' }))).toBe('too-many');
    await site.add('second', { network: 'other' });
    await site.add('first', { network: 'shared' });
    await unsubscribe(site, { endpoint: 'https://push.example/first', auth: site.auth });
    expect(await site.names()).toEqual(['second']);
    site.setTime(AT_TEN + 24 * 60 * MINUTE);
    await site.add('third', { network: 'shared' });
  });

  test('are refused while all places are taken, and those that are stored are not', async () => {
    const site = await openSite(engine);
    await site.add('first');
    expect(await refusalOf(site.add('second', { isFull: true }))).toBe('too-many-devices');
    await site.add('first', { isFull: true });
    expect(await site.names()).toEqual(['first']);
  });

  test('take places that are counted', async () => {
    const site = await openSite(engine);
    await site.add('first');
    expect(await createDeviceLimit(site.database, 2)()).toBe(false);
    await site.add('second');
    expect(await createDeviceLimit(site.database, 2)()).toBe(true);
  });
});
