/** The metrics of a node, read from its parts and from the database. */
import type { Registry } from 'prom-client';
import { SECOND } from '../../core/ist-time.ts';
import type { DatabaseState } from '../storage/engines/database.ts';
import type { Feed } from '../storage/feed/feed-cursor.ts';
import { addCounter, addGauge, type LabelledValue, type Reading } from './scraped-metrics.ts';
import type { StoredValues } from './stored-values.ts';

/** Read at each scrape; only `storedValues` is asynchronous. */
export interface NodeState {
  database(): DatabaseState;
  streams: StreamState;
  cache(): { entries: number; bytes: number; hits: number; misses: number };
  queues: Record<string, { statistics(): QueueState }>;
  mails(): { sent: number; failedAttempts: number; givenUp: number };
  webhooks(): { sent: number; failedAttempts: number; givenUp: number };
  pushes(): { accepted: number; gone: number; refused: number; failed: number };
  backups(): { verified: number; failed: number };
  /** How far the server's clock is ahead of the machine's, in milliseconds; null if they are the same. */
  clockOffset(): number | null;
  storedValues(): Promise<StoredValues>;
}

interface QueueState {
  running: number;
  waiting: number;
  refused: number;
  abandoned: number;
}

/** Null before the node serves requests: its metrics are omitted. */
type ReadNode = () => NodeState | null;
/** Null if the database could not be read in this scrape. */
type ReadStored = () => StoredValues | null;

type Value<Source> = [name: string, help: string, read: (source: Source) => number | null | undefined];

const GAUGES: Value<NodeState>[] = [
  [
    'swarna_database_writes_waiting',
    'Writes of this node that wait for their turn.',
    (node) => node.database().writesWaiting,
  ],
  ['swarna_response_cache_entries', 'Cached responses.', (node) => node.cache().entries],
  ['swarna_response_cache_bytes', 'Size of the cached responses.', (node) => node.cache().bytes],
  [
    'swarna_clock_offset_seconds',
    "How far the database's clock is ahead of this machine's; PostgreSQL only.",
    (node) => inSeconds(node.clockOffset()),
  ],
];

const COUNTERS: Value<NodeState>[] = [
  [
    'swarna_database_outages_total',
    'Number of times the database stopped responding or became read-only.',
    (node) => node.database().outages,
  ],
  ['swarna_response_cache_hits_total', 'Requests served from the cache.', (node) => node.cache().hits],
  [
    'swarna_response_cache_misses_total',
    'Cacheable requests not served from the cache: what they need is created, once for all that wait for it.',
    (node) => node.cache().misses,
  ],
  ['swarna_mails_sent_total', 'Mails that this node sent.', (node) => node.mails().sent],
  [
    'swarna_mail_failures_total',
    'Attempts of this node to send a mail that failed.',
    (node) => node.mails().failedAttempts,
  ],
  ['swarna_mails_given_up_total', 'Mails that this node stopped retrying.', (node) => node.mails().givenUp],
  [
    'swarna_webhooks_sent_total',
    'Webhook messages that this node sent and a receiver accepted.',
    (node) => node.webhooks().sent,
  ],
  [
    'swarna_webhook_failures_total',
    'Attempts of this node to send a webhook message that failed.',
    (node) => node.webhooks().failedAttempts,
  ],
  [
    'swarna_webhooks_given_up_total',
    'Webhook messages that this node stopped retrying.',
    (node) => node.webhooks().givenUp,
  ],
  [
    'swarna_pushes_sent_total',
    'Messages to devices that this node sent and a push service accepted.',
    (node) => node.pushes().accepted,
  ],
  [
    'swarna_push_failures_total',
    'Attempts of this node to push a message to a device that failed.',
    (node) => node.pushes().failed + node.pushes().refused,
  ],
  [
    'swarna_push_devices_gone_total',
    'Devices that this node removed, because their push service no longer knows them.',
    (node) => node.pushes().gone,
  ],
  [
    'swarna_backups_verified_total',
    'Backups that this node made and verified.',
    (node) => node.backups().verified,
  ],
  ['swarna_backups_failed_total', 'Backups of this node that failed.', (node) => node.backups().failed],
];

const STORED_GAUGES: Value<StoredValues>[] = [
  [
    'swarna_feed_lag_entries',
    'Feed entries that this node has not published yet.',
    ({ feedLag }) => feedLag?.entries,
  ],
  [
    'swarna_feed_lag_seconds',
    'Age of the oldest feed entry that this node has not published.',
    ({ feedLag }) => feedLag?.seconds,
  ],
  [
    'swarna_results_overdue',
    "Today's slots that should have a published result and have none.",
    ({ overdueResults }) => overdueResults?.count,
  ],
  [
    'swarna_result_overdue_seconds',
    'How long the first of these results is overdue.',
    ({ overdueResults }) => overdueResults?.seconds,
  ],
  ['swarna_mails_waiting', 'Mails that wait to be sent, over all nodes.', ({ mails }) => mails?.waiting],
  [
    'swarna_oldest_mail_age_seconds',
    'How long the oldest of these mails waits.',
    ({ mails }) => mails?.oldestSeconds,
  ],
  [
    'swarna_webhooks_waiting',
    'Webhook messages that wait to be sent, over all nodes.',
    ({ webhooks }) => webhooks?.waiting,
  ],
  [
    'swarna_oldest_webhook_age_seconds',
    'How long the oldest of these messages waits.',
    ({ webhooks }) => webhooks?.oldestSeconds,
  ],
  [
    'swarna_last_backup_timestamp_seconds',
    'When the last backup that can be relied on was finished; 0 where there is none.',
    ({ lastBackup }) => lastBackup && inSeconds(Date.parse(lastBackup.finishedAt ?? NEVER)),
  ],
];

const NEVER = '1970-01-01T00:00:00.000Z';

const inSeconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : milliseconds / SECOND;

/** An unknown value is omitted, not 0. */
const reading =
  <Source>(source: () => Source | null, read: Value<Source>[2]) =>
  (): Reading => {
    const found = source();
    return found === null ? null : (read(found) ?? null);
  };

export function addNodeMetrics(registry: Registry, readNode: ReadNode, readStored: ReadStored): void {
  for (const [name, help, read] of GAUGES) addGauge(registry, { name, help, read: reading(readNode, read) });
  for (const [name, help, read] of COUNTERS)
    addCounter(registry, { name, help, read: reading(readNode, read) });
  for (const [name, help, read] of STORED_GAUGES)
    addGauge(registry, { name, help, read: reading(readStored, read) });
  addAvailability(registry, readNode);
  addConnections(registry, readNode);
  addStreamMetrics(registry, () => readNode()?.streams ?? null);
  addQueueMetrics(registry, () => readNode()?.queues ?? null);
}

/** These are never omitted: 0 before the node serves requests. */
function addAvailability(registry: Registry, readNode: ReadNode): void {
  const flag = (name: string, help: string, isTrue: (node: NodeState) => boolean) =>
    addGauge(registry, {
      name,
      help,
      read() {
        const node = readNode();
        return node && isTrue(node) ? 1 : 0;
      },
    });
  flag('swarna_database_up', 'Whether the database responds.', (node) => node.database().responds);
  flag(
    'swarna_database_writable',
    'Whether the database can be written.',
    (node) => node.database().canBeWritten,
  );
}

function addConnections(registry: Registry, readNode: ReadNode): void {
  addGauge(registry, {
    name: 'swarna_database_connections',
    help: 'Connections of the pool by state, and those who wait for one; PostgreSQL only.',
    labels: ['state'],
    read() {
      const connections = readNode()?.database().connections;
      if (!connections) return null;
      return [
        [{ state: 'in_use' }, connections.inUse],
        [{ state: 'idle' }, connections.idle],
        [{ state: 'waiting' }, connections.waiting],
      ];
    },
  });
}

interface StreamState {
  count(feed: Feed): number;
  /** Since the start. */
  totals(feed: Feed): { opened: number; refused: { total: number; perSource: number } };
}

const AUDIENCES: Feed[] = ['public', 'admin'];

function addStreamMetrics(registry: Registry, readStreams: () => StreamState | null): void {
  const forEach = (valuesOf: (streams: StreamState, audience: Feed) => LabelledValue[]) => (): Reading => {
    const streams = readStreams();
    return streams && AUDIENCES.flatMap((audience) => valuesOf(streams, audience));
  };
  addGauge(registry, {
    name: 'swarna_streams_open',
    help: 'Live streams that are open.',
    labels: ['audience'],
    read: forEach((streams, audience) => [[{ audience }, streams.count(audience)]]),
  });
  addCounter(registry, {
    name: 'swarna_streams_opened_total',
    help: 'Live streams that were opened.',
    labels: ['audience'],
    read: forEach((streams, audience) => [[{ audience }, streams.totals(audience).opened]]),
  });
  addCounter(registry, {
    name: 'swarna_streams_refused_total',
    help: 'Live streams that were refused, by the limit that was reached: of the node, or of a network or account.',
    labels: ['audience', 'reason'],
    read: forEach((streams, audience) => {
      const { total, perSource } = streams.totals(audience).refused;
      return [
        [{ audience, reason: 'node' }, total],
        [{ audience, reason: 'source' }, perSource],
      ];
    }),
  });
}

function addQueueMetrics(registry: Registry, readQueues: () => NodeState['queues'] | null): void {
  const forEach =
    (read: (state: QueueState) => number): (() => Reading) =>
    () => {
      const queues = readQueues();
      return (
        queues && Object.entries(queues).map(([queue, { statistics }]) => [{ queue }, read(statistics())])
      );
    };
  const labels = ['queue'];
  addGauge(registry, {
    name: 'swarna_work_running',
    help: 'Responses that are being created, or passwords that are being checked.',
    labels,
    read: forEach(({ running }) => running),
  });
  addGauge(registry, {
    name: 'swarna_work_waiting',
    help: 'Responses and passwords that wait for their turn.',
    labels,
    read: forEach(({ waiting }) => waiting),
  });
  addCounter(registry, {
    name: 'swarna_work_refused_total',
    help: 'Requests that were refused because too much waited.',
    labels,
    read: forEach(({ refused }) => refused),
  });
  addCounter(registry, {
    name: 'swarna_work_abandoned_total',
    help: 'Work that was not begun because every client had left, or to make room for another network.',
    labels,
    read: forEach(({ abandoned }) => abandoned),
  });
}
