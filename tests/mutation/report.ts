/** The figures of a mutation run as text. */
import { AREAS, describeMutant, type Mutant } from './mutants.ts';
import type { Verdict } from './trial.ts';

export interface Trial {
  mutant: Mutant;
  verdict: Verdict;
}

const percentage = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.floor((100 * part) / whole)} %`;

export function describeTrials(trials: readonly Trial[]): string {
  const rows = [...AREAS.map((area) => trials.filter(({ mutant }) => mutant.area === area)), trials]
    .filter((part) => part.length > 0)
    .map((part) => {
      const killed = part.filter(({ verdict }) => verdict.isKilled).length;
      const area = part === trials ? 'all' : (part[0]?.mutant.area ?? '');
      return `| ${area} | ${part.length} | ${killed} | ${percentage(killed, part.length)} |`;
    });
  const survivors = trials.flatMap(({ mutant, verdict }) =>
    verdict.isKilled ? [] : [`- ${describeMutant(mutant)} (${verdict.reason})`],
  );
  return [
    '| area | mutants | killed | share |',
    '|---|---|---|---|',
    ...rows,
    '',
    survivors.length === 0 ? 'No survivors.' : 'Survivors:',
    ...survivors,
  ].join('\n');
}
