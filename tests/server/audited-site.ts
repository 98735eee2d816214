/** The site of the test that runs, changed by it in every way, and what an audit finds there. */
import { afterEach, beforeEach, expect } from 'bun:test';
import type { AuditOptions } from '../../src/cli/audit/open-audit.ts';
import { CommandFailed } from '../../src/cli/command.ts';
import type { Draw } from '../../src/contract/draws.ts';
import { entryText, type LogEntry, type NewEntry, withTime } from '../../src/core/public-log/entries.ts';
import { auditTestSite, NOW, startSite, type TestSite } from './audit-site.ts';

/** How many entries the last tile has. */
export const REST = 78;
export const PARTIAL = `/log/tile/entries/001.p/${REST}`;

/** A new one for each test. Imports of it always have the current value. */
export let site: TestSite;

/** Must be called by the test file. */
export function startSiteBeforeEach(): void {
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.stop());
}

export type Tamper = () => void | Promise<void>;

type AnyEntry = LogEntry & Record<string, unknown>;

export const entries = (): AnyEntry[] => site.content.texts.map((text) => JSON.parse(text));

export function indexOf(kind: string, part: Partial<Record<string, unknown>>): number {
  const matches = (entry: AnyEntry) =>
    entry.kind === kind && Object.entries(part).every(([name, value]) => entry[name] === value);
  const index = entries().findIndex(matches);
  if (index < 0) throw new Error(`no entry ${kind} ${JSON.stringify(part)}`);
  return index;
}

export function editEntry(
  kind: string,
  part: Partial<Record<string, unknown>>,
  change: (entry: AnyEntry) => object,
): void {
  const index = indexOf(kind, part);
  const entry = JSON.parse(site.content.texts[index] ?? '');
  site.content.texts[index] = JSON.stringify({ ...entry, ...change(entry) });
}

export const removeEntry = (kind: string, part: Partial<Record<string, unknown>>): void =>
  void site.content.texts.splice(indexOf(kind, part), 1);

export const addEntry = (entry: NewEntry, at = NOW): void =>
  void site.content.texts.push(entryText(withTime(entry, at)));

/** Adds entries that change nothing until there are so many. */
export function addDrafts(size: number): void {
  while (site.content.texts.length < size) {
    const drawNo = `X-${site.content.texts.length}`;
    const sealed = 'ab'.repeat(32);
    addEntry({ kind: 'sealed', id: drawNo, drawNo, date: '2020-01-01', slot: '10:00', sealed });
  }
}

export function editDraw(id: string, change: Partial<Draw>): void {
  const { draws } = site.content;
  const index = draws.findIndex((draw) => draw.id === id);
  if (index < 0) throw new Error(`no draw ${id}`);
  draws[index] = { ...draws[index], ...change } as Draw;
}

/** Changes the bytes of a file. */
export function editFile(
  path: string,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | string,
) {
  site.intercept = async (asked, usual) => {
    const response = await usual();
    if (asked !== path) return response;
    expect(response.status).toBe(200);
    return new Response(change(new Uint8Array(await response.arrayBuffer())));
  };
}

export const flip = (bytes: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> =>
  bytes.with(index < 0 ? bytes.length + index : index, (bytes.at(index) ?? 0) ^ 1);

export const audit = (options?: Partial<AuditOptions>) => auditTestSite(site, options);

export const findingsOf = async (options?: Parameters<typeof auditTestSite>[1]) =>
  (await auditTestSite(site, options)).findings;

/** Everything that the command would print. */
export async function linesOf(options?: Partial<AuditOptions>): Promise<string[]> {
  const lines: string[] = [];
  try {
    const { findings, log } = await audit({ report: (line) => lines.push(line), ...options });
    return [...lines, ...findings, ...(log?.notes ?? [])];
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return [...lines, error.message];
  }
}

/** Replaces the responses of all paths that begin with `start`. */
export const replace = (start: string, response: () => Response | Promise<Response>) => {
  site.intercept = (path, usual) => (path.startsWith(start) ? response() : usual());
};

export const redirectTo = (address: string) => () =>
  new Response(null, { status: 302, headers: { Location: address } });
