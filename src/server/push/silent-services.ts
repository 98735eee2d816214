/** Push services that do not answer: after some attempts in a row they are paused, so that others need not wait. */
import { SECOND } from '../../core/ist-time.ts';

const ATTEMPTS_IN_A_ROW = 10;
const PAUSED_FOR = 30 * SECOND;

export interface PushTarget {
  service: string;
  origin: string;
}

export interface SilentServices {
  isPaused(target: PushTarget): boolean;
  noteAnswer(target: PushTarget): void;
  noteSilence(target: PushTarget): void;
}

/** `elapsed` returns milliseconds since a fixed moment. */
export function createSilentServices(elapsed: () => number): SilentServices {
  const answered = new Set<string>();
  const unanswered = new Map<string, { attempts: number; lastAt: number }>();

  /**
   * Origins that have never answered count together, so that each of many made-up names is not tried ten times. They
   * cannot have those paused that do answer.
   */
  const keyOf = ({ service, origin }: PushTarget): string => (answered.has(origin) ? origin : service);

  return {
    isPaused(target) {
      const { attempts, lastAt } = unanswered.get(keyOf(target)) ?? { attempts: 0, lastAt: 0 };
      return attempts >= ATTEMPTS_IN_A_ROW && elapsed() - lastAt < PAUSED_FOR;
    },
    noteAnswer(target) {
      unanswered.delete(keyOf(target));
      answered.add(target.origin);
    },
    noteSilence(target) {
      const key = keyOf(target);
      const attempts = (unanswered.get(key)?.attempts ?? 0) + 1;
      unanswered.set(key, { attempts, lastAt: elapsed() });
    },
  };
}
