/** Applies one or more mutations to a valid request. */
import { MESSAGE_MUTATIONS } from './mutate-message.ts';
import { type MutationSources, VALUE_MUTATIONS } from './mutate-values.ts';
import type { FuzzRequest } from './request.ts';

const MOST_TRIES = 20;

export function mutate(request: FuzzRequest, sources: MutationSources): void {
  const { random } = sources;
  const wanted = random.chance(0.7) ? 1 : random.integer(2, 4);
  for (let tries = 0; tries < MOST_TRIES && request.mutations.length < wanted; tries += 1) {
    const mutation = random.pick(random.chance(0.6) ? VALUE_MUTATIONS : MESSAGE_MUTATIONS);
    const done = mutation(request, sources);
    if (done !== null) request.mutations.push(done);
  }
}
