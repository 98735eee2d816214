/** What the feed has of changes by a service. */
import type { FeedEntry } from '../../src/server/storage/feed/feed-store.ts';
import { readRowChanges, type TestContext } from './services-context.ts';

export const feedFor = ({ database }: TestContext, audience: 'public' | 'admin') =>
  readRowChanges(database, audience);
export const summarize = (entries: FeedEntry[]) => entries.map(({ type, table }) => `${type} ${table}`);
