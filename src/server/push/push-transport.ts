/** Hands messages over to push services, in a thread: encryption would delay requests. */
import { Worker } from 'node:worker_threads';
import { SECOND } from '../../core/ist-time.ts';
import type { PushKeys } from '../storage/push/push-keys-store.ts';
import type { AllowedEndpoints } from './push-services.ts';

export interface PushMessage {
  endpoint: string;
  p256dh: string;
  auth: string;
  payload: string;
  /** A later message with the same topic replaces it at the push service, while the device cannot be reached. */
  topic: string;
  /** In seconds: afterwards the push service drops it. */
  timeToLive: number;
}

/**
 * `gone`: the subscription has ended, or is on no push service. `refused`: the push service does not accept the message. `failed`: another
 * attempt may succeed.
 */
export type PushOutcome = 'accepted' | 'gone' | 'refused' | 'failed';

export interface PushTransport {
  /** In the order of the messages. Rejects when the thread has ended. */
  send(messages: readonly PushMessage[], keys: PushKeys): Promise<PushOutcome[]>;
  /** Ends the requests under way, so that `send` resolves at once; those without an answer have failed. */
  abandon(): void;
  stop(): void;
}

export interface TransportSettings extends AllowedEndpoints {
  /** An https: or mailto: address that push services can write to. */
  contact: string;
}

export type ThreadRequest =
  | { id: number; messages: readonly PushMessage[]; keys: PushKeys }
  /** Ends the requests under way. */
  | 'abandon';

export interface ThreadResponse {
  id: number;
  outcomes: PushOutcome[];
}

const IDLE_TIME = 30 * SECOND;
/** Longer than any attempt takes. */
const RESPOND_WITHIN = 20 * SECOND;

export function createPushTransport(settings: TransportSettings): PushTransport {
  const waiting = new Map<number, PromiseWithResolvers<PushOutcome[]>>();
  let thread: Worker | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  function startThread(): Worker {
    const started = new Worker(new URL('./push-thread.ts', import.meta.url), { workerData: settings });
    started.on('message', ({ id, outcomes }: ThreadResponse) => {
      waiting.get(id)?.resolve(outcomes);
      waiting.delete(id);
      if (waiting.size === 0) endWhenIdle();
    });
    started.on('error', (error: Error) => end(error));
    return started;
  }

  /** An idle thread does not keep the process alive, and ends. */
  function endWhenIdle(): void {
    thread?.unref();
    idle = setTimeout(() => end(new Error('The thread that sends pushes is idle.')), IDLE_TIME);
    idle.unref();
  }

  function end(reason: Error): void {
    clearTimeout(idle);
    void thread?.terminate();
    thread = null;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  return {
    send(messages, keys) {
      clearTimeout(idle);
      thread ??= startThread();
      thread.ref();
      lastId += 1;
      const response = Promise.withResolvers<PushOutcome[]>();
      waiting.set(lastId, response);
      thread.postMessage({ id: lastId, messages, keys } satisfies ThreadRequest);
      const timer = setTimeout(
        () => end(new Error('The thread that sends pushes does not respond.')),
        RESPOND_WITHIN,
      );
      return response.promise.finally(() => clearTimeout(timer));
    },
    abandon: () => thread?.postMessage('abandon' satisfies ThreadRequest),
    stop: () => end(new Error('The server stops.')),
  };
}
