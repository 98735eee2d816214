/** Opens the log of a site for an audit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instant, SECOND } from '../../core/ist-time.ts';
import type { BeaconChain } from '../../core/public-log/beacon-chain.ts';
import type { Checkpoint } from '../../core/public-log/checkpoint.ts';
import type { Crypto } from '../../core/public-log/crypto.ts';
import { createReplay, type Replay } from '../../core/public-log/replay.ts';
import { parseOrigin } from '../../core/public-log/replay-origin.ts';
import { CommandFailed } from '../command.ts';
import { type Findings, printable } from './findings.ts';
import { type Fetch, type LogClient, type Pause, Unreachable } from './log-client.ts';
import { createLogReader, type LogReader } from './log-reader.ts';
import { openSignedLog, type SignedCheckpoint, type SignedLog } from './signed-log.ts';

export interface AuditOptions {
  url: string;
  fetch?: Fetch;
  /** The beacons that commitments may name, by their id. */
  chains: ReadonlyMap<string, BeaconChain>;
  crypto: Crypto;
  /** The text of the checkpoint that an earlier audit has kept. */
  rememberedNote: string | null;
  now: Instant;
  report(line: string): void;
  pause?: Pause;
  /** Milliseconds for one request. */
  timeout?: number;
}

/** Longer than caches may keep a checkpoint or a list of results. */
export const FRESH_AFTER = 6 * SECOND;

interface Start extends AuditOptions {
  /** The remembered checkpoint. */
  remembered: Checkpoint | null;
  findings: Findings;
  client: LogClient;
}

export interface Audit extends Start {
  signedLog: SignedLog;
  /** The last one that was read. */
  current: SignedCheckpoint;
  replay: Replay;
  reader: LogReader;
}

/** Throws `CommandFailed` if the site cannot be reached or has no log. */
export async function openAudit(start: Start): Promise<Audit> {
  const { client, crypto, chains, remembered } = start;
  const { signedLog, current } = await openLog(start).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error;
    throw new CommandFailed(printable(`${client.site} cannot be audited: ${error.message}.`));
  });
  const { origin, size } = current.checkpoint;
  if (size === 0) throw new CommandFailed(`The log of ${client.site} has no entries yet.`);
  const replay = createReplay({ origin, chains, crypto });
  const rememberedSize = remembered?.origin === origin ? remembered.size : null;
  const reader = createLogReader({ ...start, replay, rememberedSize, query: tileQuery(origin) });
  return { ...start, signedLog, current, replay, reader };
}

async function openLog({ client, crypto, remembered, pause = sleep }: Start) {
  const signedLog = await openSignedLog(client, crypto);
  const current = await signedLog.readCheckpoint();
  const { origin, size } = current.checkpoint;
  if (remembered?.origin !== origin || remembered.size <= size) return { signedLog, current };
  // A cache may still have one from before the remembered checkpoint.
  await pause(FRESH_AFTER);
  return { signedLog, current: await signedLog.readCheckpoint() };
}

/** Caches may still have the tiles of the log that this one continues. */
function tileQuery(origin: string): string {
  const number = parseOrigin(origin)?.number ?? 1;
  return number === 1 ? '' : `?log=${number}`;
}
