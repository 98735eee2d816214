/** Cache-Control of public pages, for the server's own cache and for proxies. */
import type { HeadersFunction } from 'react-router';

/** Browsers always revalidate. */
export const sharedCacheControl = (seconds: number): string => `public, max-age=0, s-maxage=${seconds}`;

export const sharedFor =
  (seconds: number): HeadersFunction =>
  () => ({ 'Cache-Control': sharedCacheControl(seconds) });
