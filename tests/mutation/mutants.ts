/** The mutants of a run: a sample of all possible mutations, drawn from every part of the source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../torture/random.ts';
import { findMutations, type Mutation } from './operators.ts';

export interface Mutant extends Mutation {
  id: number;
  area: Area;
  /** From the root of the project. */
  path: string;
  line: number;
  original: string;
}

/** Each area is a folder; the last one that a path starts with counts. */
const AREA_FOLDERS = {
  core: 'src/core/',
  contract: 'src/contract/',
  server: 'src/server/',
  services: 'src/server/services/',
  automation: 'src/server/automation/',
  storage: 'src/server/storage/',
  live: 'src/server/live/',
  backup: 'src/server/backup/',
  http: 'src/server/http/',
  api: 'src/server/api/',
  auth: 'src/server/auth/',
  web: 'src/web/',
} as const;

export type Area = keyof typeof AREA_FOLDERS;
export const AREAS = Object.keys(AREA_FOLDERS) as Area[];

const areaOf = (path: string): Area | undefined =>
  AREAS.findLast((area) => path.startsWith(AREA_FOLDERS[area]));

type Candidate = Omit<Mutant, 'id'>;

function readCandidates(root: string): Candidate[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `src/${name}`)
    .sort();
  return files.flatMap((path) => {
    const area = areaOf(path);
    if (!area) return [];
    const source = readFileSync(join(root, path), 'utf8');
    return findMutations(path, source).map((mutation) => ({
      ...mutation,
      area,
      path,
      line: source.slice(0, mutation.start).split('\n').length,
      original: source.slice(mutation.start, mutation.end),
    }));
  });
}

/** Chooses the given number per area; every operator is equally likely, however often it can be applied. */
export function chooseMutants(root: string, areas: readonly Area[], each: number, random: Random): Mutant[] {
  const candidates = readCandidates(root);
  const chosen = areas.flatMap((area) => {
    const byOperator = Map.groupBy(
      candidates.filter((candidate) => candidate.area === area),
      ({ operator }) => operator,
    );
    return Array.from({ length: each }, () => takeOne(byOperator, random)).filter((one) => one !== undefined);
  });
  return chosen.map((candidate, index) => ({ ...candidate, id: index + 1 }));
}

function takeOne(byOperator: Map<string, Candidate[]>, random: Random): Candidate | undefined {
  const [first, ...rest] = byOperator.keys();
  if (first === undefined) return undefined;
  const operator = random.pick([first, ...rest]);
  const list = byOperator.get(operator) ?? [];
  const [taken] = list.splice(random.integer(0, list.length - 1), 1);
  if (list.length === 0) byOperator.delete(operator);
  return taken;
}

const LONGEST_TEXT = 70;
const SHARED_TEXT = 20;

/** One line: where it is, and what becomes of what. Of long texts the part where they differ. */
export function describeMutant({ path, line, operator, original, replacement }: Mutant): string {
  const [before, after] = [original, replacement].map((text) => text.replace(/\s+/g, ' ').trim()) as [
    string,
    string,
  ];
  const difference = [...before].findIndex((character, index) => character !== after[index]);
  const start = before.length > LONGEST_TEXT ? Math.max(0, difference - SHARED_TEXT) : 0;
  const short = (text: string) => {
    const end = text.length > start + LONGEST_TEXT ? '…' : '';
    return `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST_TEXT)}${end}`;
  };
  return `${path}:${line} ${operator}: ${short(before)} → ${operator === 'statement' ? '(removed)' : short(after)}`;
}
