/** Sends requests to a node, and reports errors that a healthy node must not return. */
import { SECOND } from '../../../src/core/ist-time.ts';
import type { TorturedNode } from './node.ts';
import type { NodesTally } from './tally.ts';

export interface NodeResponse {
  status: number;
  headers: Headers;
  body: string;
}

/** The same timeout as in the browser. */
const DEADLINE = 10 * SECOND;

/** Returns null without a complete response. */
export async function request(
  tally: NodesTally,
  node: TorturedNode,
  path: string,
  init: RequestInit = {},
): Promise<NodeResponse | null> {
  const sentAt = performance.now();
  const name = `${init.method ?? 'GET'} ${path} on ${node.name}`;
  try {
    const response = await fetch(node.url + path, { signal: AbortSignal.timeout(DEADLINE), ...init });
    const { status, headers } = response;
    const body = await response.text();
    checkStatus(tally, { node, name, sentAt, status, problem: body });
    return { status, headers, body };
  } catch (error) {
    if (node.isHealthySince(sentAt)) tally.violate(`${name} got no response from a healthy node: ${error}`);
    return null;
  }
}

export interface StatusCheck {
  node: TorturedNode;
  name: string;
  sentAt: number;
  status: number;
  problem: string;
}

export function checkStatus(tally: NodesTally, { node, name, sentAt, status, problem }: StatusCheck): void {
  const text = `${name} returned ${status}: ${problem.slice(0, 300)}`;
  if (status === 503) {
    if (node.isHealthySince(sentAt)) tally.count('unavailable', `${text}, although the node was healthy`);
    else tally.counts.unavailable += 1;
  } else if (status >= 500) tally.count('serverErrors', text);
}
