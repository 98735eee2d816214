/** Requests to a node, each judged by its answer: what a node in trouble may answer, a healthy one may not. */
import { SECOND } from '../../../src/core/ist-time.ts';
import type { Ledger } from './ledger.ts';
import type { TorturedNode } from './node.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** As long as a page waits. */
const DEADLINE = 10 * SECOND;

/** Null: there was no answer, or not the whole of it. */
export async function ask(
  ledger: Ledger,
  node: TorturedNode,
  path: string,
  init: RequestInit = {},
): Promise<Answer | null> {
  const askedAt = performance.now();
  const name = `${init.method ?? 'GET'} ${path} on ${node.name}`;
  try {
    const response = await fetch(node.url + path, { signal: AbortSignal.timeout(DEADLINE), ...init });
    const { status, headers } = response;
    const body = await response.text();
    judgeStatus(ledger, { node, name, askedAt, status, problem: body });
    return { status, headers, body };
  } catch (error) {
    if (node.isCalmSince(askedAt)) ledger.violate(`${name} got no answer from a healthy node: ${error}`);
    return null;
  }
}

export interface Judged {
  node: TorturedNode;
  name: string;
  askedAt: number;
  status: number;
  problem: string;
}

export function judgeStatus(ledger: Ledger, { node, name, askedAt, status, problem }: Judged): void {
  const text = `${name} was answered with ${status}: ${problem.slice(0, 300)}`;
  if (status === 503) {
    if (node.isCalmSince(askedAt)) ledger.count('unavailable', `${text}, although the node was healthy`);
    else ledger.counts.unavailable += 1;
  } else if (status >= 500) ledger.count('serverErrors', text);
}
