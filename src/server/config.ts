/** The only module that reads the environment: every setting, its default and its check in one table. */
import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { FILE_PREFIX, PRODUCT_NAME } from '../core/branding.ts';
import { PUBLIC_KEY_BYTES } from '../core/public-log/beacon-chain.ts';
import { type BeaconSource, beaconOf, relaysOf } from './beacon-setting.ts';
import type { LogFormat, LogLevel } from './log.ts';
import { LOOPBACK_HOSTS } from './loopback-hosts.ts';
import { StartError } from './start-error.ts';
import type { DatabaseLocation } from './storage/engines/database.ts';

const text = z.string().trim().min(1);
const PORT_RANGE = 'must be a number from 0 to 65535';
const port = z.coerce
  .number({ error: PORT_RANGE })
  .int(PORT_RANGE)
  .min(0, PORT_RANGE)
  .max(65_535, PORT_RANGE);
const webAddress = (what: string) =>
  text.refine((value) => /^https?:$/.test(protocolOf(value)), {
    error: `must be ${what} starting with http:// or https://`,
    abort: true,
  });
/** Undefined refuses the value. */
const parsed = <Value>(
  schema: z.ZodType<string, string | undefined>,
  parse: (value: string) => Value | undefined,
  error: string,
) =>
  schema.transform((value, context) => {
    const result = parse(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** Every setting of the environment; an empty value counts as not set. */
const environmentSchema = z.object({
  /** Where to listen. Port 0 takes any free one. */
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  /** The folder of the embedded database, the backups and unsent mail. */
  DATA_DIR: text.default('./data'),
  /** Set: PostgreSQL and any number of nodes. Not set: the embedded database. */
  DATABASE_URL: text
    .refine(
      (value) => /^postgres(ql)?:$/.test(protocolOf(value)),
      'must be an address starting with postgres://',
    )
    .optional(),
  /** The public origin, for cookies, links, feeds and origin checks. */
  BASE_URL: webAddress('the public origin')
    .refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  /** Who may create an account on the sign-in page. */
  SIGNUP: z.enum(['first', 'open', 'closed'], { error: 'must be first, open or closed' }).default('first'),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must be at least 6 characters').optional(),
  /** Signs the sessions. Several nodes must share one. */
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  /** Without it mails are written as files. */
  SMTP_URL: text
    .refine(
      (value) => /^smtps?:$/.test(protocolOf(value)),
      'must be an address starting with smtp:// or smtps://',
    )
    .optional(),
  MAIL_FROM: text.default(`${PRODUCT_NAME} <no-reply@localhost>`),
  /** The proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas. */
  TRUST_PROXY: text
    .refine((value) => blockListOf(value) !== null, 'must be IP addresses or ranges')
    .optional(),
  /** The instant at which this server's clock starts, for tests and demos. */
  CLOCK_START: text
    .refine(
      (value) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)),
      'must be an ISO instant',
    )
    .optional(),
  /** For tests only: passwords are hashed at the least cost. Refused with a public BASE_URL. */
  TEST_PASSWORD_COST: z.literal('minimal', { error: 'must be minimal' }).optional(),
  BACKUP_EVERY_HOURS: z.coerce
    .number({ error: 'must be a number of hours, 0 for never' })
    .min(0, 'must be a number of hours, 0 for never')
    .max(720, 'must be at most 720 hours')
    .default(6),
  /** The public randomness that draws are made with. */
  BEACON: parsed(
    text.default('quicknet'),
    beaconOf,
    'must be quicknet, off or URL#publicKey#genesis#period: an address starting with http:// or https://, ' +
      `${PUBLIC_KEY_BYTES} bytes in hex, Unix seconds and the seconds between rounds`,
  ),
  /** Where the beacon's rounds are fetched. Not set: from drand's public relays, or from the URL in BEACON. */
  BEACON_URLS: parsed(
    text,
    relaysOf,
    'must be addresses starting with http:// or https://, without credentials and query, separated by commas',
  ).optional(),
  OFFICIAL_SITE_URL: webAddress('an address').optional(),
  CONTACT_EMAIL: z.email('must be an e-mail address').default('contact@example.org'),
  CONTACT_PHONE: text.default('+91 471 000 0000'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  /** Not set: text when the output is a terminal, otherwise JSON. */
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).optional(),
  /** Push services are given this address of the people who run the site. Not set: CONTACT_EMAIL. */
  PUSH_CONTACT: text
    .refine(
      (value) => /^(https|mailto):$/.test(protocolOf(value)),
      'must be an address starting with mailto: or https://',
    )
    .optional(),
  /** Hosts that are push services besides those of the browsers. */
  PUSH_HOSTS: parsed(text, hostNamesOf, 'must be host names without a port, separated by commas').optional(),
  /** Allows receivers of webhooks and pushes in private networks and over http: for tests. */
  WEBHOOK_PRIVATE_ADDRESSES: z.literal('allow', { error: 'must be allow' }).optional(),
  /** The port that Prometheus scrapes; 0 takes any free one. Not set: no metrics. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: text.default('127.0.0.1'),
});

export type SignupMode = z.infer<typeof environmentSchema>['SIGNUP'];

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  database: DatabaseLocation;
  /** Null: `http://localhost` with the port that the server listens on. */
  baseUrl: string | null;
  signup: SignupMode;
  firstAdmin: { email: string; password: string } | null;
  authSecret: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  trustedProxies: BlockList;
  clockStart: number | null;
  passwordCost: 'full' | 'minimal';
  backupEveryHours: number;
  /** Null: draws are made without a beacon. */
  beacon: BeaconSource | null;
  officialSiteUrl: string | null;
  contactEmail: string;
  contactPhone: string;
  logLevel: LogLevel;
  /** Null: depends on whether the output is a terminal. */
  logFormat: LogFormat | null;
  /** An https: or mailto: address. */
  pushContact: string;
  pushHosts: readonly string[];
  webhookPrivateAddresses: boolean;
  /** Null: no metrics. */
  metrics: { host: string; port: number } | null;
}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const reading = environmentSchema.safeParse(Object.fromEntries(set));
  if (!reading.success) throw new StartError(reading.error.issues.map(describeIssue).join('\n'));
  const values = reading.data;
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new StartError('AUTH_SECRET is required with DATABASE_URL: every node must share it.');
  }
  if (Boolean(values.ADMIN_EMAIL) !== Boolean(values.ADMIN_PASSWORD)) {
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  if (values.TEST_PASSWORD_COST && values.BASE_URL && !isLoopback(values.BASE_URL)) {
    throw new StartError('TEST_PASSWORD_COST is for tests only and is refused with a public BASE_URL.');
  }
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    database: values.DATABASE_URL
      ? { kind: 'postgres', url: values.DATABASE_URL }
      : { kind: 'sqlite', file: join(dataDir, `${FILE_PREFIX}.db`) },
    baseUrl: values.BASE_URL ?? null,
    signup: values.SIGNUP,
    firstAdmin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : null,
    authSecret: values.AUTH_SECRET ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    trustedProxies: blockListOf(values.TRUST_PROXY ?? '') ?? new BlockList(),
    clockStart: values.CLOCK_START ? Date.parse(values.CLOCK_START) : null,
    passwordCost: values.TEST_PASSWORD_COST ?? 'full',
    backupEveryHours: values.BACKUP_EVERY_HOURS,
    beacon: values.BEACON && { ...values.BEACON, ...(values.BEACON_URLS && { relays: values.BEACON_URLS }) },
    officialSiteUrl: values.OFFICIAL_SITE_URL ?? null,
    contactEmail: values.CONTACT_EMAIL,
    contactPhone: values.CONTACT_PHONE,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? null,
    pushContact: values.PUSH_CONTACT ?? `mailto:${values.CONTACT_EMAIL}`,
    pushHosts: values.PUSH_HOSTS ?? [],
    webhookPrivateAddresses: values.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
    metrics:
      values.METRICS_PORT === undefined ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
  };
}

/** Names the setting and what it must be, never its value: that may be a secret. */
const describeIssue = (issue: z.core.$ZodIssue): string => `${issue.path.join('.')} ${issue.message}.`;

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

function isLoopback(origin: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(origin).hostname);
}

function hostNamesOf(list: string): string[] | undefined {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  const areNames = names.every(
    (name) => /^[^*]+$/.test(name) && URL.parse(`https://${name}`)?.hostname === name,
  );
  return areNames ? names : undefined;
}

function blockListOf(list: string): BlockList | null {
  const blocks = new BlockList();
  for (const entry of list.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) return null;
    try {
      if (prefix === undefined) blocks.addAddress(address, family);
      else blocks.addSubnet(address, Number(prefix), family);
    } catch {
      return null;
    }
  }
  return blocks;
}
