/** Loads what is needed later, for example a module that a site at rest does without. */

/**
 * Returns a function that loads with its first call and returns the same to all. A load that fails is forgotten, so that
 * the next call tries again.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
