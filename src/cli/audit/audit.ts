/** The command that audits a site from outside. */
import { startClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { type Command, CommandFailed, onlyArgument, UsageError } from '../command.ts';
import { auditSite } from './audit-site.ts';
import { formatCount } from './findings.ts';
import { readRemembered, writeRemembered } from './remember-file.ts';

export const auditCommand: Command = {
  usage: 'URL [--remember FILE]',
  summary: 'check the public log of a site, and its results against the log, from anywhere',
  details: [
    'URL is the address of the site, for example https://results.example.org. No database is needed.',
    'Prints one line per finding, and exits with 1 if there is any.',
    'With --remember, the log must still contain the checkpoint in FILE. After a run without findings FILE',
    'has the newest one: run it regularly, and keep FILE where the site cannot change it.',
    'BEACON is the beacon that the site must use: quicknet unless it is set.',
  ],
  options: { remember: { type: 'string' } },
  async run(call, { say, print }) {
    const url = readUrl(onlyArgument(call, 'URL'));
    const file = call.text('remember');
    const rememberedNote = file === undefined ? null : await readRemembered(file);
    const { findings, findingCount, log } = await auditSite({
      url,
      chains: chainsOf(call.config),
      crypto: nodeCrypto,
      rememberedNote,
      now: startClock(call.config.clockStart).now(),
      report: say,
    });
    for (const finding of findings) print(finding);
    for (const note of log?.notes ?? []) say(note);
    if (findingCount > 0 || !log) throw new CommandFailed(`${describeCount(findingCount, 'finding')}.`);
    if (file !== undefined) {
      await writeRemembered(file, log.checkpoint);
      if (rememberedNote === null) say(`${file}: first visit, remembered from now on.`);
    }
    const counts = [
      `${formatCount(log.entries)} ${log.entries === 1 ? 'entry' : 'entries'}`,
      describeCount(log.results, 'result'),
      describeCount(log.commitments, 'commitment'),
    ];
    print(`No findings: ${counts.join(', ')}.`);
  },
};

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError('URL must be an address starting with http:// or https://.');
}

const chainsOf = ({ beacon }: Config) => new Map(beacon ? [[beacon.chain.id, beacon.chain]] : []);

const describeCount = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
