/** A process for one world: lives through the day and prints what a stranger sees, one step per line. */
import { type DayOptions, liveThroughDay } from './log-day.ts';

const options: DayOptions = JSON.parse(process.argv[2] ?? '');
for await (const view of liveThroughDay(options)) process.stdout.write(`${JSON.stringify(view)}\n`);
process.exit(0);
