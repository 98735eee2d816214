/** Admins hear of every message, in a few mails an hour however many messages come. */
import { expect, test } from 'bun:test';
import { HOUR, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { createLog } from '../../src/server/log.ts';
import { createMailer } from '../../src/server/mail/mailer.ts';
import { contactMailsFor } from '../../src/server/mail/templates.ts';
import { receiveContact } from '../../src/server/services/content/contacts.ts';
import { insertUser } from '../../src/server/storage/accounts/users-store.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { makeWorld, TODAY, type World } from './services-world.ts';

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
  /** Every message from a network of its own, as a botnet would send them. */
  async function receive(world: World, messages: number): Promise<void> {
    for (let message = 0; message < messages; message += 1) {
      senders += 1;
      await receiveContact(world, FORM, { network: `network ${senders}`, mails });
    }
  }

  async function openWorld(database: Database): Promise<World> {
    await database.write(async (tx) => {
      for (const email of ADMINS) {
        await insertUser(tx, { id: email, email, name: 'Admin', role: 'admin' }, START);
      }
    });
    return makeWorld(database, START);
  }

  async function startMailing(databases: Database[], world: World) {
    const server = await startMailServer();
    engine.cleanUp(server.stop);
    const parts = {
      clock: world.clock,
      smtpUrl: server.url,
      from: 'desk@results.example',
      outbox: '/nowhere',
    };
    const log = createLog('silent', world.clock, () => {});
    const mailers = databases.map((database) => createMailer({ ...parts, database, log }));
    for (const mailer of mailers) engine.cleanUp(mailer.stop);
    return {
      /** The subjects of the mails that were sent, by recipient. */
      async sendDue() {
        for (const mailer of mailers) mailer.wake();
        const isUnderWay = () =>
          world.database.db
            .selectFrom('mails')
            .select('id')
            .where((eb) => eb.or([eb('attempts', '>', 0), eb('next_attempt_at', '<=', world.clock.now())]))
            .execute();
        while ((await isUnderWay()).length > 0) await Bun.sleep(10);
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

  test('past five an hour come in one mail when the hour is over', async () => {
    const world = await openWorld(await engine.open());
    const mailing = await startMailing([world.database], world);
    await receive(world, 7);
    world.setTime(START + HOUR - 1);
    await receive(world, 10);
    expect(await mailing.sendDue()).toEqual(toAll(NOTICES));
    world.setTime(START + HOUR);
    expect(await mailing.sendDue()).toEqual(toAll(NOTICES));
    world.setTime(START + HOUR + MINUTE);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '12 more messages since 14:10']));
  });

  test('begin again one by one in the next hour, and so does the counting', async () => {
    const world = await openWorld(await engine.open());
    const mailing = await startMailing([world.database], world);
    await receive(world, 6);
    world.setTime(START + HOUR);
    await receive(world, 8);
    world.setTime(START + 3 * HOUR);
    expect(await mailing.sendDue()).toEqual(
      toAll([...NOTICES, '1 more message since 14:10', ...NOTICES, '3 more messages since 15:10']),
    );
  });

  test('of several nodes that receive and send come once', async () => {
    const location = await engine.newLocation();
    const world = await openWorld(await engine.open(location));
    // The embedded database belongs to one process, where many requests still come at once.
    const openNode = async () => (engine.kind === 'postgres' ? engine.open(location) : world.database);
    const nodes = [world.database, await openNode(), await openNode()];
    const mailing = await startMailing(nodes, world);
    await Promise.all(nodes.map((database) => receive({ ...world, database }, 10)));
    world.setTime(START + 2 * HOUR);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '25 more messages since 14:10']));
  });

  test('survive a restart before the hour is over', async () => {
    const location = await engine.newLocation();
    const before = await openWorld(await engine.open(location));
    await receive(before, 8);
    const after = { ...before, database: await engine.open(location) };
    after.setTime(START + HOUR / 2);
    await receive(after, 1);
    const mailing = await startMailing([after.database], after);
    after.setTime(START + 2 * HOUR);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '4 more messages since 14:10']));
  });

  test('of a message that was refused are not counted', async () => {
    const world = await openWorld(await engine.open());
    const mailing = await startMailing([world.database], world);
    await receive(world, 5);
    const delivery = { network: 'one network', mails };
    const sent = [];
    for (let message = 0; message < 8; message += 1) {
      sent.push(
        await receiveContact(world, FORM, delivery).then(
          () => 'taken',
          () => 'refused',
        ),
      );
    }
    expect(sent.filter((outcome) => outcome === 'taken')).toHaveLength(5);
    world.setTime(START + 2 * HOUR);
    expect(await mailing.sendDue()).toEqual(toAll([...NOTICES, '5 more messages since 14:10']));
  });
});
