import { Database as BunSqlite } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { PreparedStatements } from './prepared-statements.ts';

function open() {
  const sqlite = new BunSqlite(':memory:', { strict: true });
  return { sqlite, statements: new PreparedStatements(sqlite) };
}

test('a statement is prepared once, and again after it was removed', () => {
  const { statements } = open();
  const first = statements.prepare('select 1 as one');
  expect(statements.prepare('select 1 as one')).toBe(first);
  statements.remove('select 1 as one');
  expect(() => first.all()).toThrow('finalized');
  expect(statements.prepare('select 1 as one').all()).toEqual([{ one: 1 }]);
});

test('of more than a hundred statements, the one that was not used for the longest time is removed', () => {
  const { statements } = open();
  const prepare = (number: number) => statements.prepare(`select ${number} as number`);
  const [first, second] = [prepare(0), prepare(1)];
  for (let number = 2; number < 100; number += 1) prepare(number);
  expect(prepare(0)).toBe(first);
  prepare(100);
  expect(prepare(0)).toBe(first);
  expect(() => second.all()).toThrow('finalized');
});

test('a kept statement returns the columns of a table that was changed meanwhile', () => {
  const { sqlite, statements } = open();
  sqlite.run('create table things (id integer)');
  sqlite.run('insert into things values (1)');
  const select = 'select * from things';
  expect(statements.prepare(select).all()).toEqual([{ id: 1 }]);
  sqlite.run("alter table things add column name text default 'x'");
  expect(statements.prepare(select).all()).toEqual([{ id: 1, name: 'x' }]);
});

test('all statements are removed before the database is closed', () => {
  const { sqlite, statements } = open();
  const kept = [statements.prepare('select 1'), statements.prepare('select 2')];
  statements.clear();
  for (const statement of kept) expect(() => statement.all()).toThrow('finalized');
  sqlite.close(true);
});
