/** A program that runs the commands which it reads from stdin as lines of JSON, and prints their results so. */
import { createInterface } from 'node:readline';
import { runAndCapture } from './captured-command.ts';

for await (const line of createInterface(process.stdin)) {
  console.log(JSON.stringify(await runAndCapture(JSON.parse(line))));
}
