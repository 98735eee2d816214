/** Parses a Dockerfile, and lists the files of a build context that .dockerignore does not exclude. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Instruction {
  name: string;
  value: string;
}

/** The instructions of each stage, after its FROM. */
export function readStages(file: string): Instruction[][] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    else stages.at(-1)?.push({ name, value });
  }
  return stages;
}

/** The last instruction of that name in a stage. */
export const lastValue = (stage: readonly Instruction[], name: string): string =>
  stage.findLast((instruction) => instruction.name === name)?.value ?? '';

/** Parses the exec form, a JSON array. */
export const wordsOf = (value: string): string[] => JSON.parse(value.slice(value.indexOf('[')));

export const environmentOf = (stage: readonly Instruction[]): Record<string, string> =>
  Object.fromEntries(
    stage
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ value }) => value.split(/\s+/))
      .map((setting): [string, string] => {
        const equals = setting.indexOf('=');
        return [setting.slice(0, equals), setting.slice(equals + 1)];
      }),
  );

/** The files below a path of the build context that are not ignored, relative to its root. */
export function filesOfContext(root: string, path: string): string[] {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ glob: new Bun.Glob(line.replace(/^!/, '')), isIncluded: line.startsWith('!') }));
  const isSent = (file: string): boolean => {
    const segments = file.split('/');
    const parents = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
    return rules.findLast(({ glob }) => parents.some((parent) => glob.match(parent)))?.isIncluded ?? true;
  };
  return listFiles(root, path).filter(isSent);
}

function listFiles(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(join(root, file)).isFile());
}
