/** Whether a database holds anything that a person would miss. */
import type { Inspectable } from './facts.ts';

const CONTENT = ['draws', 'news_posts', 'faqs', 'contact_messages', 'user'];

export async function holdsContent({ tables, query }: Inspectable): Promise<boolean> {
  for (const table of await tables()) {
    if (CONTENT.includes(table) && (await query(`select 1 from "${table}" limit 1`)).length > 0) return true;
  }
  return false;
}
