/** Builds the image of the Dockerfile in a folder, with the same copies and commands, without Docker. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inProject, root } from '../../scripts/project.mjs';
import {
  environmentOf,
  filesOfContext,
  type Instruction,
  lastValue,
  readStages,
  wordsOf,
} from './dockerfile.ts';

export interface ImageFolder {
  /** The working directory of the image. */
  site: string;
  dataDir: string;
  env: Record<string, string>;
  command: string[];
  healthcheck: string[];
  user: number;
  remove(): void;
}

export interface ImageOptions {
  /** Copies installed packages and built pages from the checkout instead of creating them again. */
  reuse: boolean;
}

export function makeImageFolder({ reuse }: ImageOptions): ImageFolder {
  const [build = [], final = []] = readStages(inProject('deploy/Dockerfile'));
  const folder = mkdtempSync(join(tmpdir(), 'swarna-image-'));
  const buildRoot = join(folder, 'build');
  const finalRoot = join(folder, 'final');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  for (const path of [buildRoot, finalRoot]) mkdirSync(join(path, 'site'), { recursive: true });
  try {
    for (const instruction of build) perform(instruction, buildRoot, buildRoot, reuse);
    for (const instruction of final) perform(instruction, finalRoot, buildRoot, reuse);
  } catch (error) {
    remove();
    throw error;
  }
  // The server runs as another user.
  chmodSync(folder, 0o755);
  const inImage = (text: string) => toImagePath(finalRoot, text);
  const env = environmentOf(final);
  return {
    site: join(finalRoot, 'site'),
    dataDir: join(finalRoot, 'data'),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inImage(value)])),
    command: wordsOf(lastValue(final, 'CMD')),
    healthcheck: wordsOf(lastValue(final, 'HEALTHCHECK')),
    user: Number(lastValue(final, 'USER').split(':')[0]),
    remove,
  };
}

/** Moves the absolute paths of the Dockerfile below the folder of the image. */
const toImagePath = (imageRoot: string, text: string): string =>
  text.replace(/(^|[\s:])\/(site|data)\b/g, `$1${imageRoot}/$2`);

/** Only root can change the owner of files. */
const asThisUser = (command: string): string =>
  process.getuid?.() === 0 ? command : command.replace(/ -o \d+ -g \d+/, '');

function perform({ name, value }: Instruction, imageRoot: string, buildRoot: string, reuse: boolean): void {
  if (name === 'COPY') copy(value, join(imageRoot, 'site'), buildRoot);
  if (name !== 'RUN') return;
  if (reuse && value.startsWith('npm ci')) copyPackages(join(imageRoot, 'site'));
  else if (reuse && value.includes('ensureBuilt')) {
    cpSync(inProject('build'), join(imageRoot, 'site/build'), { recursive: true });
  } else runIn(join(imageRoot, 'site'), ['sh', '-c', toImagePath(imageRoot, asThisUser(value))]);
}

function copy(value: string, site: string, buildRoot: string): void {
  const [, stage, words = ''] = /^(--from=build )?(.*)$/.exec(value) ?? [];
  const sources = words.split(' ');
  const target = sources.pop() ?? '';
  for (const source of sources) {
    if (stage) {
      runIn(site, ['cp', '-al', toImagePath(buildRoot, source), join(site, target)]);
      continue;
    }
    const files = filesOfContext(root, source);
    if (files.length === 0) throw new Error(`COPY ${value}: ${source} is not in the build context`);
    for (const file of files) {
      const isFile = file === source;
      const destination = isFile
        ? join(site, target, basename(file))
        : join(site, target, file.slice(source.length));
      mkdirSync(dirname(destination), { recursive: true });
      copyFileSync(inProject(file), destination);
    }
  }
}

/**
 * What `npm ci --omit=dev` installs. Uses hard links if possible, because there are many files. npm rewrites its own
 * record, so it is written again.
 */
function copyPackages(site: string): void {
  const installed = realpathSync(inProject('node_modules'));
  const record = JSON.parse(readFileSync(join(installed, '.package-lock.json'), 'utf8'));
  const entries = Object.entries<{ dev?: boolean }>(record.packages).filter(([, { dev }]) => !dev);
  const packages = entries.map(([path]) => path).filter((path) => path.lastIndexOf('node_modules/') === 0);
  const present = packages.filter((path) => existsSync(join(dirname(installed), path)));
  const copyAs = (kind: string) => [kind, '--parents', ...present, site];
  const { status } = spawnSync('cp', copyAs('-al'), { cwd: dirname(installed) });
  if (status !== 0) {
    rmSync(join(site, 'node_modules'), { recursive: true, force: true });
    runIn(dirname(installed), ['cp', ...copyAs('-a')]);
  }
  writeFileSync(
    join(site, 'node_modules/.package-lock.json'),
    JSON.stringify({ ...record, packages: Object.fromEntries(entries) }),
  );
}

function runIn(cwd: string, [program = '', ...args]: string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
}
