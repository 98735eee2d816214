import { expect, test } from 'bun:test';
import { startMessage } from './start-message.ts';

const facts = {
  version: '1.2.3',
  baseUrl: 'http://localhost:3000',
  setupLink: null,
  dataDir: '/srv/data',
  database: { kind: 'sqlite', file: '/srv/data/swarna-chakra.db' },
} as const;

test('names the address, the panel, the data and how to stop', () => {
  expect(startMessage(facts)).toBe(`
  Swarna Chakra 1.2.3 is running

  Site    http://localhost:3000
  Panel   http://localhost:3000/admin
  Data    /srv/data (database, backups, unsent mail)
  Stop    Press Ctrl-C

`);
});

test('has the link with the setup code while there is no account', () => {
  const setupLink = 'http://localhost:3000/admin/login#setup=ABCD-EFGH';
  const lines = startMessage({ ...facts, setupLink }).split('\n');
  expect(lines).toContain(`  Panel   ${setupLink}`);
  expect(lines).toContain('          There is no account yet: open this link to create the first one.');
});

test.each([
  ['postgres://asha:hunter2@db.example:5433/results', 'PostgreSQL database results on db.example:5433'],
  ['postgres:///results?host=/run/postgresql', 'PostgreSQL database results on this machine'],
])('names the PostgreSQL database of %s without its password', (url, text) => {
  const message = startMessage({ ...facts, database: { kind: 'postgres', url } });
  expect(message).toContain(`  Data    ${text}\n  Files   /srv/data (backups, unsent mail)\n`);
  expect(message).not.toContain('hunter2');
});
