/** The push services that browsers use. Nothing is pushed anywhere else. */
import { type AllowedReceivers, receiverProblem } from '../outgoing/receiver-address.ts';

/** `*.` stands for any name below. */
const SERVICES_OF_BROWSERS = [
  // Chrome and browsers built on it; its Beta, Dev and Canary releases use the second one.
  'fcm.googleapis.com',
  'jmt17.google.com',
  // Firefox.
  'updates.push.services.mozilla.com',
  // Safari uses the first one; for the names below, see decision 66.
  'web.push.apple.com',
  '*.push.apple.com',
  // Edge on Windows. Microsoft asks servers to accept all, because the names change.
  '*.notify.windows.com',
];

const includes = (service: string, host: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service;

export interface AllowedEndpoints {
  allowed: AllowedReceivers;
  /** Hosts that are push services besides those of the browsers, at any port: the setting PUSH_HOSTS. */
  hosts: readonly string[];
}

/** The name by which the service of an endpoint counts; null if it is on no push service. */
export function pushServiceOf(
  { protocol, hostname, port, host }: URL,
  hosts: readonly string[],
): string | null {
  if (hosts.includes(hostname)) return host;
  if (protocol !== 'https:' || port !== '') return null;
  return SERVICES_OF_BROWSERS.find((service) => includes(service, hostname)) ?? null;
}

/** Why nothing can ever be pushed to an endpoint; null if something can. */
export const endpointProblem = (endpoint: string, { allowed, hosts }: AllowedEndpoints): string | null =>
  pushServiceOf(new URL(endpoint), hosts) === null
    ? 'Endpoint is not at a push service of a browser.'
    : receiverProblem(endpoint, allowed);
