/**
 * Audits a site from outside: its log against the rules, its results against the log, and the log against the
 * remembered checkpoint.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCheckpoint } from '../../core/public-log/checkpoint.ts';
import { findLateCommitments, findOpenedLate } from '../../core/public-log/replay-commitments.ts';
import { publicDraws } from '../../core/public-log/replay-state.ts';
import { CommandFailed } from '../command.ts';
import { createFindings, formatCount, printable } from './findings.ts';
import { createLogClient, ReadFailed } from './log-client.ts';
import { type Audit, type AuditOptions, FRESH_AFTER, openAudit } from './open-audit.ts';
import { differencesOfLists, readPublishedDraws } from './published-draws.ts';
import { compareWithRemembered } from './remembered-checkpoint.ts';

export interface AuditResult {
  findings: string[];
  findingCount: number;
  /** Null if the log could not be read to its end. */
  log: AuditedLog | null;
}

interface AuditedLog {
  /** The text of the last checkpoint. */
  checkpoint: string;
  entries: number;
  results: number;
  commitments: number;
  /** What could not be checked, although nothing is wrong. */
  notes: string[];
}

const MAX_RETRIES = 2;
/** How many results may be published while the log is read. */
const MAX_NEW_RESULTS = 1_000;

/** Throws `CommandFailed` if the site cannot be reached or has no log. */
export async function auditSite(options: AuditOptions): Promise<AuditResult> {
  const { rememberedNote } = options;
  const remembered = rememberedNote === null ? null : parseCheckpoint(rememberedNote)?.checkpoint;
  if (remembered === undefined) throw new CommandFailed('What was remembered is not a checkpoint.');
  const client = createLogClient(options);
  const findings = createFindings();
  let log: AuditedLog | null = null;
  try {
    log = await auditLog(await openAudit({ ...options, remembered, findings, client }));
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    findings.add(`${error.message}.`);
  } finally {
    client.close();
  }
  return { findings: findings.lines(), findingCount: findings.count(), log };
}

async function auditLog(audit: Audit): Promise<AuditedLog> {
  const { current, report, findings, replay, reader, now } = audit;
  const { origin, size } = current.checkpoint;
  report(printable(`Reading ${formatCount(size)} entries of ${origin}.`));
  await reader.readTo(current.checkpoint);
  report('Comparing the published results with the log.');
  await compareWithList(audit);
  const { state } = replay;
  const incomplete = replay.findIncomplete();
  if (incomplete !== null) findings.add(incomplete);
  for (const { drawNo } of findLateCommitments(state, now)) {
    findings.add(`The seed of ${drawNo} was not opened within 24 hours of its slot.`);
  }
  for (const { drawNo } of findOpenedLate(state)) {
    findings.add(`The seed of ${drawNo} was opened later than 24 hours after its slot.`);
  }
  return {
    checkpoint: audit.current.note,
    entries: state.size,
    results: publicDraws(state).length,
    commitments: state.commitments.size,
    notes: await compareWithRememberedNote(audit),
  };
}

/** The site goes on meanwhile, so a difference counts only if a newer list and a newer log still have it. */
async function compareWithList(audit: Audit): Promise<void> {
  const { report, pause = sleep, findings } = audit;
  let differences = await findDifferences(audit);
  for (let retry = 0; differences.length > 0 && retry < MAX_RETRIES; retry += 1) {
    report('The published results differ from the log. Comparing again in 6 seconds.');
    await pause(FRESH_AFTER);
    if (!(await readOn(audit))) break;
    differences = await findDifferences(audit);
  }
  for (const difference of differences) findings.add(difference);
}

async function findDifferences({ client, replay: { state } }: Audit): Promise<string[]> {
  try {
    const listed = await readPublishedDraws(client, state.size + MAX_NEW_RESULTS);
    return differencesOfLists(listed, publicDraws(state));
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return [`${error.message}.`];
  }
}

/** Reads what was added to the log. False if that fails; a finding says why. */
async function readOn(audit: Audit): Promise<boolean> {
  const { signedLog, reader, findings, current } = audit;
  try {
    const newer = await signedLog.readCheckpoint();
    const [before, after] = [current.checkpoint.size, newer.checkpoint.size];
    if (after < before) {
      findings.add(`The log had ${formatCount(before)} entries, and then only ${formatCount(after)}.`);
      return false;
    }
    await reader.readTo(newer.checkpoint);
    audit.current = newer;
    return true;
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    findings.add(`${error.message}.`);
    return false;
  }
}

/** Returns what could not be compared. */
async function compareWithRememberedNote(audit: Audit): Promise<string[]> {
  const { rememberedNote, remembered, current, signedLog, replay, reader, crypto, findings } = audit;
  if (rememberedNote === null || !remembered) return [];
  const { finding, note } = await compareWithRemembered({
    rememberedNote,
    key: signedLog.key,
    checkpoint: current.checkpoint,
    former: replay.state.former,
    rootAtRememberedSize: reader.rootAt(remembered.size),
    crypto,
  });
  if (finding) findings.addFirst(finding);
  return note ? [printable(note)] : [];
}
