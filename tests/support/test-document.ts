/** A document for unit tests that render components or hooks. */
import { GlobalRegistrator } from '@happy-dom/global-registrator';

/** Returns the library that renders, which needs a document when it is imported. */
export async function openDocument(): Promise<typeof import('@testing-library/react/pure')> {
  // happy-dom's own would break requests to real servers.
  const { fetch, Request, Response, Headers } = globalThis;
  GlobalRegistrator.register();
  Object.assign(globalThis, { fetch, Request, Response, Headers, IS_REACT_ACT_ENVIRONMENT: true });
  return await import('@testing-library/react/pure');
}

export const closeDocument = (): Promise<void> => GlobalRegistrator.unregister();
