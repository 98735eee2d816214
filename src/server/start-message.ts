/** What a person at a terminal reads once the site is running. */
import { PRODUCT_NAME } from '../core/branding.ts';
import type { Config } from './config.ts';

export interface StartFacts {
  version: string;
  baseUrl: string;
  /** Creates the first account; null once there is one. */
  setupLink: string | null;
  dataDir: string;
  database: Config['database'];
}

export function startMessage({ version, baseUrl, setupLink, dataDir, database }: StartFacts): string {
  const lines: [label: string, text: string][] = [
    ['Site', baseUrl],
    ['Panel', setupLink ?? `${baseUrl}/admin`],
    ...(setupLink
      ? [['', 'There is no account yet: open this link to create the first one.'] as [string, string]]
      : []),
    ...dataLines(database, dataDir),
    ['Stop', 'Press Ctrl-C'],
  ];
  const written = lines.map(([label, text]) => `  ${label.padEnd(8)}${text}`);
  return ['', `  ${PRODUCT_NAME} ${version} is running`, '', ...written, '', ''].join('\n');
}

function dataLines(database: Config['database'], dataDir: string): [string, string][] {
  if (database.kind === 'sqlite') return [['Data', `${dataDir} (database, backups, unsent mail)`]];
  const { host, pathname } = new URL(database.url);
  return [
    ['Data', `PostgreSQL database ${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`],
    ['Files', `${dataDir} (backups, unsent mail)`],
  ];
}
