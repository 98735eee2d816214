/** Admins are notified of every message in a limited number of mails an hour. */
import { expect, test } from 'bun:test';
import { HOUR, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { createLog } from '../../src/server/log.ts';
import { createMailer } from '../../src/server/mail/mailer.ts';
import { contactMailsFor } from '../../src/server/mail/templates.ts';
import { receiveContact } from '../../src/server/services/content/contacts.ts';
import { insertUser } from '../../src/server/storage/accounts/users-store.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { createContext, type TestContext, TODAY } from './services-context.ts';

const START = instantOf(TODAY, '14:10');
const ADMINS = ['asha@example.org', 'ravi@example.org'];
const FORM = {
  name: 'Eve',
  phone: '+91 471 1234',
  email: 'eve@example.org',
  message: 'Hello there',
  consent: true as const,
};
const mails = contactMailsFor('https://results.example');

describeOnBothDatabases('contact notices', (engine) => {
  let senders = 0;
  /** Sends every message from another network. */
  async function receive(context: TestContext, messages: number): Promise<void> {
    for (let message = 0; message < messages; message += 1) {
      senders += 1;
      const network = `network ${senders}`;
      await receiveContact(context, FORM, { network, wideNetwork: network, mails });
    }
  }

  async function openContext(database: Database): Promise<TestContext> {
    await database.write(async (tx) => {
      for (const email of ADMINS) {
        await insertUser(tx, { id: email, email, name: 'Admin', role: 'admin' }, START);
      }
    });
    return createContext(database, START);
  }

  async function startMailing(databases: Database[], context: TestContext) {
    const server = await startMailServer();
    engine.cleanUp(server.stop);
    const parts = {
      clock: context.clock,
      timers: systemTimers,
      smtpUrl: server.url,
      from: 'desk@results.example',
      outbox: '/nowhere',
    };
    const log = createLog('silent', context.clock, () => {});
    const mailers = databases.map((database) => createMailer({ ...parts, database, log }));
    for (const mailer of mailers) engine.cleanUp(mailer.stop);
    return {
      /** Sends what is due, and returns the subjects of all sent mails by recipient. */
      async sendDue() {
        for (const mailer of mailers) mailer.wake();
        const readDueMails = () =>
          context.database.db
            .selectFrom('mails')
            .select('id')
            .where((eb) => eb.or([eb('attempts', '>', 0), eb('next_attempt_at', '<=', context.clock.now())]))
            .execute();
        while ((await readDueMails()).length > 0) await Bun.sleep(10);
        return Object.fromEntries(
          ADMINS.map((admin) => [
            admin,
            server.received
              .filter(({ to }) => to.includes(admin))
              .map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1])
              .sort(),
          ]),
        );
      },
    };
  }

  const toAll = (subjects: string[]) => Object.fromEntries(ADMINS.map((admin) => [admin, subjects.sort()]));
  const NOTICES = Array<string>(5).fill('New message from Eve');

  test('after five an hour are combined in one mail at the end of the hour', async () => {
    const context = await openContext(await engine.open());
    const mailing = await startMailing([context.database], context);
    await receive(context, 7);
    context.setTime(START + HOUR - 1);
    await receive(context, 10);
    expect(await mailing.sendDue()).toEqual(toAll(NOTICES));
    context.setTime(START + HOUR);
    expect(await mailing.sendDue()).toEqual(toAll(NOTICES));
    context.setTime(START + HOUR + MINUTE);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '12 more messages since 14:10']));
  });

  engine.onSqlite('are sent one by one again in the next hour', async () => {
    const context = await openContext(await engine.open());
    const mailing = await startMailing([context.database], context);
    await receive(context, 6);
    context.setTime(START + HOUR);
    await receive(context, 8);
    context.setTime(START + 3 * HOUR);
    expect(await mailing.sendDue()).toEqual(
      toAll([...NOTICES, '1 more message since 14:10', ...NOTICES, '3 more messages since 15:10']),
    );
  });

  test('are sent once by several nodes', async () => {
    const location = await engine.newLocation();
    const context = await openContext(await engine.open(location));
    // SQLite has one process, which still handles concurrent requests.
    const openNode = async () => (engine.kind === 'postgres' ? engine.open(location) : context.database);
    const nodes = [context.database, await openNode(), await openNode()];
    const mailing = await startMailing(nodes, context);
    await Promise.all(nodes.map((database) => receive({ ...context, database }, 10)));
    context.setTime(START + 2 * HOUR);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '25 more messages since 14:10']));
  });

  test('survive a restart before the hour is over', async () => {
    const location = await engine.newLocation();
    const before = await openContext(await engine.open(location));
    await receive(before, 8);
    const after = { ...before, database: await engine.open(location) };
    after.setTime(START + HOUR / 2);
    await receive(after, 1);
    const mailing = await startMailing([after.database], after);
    after.setTime(START + 2 * HOUR);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '4 more messages since 14:10']));
  });

  engine.onSqlite('do not count refused messages', async () => {
    const context = await openContext(await engine.open());
    const mailing = await startMailing([context.database], context);
    await receive(context, 5);
    const delivery = { network: 'one network', wideNetwork: 'one network', mails };
    const sent = [];
    for (let message = 0; message < 8; message += 1) {
      sent.push(
        await receiveContact(context, FORM, delivery).then(
          () => 'accepted',
          () => 'refused',
        ),
      );
    }
    expect(sent.filter((outcome) => outcome === 'accepted')).toHaveLength(5);
    context.setTime(START + 2 * HOUR);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '5 more messages since 14:10']));
  });
});
