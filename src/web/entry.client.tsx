/** Hydrates the page that the server has rendered. */
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { setRequestDeadline } from './live/deadline.ts';
import { keepPages } from './live/kept-pages.ts';
import { createRevalidation, RevalidationProvider, revalidationContext } from './live/revalidation.ts';

setRequestDeadline(window);
keepPages();

const revalidation = createRevalidation();
const routerContext = new RouterContextProvider(new Map([[revalidationContext, revalidation]]));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RevalidationProvider value={revalidation}>
        <HydratedRouter getContext={() => routerContext} />
      </RevalidationProvider>
    </StrictMode>,
  );
});
