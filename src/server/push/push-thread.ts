/** The worker thread that encrypts messages and hands them over to push services. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadRequest, ThreadResponse, TransportSettings } from './push-transport.ts';
import { createPushRequests } from './send-push.ts';

lowerPriority();
const requests = createPushRequests(workerData as TransportSettings);

parentPort?.on('message', async (request: ThreadRequest) => {
  if (request === 'abandon') return requests.abandon();
  const { id, messages, keys } = request;
  parentPort?.postMessage({ id, outcomes: await requests.sendAll(messages, keys) } satisfies ThreadResponse);
});

/** Requests and publications come first where the machine is busy. Only Linux has a priority for each thread. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
  if (thread) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
}
