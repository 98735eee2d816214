import { expect, test } from 'bun:test';
import { setImmediate } from 'node:timers/promises';
import { createWorkQueue, type QueueLimits, type WorkRequest } from './work-queue.ts';

const LIMITS: QueueLimits = { atOnce: 1, mostOfNetwork: 10, mostInAll: 20 };

/** A queue whose pieces of work end when the test says so. */
function open(limits: Partial<QueueLimits> = {}) {
  const queue = createWorkQueue({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    queue,
    begun,
    ask(network: string, name: string, more: Partial<WorkRequest> & { signal?: AbortSignal } = {}) {
      const { signal = new AbortController().signal, ...request } = more;
      return queue.run({ key: name, visitor: { network, signal }, ...request }, () => {
        begun.push(name);
        const end = Promise.withResolvers<string>();
        ends.set(name, end);
        return end.promise;
      });
    },
    async end(...names: string[]) {
      for (const name of names) {
        await turns();
        ends.get(name)?.resolve(name);
        await turns();
      }
    },
    async fail(name: string) {
      await turns();
      ends.get(name)?.reject(new Error(name));
      await turns();
    },
  };
}

/** Waits until everything has begun that can begin. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

const outcomeOf = (result: Promise<string>) => result.catch((error) => error.code ?? error.message);

test('networks take turns, however much one of them asks for', async () => {
  const { ask, begun, end } = open();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
  void ask('b', 'b1');
  void ask('c', 'c1');
  void ask('b', 'b2');
  await end('a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('runs no more at once than allowed', async () => {
  const { ask, begun, end, queue } = open({ atOnce: 2 });
  for (const name of ['1', '2', '3', '4']) void ask('a', name);
  await turns();
  expect(begun).toEqual(['1', '2']);
  expect(queue.statistics()).toMatchObject({ running: 2, waiting: 2 });
  await end('2');
  expect(begun).toEqual(['1', '2', '3']);
});

test('requests with the same key share one piece of work, while it waits and while it runs', async () => {
  const { ask, begun, end } = open();
  const results = [ask('a', 'page'), ask('b', 'page')];
  void ask('a', 'other');
  results.push(ask('c', 'page'));
  await end('page');
  expect(await Promise.all(results)).toEqual(['page', 'page', 'page']);
  expect(begun).toEqual(['page', 'other']);
  void ask('a', 'page');
  await end('other', 'page');
  expect(begun).toEqual(['page', 'other', 'page']);
});

test('work begins at the first turn of all networks that wait for it', async () => {
  const { ask, begun, end } = open();
  for (const name of ['a1', 'a2', 'a3', 'shared']) void ask('a', name);
  void ask('b', 'shared');
  await end('a1', 'shared', 'a2', 'a3');
  expect(begun).toEqual(['a1', 'shared', 'a2', 'a3']);
});

test('work without a key is never shared', async () => {
  const { ask, begun, end } = open();
  void ask('a', 'form', { key: null });
  void ask('a', 'form', { key: null });
  await end('form', 'form');
  expect(begun).toEqual(['form', 'form']);
});

test('refuses at once what is over the limit of a network or of all, but never work with priority', async () => {
  const { ask, queue } = open({ mostOfNetwork: 2, mostInAll: 3 });
  void ask('a', 'a0');
  await turns();
  void ask('a', 'a1');
  void ask('a', 'a2');
  expect(await outcomeOf(ask('a', 'over its limit'))).toBe('busy');
  void ask('b', 'b1');
  void ask('a', 'home', { hasPriority: true });
  expect(queue.statistics()).toMatchObject({ running: 1, waiting: 4, refused: 1 });
});

test('when all is full, the network that has most gives up work for one that has less', async () => {
  const { ask, queue } = open({ mostInAll: 3 });
  void ask('a', 'a0');
  await turns();
  const ofMost = ['a1', 'a2', 'a3'].map((name) => outcomeOf(ask('a', name)));
  void ask('b', 'b1');
  expect(await ofMost[2]).toBe('busy');
  void ask('c', 'c1');
  expect(await ofMost[1]).toBe('busy');
  expect(await outcomeOf(ask('d', 'as much as all others'))).toBe('busy');
  expect(queue.statistics()).toMatchObject({ waiting: 3, refused: 1 });
});

test('work that a smaller network has joined is not given up; other work of the largest network is', async () => {
  const { ask, queue } = open({ mostInAll: 4 });
  void ask('a', 'running');
  await turns();
  const outcomes = ['a1', 'a2', 'a3', 'shared'].map((name) => outcomeOf(ask('a', name)));
  void ask('b', 'shared');
  void ask('c', 'c1');
  expect(await outcomes[2]).toBe('busy');
  expect(queue.statistics()).toMatchObject({ waiting: 4, refused: 0, abandoned: 1 });
});

test('a network that has joined all work of another one does not keep others out', async () => {
  const { ask, queue } = open({ mostInAll: 5 });
  void ask('a', 'running');
  await turns();
  const shared = ['1', '2', '3', '4', '5'].map((name) => outcomeOf(ask('a', name)));
  for (const name of ['1', '2', '3', '4', '5']) void outcomeOf(ask('b', name));
  void ask('c', 'c1');
  expect(await shared[4]).toBe('busy');
  expect(queue.statistics()).toMatchObject({ waiting: 5, refused: 0 });
});

test('work with priority takes no room of other networks', async () => {
  const { ask, queue } = open({ mostOfNetwork: 2, mostInAll: 3 });
  void ask('a', 'running');
  await turns();
  for (const [network, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
  ] as const)
    void ask(network, name);
  void ask('c', 'home', { hasPriority: true });
  void ask('c', 'board', { hasPriority: true });
  expect(queue.statistics()).toMatchObject({ waiting: 5, abandoned: 0 });
});

test('a client that leaves after its work was given up changes nothing', async () => {
  const { ask, queue } = open({ mostInAll: 2 });
  void ask('a', 'running');
  await turns();
  const client = new AbortController();
  void ask('a', 'a1');
  const given = outcomeOf(ask('a', 'a2', { signal: client.signal }));
  void ask('b', 'b1');
  client.abort();
  expect(await given).toBe('busy');
  expect(queue.statistics()).toMatchObject({ waiting: 2, abandoned: 1 });
});

test('joining work that waits already is not refused', async () => {
  const { ask, end } = open({ mostOfNetwork: 1 });
  void ask('a', 'running');
  await turns();
  const results = [ask('a', 'page'), ask('a', 'page'), ask('b', 'page')];
  await end('running', 'page');
  expect(await Promise.all(results)).toEqual(['page', 'page', 'page']);
});

test('work with priority waits for no normal work, which waits for it', async () => {
  const { ask, begun, end, queue } = open();
  void ask('a', 'a1');
  await turns();
  void ask('a', 'a2');
  void ask('a', 'home', { hasPriority: true });
  await turns();
  expect(begun).toEqual(['a1', 'home']);
  expect(queue.statistics()).toMatchObject({ running: 2, waiting: 1 });
  await end('a1');
  expect(begun).toEqual(['a1', 'home']);
  await end('home');
  expect(begun).toEqual(['a1', 'home', 'a2']);
});

test('networks take turns with priority too, and every fourth work to begin is normal', async () => {
  const { ask, begun, end } = open();
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name, { hasPriority: true });
  for (const name of ['normal 1', 'normal 2']) void ask('a', name);
  void ask('b', 'b1', { hasPriority: true });
  await end('a1', 'b1', 'a2', 'normal 1', 'a3', 'normal 2');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'normal 1', 'a3', 'normal 2']);
});

test('work that nobody waits for any more does not begin', async () => {
  const { ask, begun, end, queue } = open();
  const clients = Array.from({ length: 3 }, () => new AbortController());
  void ask('a', 'running');
  await turns();
  const left = clients.map(({ signal }, index) => outcomeOf(ask('a', `left ${index}`, { signal })));
  const [one, other] = [new AbortController(), new AbortController()];
  void outcomeOf(ask('a', 'shared', { signal: one.signal }));
  const stays = ask('b', 'shared', { signal: other.signal });
  for (const client of [...clients, one]) client.abort();
  expect(await Promise.all(left)).toEqual(['busy', 'busy', 'busy']);
  expect(queue.statistics()).toMatchObject({ running: 1, waiting: 1, abandoned: 3 });
  await end('running', 'shared');
  expect(await stays).toBe('shared');
  expect(begun).toEqual(['running', 'shared']);
  expect(queue.statistics()).toMatchObject({ running: 0, waiting: 0 });
});

test('a client that has left before its request is handled takes no place', async () => {
  const { ask, queue } = open();
  void ask('a', 'running');
  await turns();
  expect(await outcomeOf(ask('a', 'late', { signal: AbortSignal.abort() }))).toBe('busy');
  expect(queue.statistics()).toMatchObject({ running: 1, waiting: 0, abandoned: 1 });
});

test('a client that has left before its request is handled makes no room for itself', async () => {
  const { ask, queue } = open({ mostInAll: 2 });
  void ask('a', 'running');
  await turns();
  void ask('a', 'a1');
  void ask('a', 'a2');
  expect(await outcomeOf(ask('b', 'late', { signal: AbortSignal.abort() }))).toBe('busy');
  expect(queue.statistics()).toMatchObject({ waiting: 2 });
});

test('work that throws at once gives its place back', async () => {
  const { ask, queue, begun } = open();
  const visitor = { network: 'a', signal: new AbortController().signal };
  const thrown = queue.run({ key: null, visitor }, () => {
    throw new Error('thrown at once');
  });
  expect(await thrown.catch((error) => error.message)).toBe('thrown at once');
  void ask('a', 'next');
  await turns();
  expect(begun).toEqual(['next']);
});

test('several requests of a network: the last one that leaves ends the wait', async () => {
  const { ask, queue } = open();
  void ask('a', 'running');
  await turns();
  const [one, other] = [new AbortController(), new AbortController()];
  void outcomeOf(ask('a', 'page', { signal: one.signal }));
  void outcomeOf(ask('a', 'page', { signal: other.signal }));
  one.abort();
  expect(queue.statistics().waiting).toBe(1);
  other.abort();
  expect(queue.statistics().waiting).toBe(0);
});

test('timers run between pieces of work that never wait', async () => {
  const { queue } = open({ atOnce: 4 });
  const order: string[] = [];
  const visitor = { network: 'a', signal: new AbortController().signal };
  const works = [...Array(8).keys()].map((index) =>
    queue.run({ key: null, visitor }, async () => void order.push(`work ${index}`)),
  );
  setTimeout(() => order.push('timer'), 0);
  await Promise.all(works);
  expect(order.indexOf('timer')).toBeLessThan(4);
});

test('an error reaches everybody who waits, and the next work begins', async () => {
  const { ask, begun, fail, end } = open();
  const outcomes = [outcomeOf(ask('a', 'broken')), outcomeOf(ask('b', 'broken'))];
  void ask('a', 'next');
  await fail('broken');
  expect(await Promise.all(outcomes)).toEqual(['broken', 'broken']);
  await end('next');
  expect(begun).toEqual(['broken', 'next']);
});
