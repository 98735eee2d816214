/** One core that does one thing after the other, in the order in which they arrive. */

/** Jobs of one kind. */
export interface Jobs {
  arrivals: readonly number[];
  /** How long the core works on each of them. */
  takes: number;
  onEnd?(endedAt: number, arrivedAt: number): unknown;
}

/** Returns how long the core was busy. */
export function runJobs(kinds: readonly Jobs[]): number {
  const queues = kinds.map((jobs) => ({ jobs, arrivals: Float64Array.from(jobs.arrivals).sort(), next: 0 }));
  let freeAt = Number.NEGATIVE_INFINITY;
  let busy = 0;
  for (;;) {
    let first: (typeof queues)[number] | undefined;
    let arrivedAt = Number.POSITIVE_INFINITY;
    for (const queue of queues) {
      const arrival = queue.arrivals[queue.next];
      if (arrival === undefined || arrival >= arrivedAt) continue;
      first = queue;
      arrivedAt = arrival;
    }
    if (!first) return busy;
    first.next += 1;
    freeAt = Math.max(freeAt, arrivedAt) + first.jobs.takes;
    busy += first.jobs.takes;
    first.jobs.onEnd?.(freeAt, arrivedAt);
  }
}
