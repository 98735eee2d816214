/** Finds a free TCP port. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems choose themselves, so that no other program gets the port before it is used. */
const FIRST = 15_000;
const LAST = 32_000;

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** @returns {Promise<number>} */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}
