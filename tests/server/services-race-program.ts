/** A program that opens a database, waits for a line on stdin, runs one task and prints a report. */
import { randomBytes } from 'node:crypto';
import type { NewDraw } from '../../src/contract/draws.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import type { Instant } from '../../src/core/ist-time.ts';
import { AppError } from '../../src/server/errors.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, publishDueDraw } from '../../src/server/services/draws/publish-draw.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/storage/engines/database.ts';

export type Task =
  | { do: 'open' }
  | { do: 'publish'; id: string }
  | { do: 'publish due'; id: string }
  | { do: 'generate'; date: string }
  | { do: 'create'; draw: NewDraw }
  | { do: 'write news'; times: number };

export interface Assignment {
  location: DatabaseLocation;
  now: Instant;
  task: Task;
}

export type Report = { result: unknown; changes: number } | { refused: string };

async function runTask(services: ServiceContext, task: Task): Promise<unknown> {
  switch (task.do) {
    case 'open':
      return services.database.db.selectFrom('feed_state').selectAll().execute();
    case 'publish':
      return publishDraw(services, { id: task.id }, SYSTEM);
    case 'publish due':
      return (await publishDueDraw(services, task.id)).published;
    case 'generate':
      return generateDrafts(services, task.date);
    case 'create':
      return createDraw(services, task.draw, SYSTEM);
    case 'write news':
      for (let time = 0; time < task.times; time += 1) {
        await createArticle(services, { title: `${process.pid} ${time}`, body: 'x', author: 'x' }, SYSTEM);
      }
      return task.times;
  }
}

const { location, now, task }: Assignment = JSON.parse(process.argv[2] ?? '');
let changes = 0;

async function race(): Promise<Report> {
  const database = await openDatabase(location);
  const services: ServiceContext = {
    database,
    clock: { now: () => now },
    randomBytes,
    changed: async () => {
      changes += 1;
    },
  };
  if (task.do !== 'open') await waitForStart();
  try {
    return { result: await runTask(services, task), changes };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  } finally {
    await database.close();
  }
}

async function waitForStart(): Promise<void> {
  console.log('ready');
  for await (const _line of console) return;
}

console.log(JSON.stringify(await race()));
process.exit(0);
