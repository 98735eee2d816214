/** Staff delete a draw; the log keeps what it was. */

import type { Actor } from '../../../core/actor.ts';
import { findDrawRow, removeDraw } from '../../storage/draws/draws-store.ts';
import { perform } from '../act.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { drawRecord } from './draw-record.ts';

export const deleteDraw = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = expectRow(await findDrawRow(tx, id), expectedEtag);
    await removeDraw(tx, id);
    await record(drawRecord(before.published ? 'Deleted result' : 'Deleted draft', { before, after: null }));
  });
