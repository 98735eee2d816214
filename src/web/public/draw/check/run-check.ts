/** Fetches the proof of a draw, checks it, and remembers the record of the log for the next check. */
import type { Draw } from '../../../../contract/draws.ts';
import type { DrawProof } from '../../../../contract/public-log.ts';
import { digitsTextOf } from '../../../../core/digits.ts';
import { SECOND } from '../../../../core/ist-time.ts';
import { type BeaconChain, QUICKNET } from '../../../../core/public-log/beacon-chain.ts';
import { checkDraw, type DrawReport } from '../../../../core/public-log/draw-check.ts';
import { sizeOf } from '../../../../core/public-log/draw-check-memory.ts';
import { ApiProblem, callServer, readJson } from '../../../api/call-api.ts';
import { browserCrypto } from './browser-crypto.ts';
import { readRemembered, remember } from './remembered-record.ts';

export interface CheckedDraw {
  report: DrawReport;
  /** Null if a step failed: the record is not worth remembering. False if the browser does not allow it. */
  isRemembered: boolean | null;
}

export interface CheckRequest {
  /** What the page shows at that time: it may change during the check. */
  shownDraw(): Draw;
  /** The beacon of this site; null if it uses the public one, or none. */
  ownBeacon: BeaconChain | null;
  signal: AbortSignal;
}

/** Responses may be this old, in the cache of a node or in one before it. */
const MAX_RESPONSE_AGE = 5 * SECOND;
const ATTEMPTS = 3;

/** More than a visitor makes in the two days between a commitment and the last result of its day. */
const MAX_RECORDS = 50;

export async function runCheck(request: CheckRequest): Promise<CheckedDraw> {
  for (let attempt = 1; ; attempt += 1) {
    const checked = await checkOnce(request);
    if (attempt === ATTEMPTS || !mayBeOutdated(checked.report)) return checked;
    await delay(MAX_RESPONSE_AGE, request.signal);
  }
}

/** Whether page, proof and key may be of different moments: the same check can pass a little later. */
const mayBeOutdated = ({ log, memory }: DrawReport): boolean =>
  ['not signed', 'not public', 'differs'].includes(log.finding) || memory.finding === 'shorter';

async function checkOnce({ shownDraw, ownBeacon, signal }: CheckRequest): Promise<CheckedDraw> {
  const remembered = readRemembered();
  const [key, proof] = await Promise.all([
    fetchKey(signal),
    fetchProof(shownDraw().drawNo, sizeOf(remembered), signal),
  ]);
  const draw = shownDraw();
  const report = await checkDraw(
    {
      draw: { ...draw, digits: digitsTextOf(draw), corrections: draw.corrections ?? [] },
      proof,
      key,
      remembered,
      chains: chainsWith(ownBeacon),
    },
    browserCrypto,
  );
  const { checkpoint, seen } = report;
  // The browser's own clock, because the check does not trust that of the site.
  const record = { key, at: Date.now(), earlier: seen.slice(-MAX_RECORDS) };
  const isRemembered = checkpoint === null ? null : remember({ ...record, checkpoint });
  return { report, isRemembered };
}

/** The public beacon comes last, so that no other can take its name. */
const chainsWith = (ownBeacon: BeaconChain | null): ReadonlyMap<string, BeaconChain> =>
  new Map([...(ownBeacon ? [ownBeacon] : []), QUICKNET].map((chain) => [chain.id, chain]));

const fetchKey = async (signal: AbortSignal): Promise<string> =>
  (await callServer('/log/key', { cache: 'no-store', signal })).text();

async function fetchProof(drawNo: string, from: number | null, signal: AbortSignal): Promise<DrawProof> {
  const path = `/api/proof/${encodeURIComponent(drawNo)}`;
  const fetchFrom = async (query: string) =>
    readJson<DrawProof>(await callServer(path + query, { cache: 'no-store', signal }));
  try {
    return await fetchFrom(from === null ? '' : `?from=${from}`);
  } catch (error) {
    const isShorter = from !== null && error instanceof ApiProblem && error.problem.code === 'invalid';
    if (isShorter) return fetchFrom('');
    throw error;
  }
}

const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
