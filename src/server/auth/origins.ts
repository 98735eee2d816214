/** Our own origins, and whether a request comes from another one. */
import { LOOPBACK_HOSTS } from '../loopback-hosts.ts';

/** A local server can be reached under several host names. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${port && `:${port}`}`));
}

/** Browsers send the origin with every write. A client without one is not a browser and has no cookies to abuse. */
export function isCrossSite(headers: Headers, origins: ReadonlySet<string>): boolean {
  const origin = headers.get('Origin');
  return headers.get('Sec-Fetch-Site') === 'cross-site' || (origin !== null && !origins.has(origin));
}
