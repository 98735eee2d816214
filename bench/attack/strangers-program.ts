/** A program that sends the requests of strangers until its input ends, then prints how many responses had each status. */
import { text } from 'node:stream/consumers';
import { flood, openWithoutReading } from '../../tests/support/strangers.ts';
import { choose, READS, type Read } from '../cost/reads.ts';
import type { Statuses, StrangersPlan } from './strangers.ts';

const plan: StrangersPlan = JSON.parse(process.argv[2] ?? '');
const { url, from, connections, reads, results, abandonAfter, readNothing } = plan;

function pathOf(number: number): string {
  const read: Read = READS[reads[number % reads.length] ?? 'home'];
  return read.path(choose(results, number));
}

const statuses: Statuses = {};
const strangers = readNothing
  ? null
  : flood(url, {
      ...{ from, connections, abandonAfter },
      path: pathOf,
      onAnswer({ status }) {
        statuses[status] = (statuses[status] ?? 0) + 1;
      },
    });
if (readNothing) {
  const headers = 'Accept-Encoding: br\r\n';
  for (let number = 0; number < connections; number += 1)
    openWithoutReading(url, { path: pathOf(number), from, headers });
}
await text(process.stdin);
await strangers?.stop();
console.log(JSON.stringify(statuses));
process.exit(0);
