/** Queries of the panel that need no service of their own; routes must not import storage. */
import type { AdminDraw } from '../../contract/draws.ts';
import type { AdminFaq } from '../../contract/faqs.ts';
import type { AdminNewsArticle } from '../../contract/news.ts';
import { AppError } from '../errors.ts';
import { findFaqRow, toAdminFaq } from '../storage/content/faqs-store.ts';
import { findArticleRow, toAdminNewsArticle } from '../storage/content/news-store.ts';
import { toAdminDraw } from '../storage/draws/draw-rows.ts';
import { findDrawRow } from '../storage/draws/draws-store.ts';
import type { Reader } from '../storage/schema.ts';

export { countNewContacts, listContacts } from '../storage/content/contacts-store.ts';
export { searchFaqs } from '../storage/content/faqs-store.ts';
export { listArticles } from '../storage/content/news-store.ts';
export { listDraws, streamDraws } from '../storage/draws/draws-store.ts';
export { listImports } from '../storage/draws/imports-store.ts';
export { listActivity, listActivityUsers, streamActivity } from '../storage/feed/activity-store.ts';
export { readSettings } from '../storage/operations/settings-store.ts';

export const findDraw = async (db: Reader, id: string): Promise<AdminDraw> =>
  toAdminDraw(orNotFound(await findDrawRow(db, id)));

export const findArticle = async (db: Reader, id: string): Promise<AdminNewsArticle> =>
  toAdminNewsArticle(orNotFound(await findArticleRow(db, id)));

export const findFaq = async (db: Reader, id: string): Promise<AdminFaq> =>
  toAdminFaq(orNotFound(await findFaqRow(db, id)));

function orNotFound<Row>(row: Row | undefined): Row {
  if (!row) throw new AppError('not-found');
  return row;
}
