/** Hydrates the page that the server has rendered. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { setRequestDeadline } from './api/request-deadline.ts';
import { startServiceWorker } from './browser/service-worker-client.ts';
import { createRefetchState, RefetchStateProvider, refetchStateContext } from './live/refetch.ts';

setRequestDeadline(window);
startServiceWorker();

const refetchState = createRefetchState();
const routerContext = new RouterContextProvider(new Map([[refetchStateContext, refetchState]]));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RefetchStateProvider value={refetchState}>
        <HydratedRouter getContext={() => routerContext} />
      </RefetchStateProvider>
    </StrictMode>,
  );
});
