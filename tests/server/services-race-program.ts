/** A program that, for each assignment on stdin, opens a database, waits for another line, runs the task and prints a report. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
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

async function perform({ location, now, task }: Assignment): Promise<Report> {
  let changes = 0;
  const database = await openDatabase(location);
  const services: ServiceContext = {
    database,
    clock: { now: () => now },
    randomBytes,
    publicLog: { baseUrl: 'http://localhost', beaconChain: null },
    changed: async () => {
      changes += 1;
    },
  };
  if (task.do !== 'open') await readLine('ready');
  try {
    return { result: await runTask(services, task), changes };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  } finally {
    await database.close();
  }
}

const input = createInterface(process.stdin)[Symbol.asyncIterator]();

/** Prints a line and waits for the next one of the test; null at the end. */
async function readLine(printed: string): Promise<string | null> {
  console.log(printed);
  const { value, done } = await input.next();
  return done ? null : value;
}

let line = await readLine('started');
while (line !== null) line = await readLine(JSON.stringify(await perform(JSON.parse(line))));
process.exit(0);
