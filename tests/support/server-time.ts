/** Moves the time of a server forward that was started with `MOVABLE_TIME` as a preload. */
import { fileURLToPath } from 'node:url';
import type { RunningServer } from './server.ts';

export const MOVABLE_TIME = fileURLToPath(new URL('./movable-time.ts', import.meta.url));

/** The server prints it with the address that takes the milliseconds of a move. */
export const TIME_CONTROL_LINE = 'time control: ';

export async function moveServerTime(server: RunningServer, milliseconds: number): Promise<void> {
  const [, address = ''] = server.output().split(TIME_CONTROL_LINE, 2);
  const response = await fetch(address.split('\n', 1)[0] ?? '', {
    method: 'POST',
    body: String(milliseconds),
  });
  if (!response.ok) throw new Error(`The server's time could not be moved: ${await response.text()}`);
}
