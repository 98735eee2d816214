/** Push services that do not answer: after some attempts in a row they are paused, so that others need not wait. */
import { SECOND } from '../../core/ist-time.ts';

const ATTEMPTS_IN_A_ROW = 10;
const PAUSED_FOR = 30 * SECOND;

export interface SilentServices {
  isPaused(origin: string): boolean;
  noteAnswer(origin: string): void;
  noteSilence(origin: string): void;
}

/** `elapsed` returns milliseconds since a fixed moment. */
export function createSilentServices(elapsed: () => number): SilentServices {
  const unanswered = new Map<string, { attempts: number; lastAt: number }>();
  return {
    isPaused(origin) {
      const { attempts, lastAt } = unanswered.get(origin) ?? { attempts: 0, lastAt: 0 };
      return attempts >= ATTEMPTS_IN_A_ROW && elapsed() - lastAt < PAUSED_FOR;
    },
    noteAnswer: (origin) => void unanswered.delete(origin),
    noteSilence(origin) {
      const attempts = (unanswered.get(origin)?.attempts ?? 0) + 1;
      unanswered.set(origin, { attempts, lastAt: elapsed() });
    },
  };
}
