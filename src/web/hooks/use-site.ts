/** What the server told about the site when the page was opened. */
import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

/** Undefined only while an error page stands in for a page whose data could not be loaded at all. */
export const useSite = () => useRouteLoaderData<typeof loader>('root');
