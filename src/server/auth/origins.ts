/** Which origins are ours. */

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** A server on one's own machine has several names for the same place. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${port && `:${port}`}`));
}

/** A browser always says where a write comes from; what says nothing is no browser, and has no cookies to abuse. */
export function isCrossSite(headers: Headers, origins: ReadonlySet<string>): boolean {
  const origin = headers.get('Origin');
  return headers.get('Sec-Fetch-Site') === 'cross-site' || (origin !== null && !origins.has(origin));
}
