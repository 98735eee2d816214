/** Loads today's results, or those of the last day before today that has some. */
import { istDateOf } from '../../../core/ist-time.ts';
import { livePage } from '../../live/live-lists.ts';
import type { PageServices } from '../../page-services.ts';

export async function loadTodaysDraws(services: PageServices) {
  const cursor = services.cursor();
  const today = istDateOf(services.now());
  const ofToday = await services.drawsOf(today);
  const rows = ofToday.length > 0 ? ofToday : (await services.days({ before: today, limit: 1 })).draws;
  // Without an upper limit: tomorrow's draws must appear on a page that is open at midnight.
  const draws = { rows, scope: { from: rows[0]?.date ?? today } };
  return { ...livePage({ cursor, draws }), randomness: await services.randomness(ofToday, today) };
}
