/** What the bench has measured of one node and its database, in the units of the simulation. */
import { SECOND } from '../../src/core/ist-time.ts';
import { medianOf } from '../measurement.ts';
import type { Results } from '../subject.ts';

/** Times are milliseconds of one core. */
export interface Costs {
  /** One message to one stream. */
  send: number;
  openStream: number;
  page: number;
  data: number;
  /** From the request to publish to the message on another node. */
  publication: number;
  /** What the database does for one node after a publication. */
  feedRead: number;
  /** What the database does for one node in each second without one. */
  nodeAtRest: number;
  transactionsAtRest: number;
  connections: number;
  /** Megabytes. */
  streamMemory: number;
  serverMemory: number;
  messageBytes: number;
  pageBytes: number;
  dataBytes: number;
}

export type Stored = Readonly<Record<string, Results>>;

/** The subjects that must have been measured. */
export const NEEDED = ['http', 'streams', 'nodes'];

const STREAMS = 10_000;

/** Throws if it has not been measured. */
function readFigure(stored: Stored, subject: string, name: string, unit: string): number {
  const found = stored[subject]?.measurements.find((each) => each.name === name && each.unit === unit);
  const value = found && medianOf(found);
  if (value === undefined) throw new Error(`${subject} has not measured "${name}" in ${unit}`);
  return value;
}

/** Of ten thousand WebSockets on one node. */
export const readStreamFigure = (stored: Stored, what: string, unit: string): number =>
  readFigure(stored, 'streams', `10,000 streams, WebSocket: ${what}`, unit);

/** Throws if something has not been measured. */
export function readCosts(stored: Stored): Costs {
  const figure = (subject: string, name: string, unit: string) => readFigure(stored, subject, name, unit);
  const ofStreams = (what: string, unit: string) => readStreamFigure(stored, what, unit);
  const ofRequest = (name: string) => SECOND / figure('http', name, 'requests per second of processor time');
  const memory = ofStreams('memory for them', 'MB');
  return {
    send: ofStreams('processor time for a publication', 'ms') / STREAMS,
    openStream: ofStreams('processor time to open them', 'ms') / STREAMS,
    page: ofRequest('home `/`'),
    data: ofRequest('`/api/today`'),
    publication: figure('nodes', 'a publication to its message on another node', 'ms'),
    feedRead: figure('nodes', 'a publication: processor time of the database for each node', 'ms'),
    nodeAtRest: figure('nodes', 'a node at rest: processor time of the database', 'ms each second'),
    transactionsAtRest: figure('nodes', 'a node at rest: transactions', '/s'),
    connections: figure('nodes', 'a node: connections', ''),
    streamMemory: memory / STREAMS,
    serverMemory: ofStreams('memory of the server with them', 'MB') - memory,
    messageBytes: ofStreams('message of a publication', 'bytes'),
    pageBytes: figure('http', 'home `/`', 'bytes'),
    dataBytes: figure('http', '`/api/today`', 'bytes'),
  };
}
