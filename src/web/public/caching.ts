/** How long a public page may be shared: by the server's own cache and by any between it and the visitor. */
import type { HeadersFunction } from 'react-router';

/** Browsers ask again each time. */
export const sharedFor =
  (seconds: number): HeadersFunction =>
  () => ({ 'Cache-Control': `public, max-age=0, s-maxage=${seconds}` });
