/** Staff enter a draw, as a draft or published at once. */
import type { AdminDraw, NewDraw } from '../../../contract/draws.ts';
import type { Actor } from '../../../core/actor.ts';
import { newDraft, publish } from '../../../core/publication.ts';
import { toAdminDraw } from '../../storage/draws/draw-rows.ts';
import { insertDraws } from '../../storage/draws/draws-store.ts';
import { perform } from '../act.ts';
import { newId, type ServiceContext } from '../context.ts';
import { expectFreeSlot, refusingClashes } from './draw-clashes.ts';
import { drawRecord } from './draw-record.ts';
import { digitsIn } from './edit-draw.ts';
import { newDrawRow } from './new-draw.ts';

export const createDraw = (services: ServiceContext, input: NewDraw, actor: Actor): Promise<AdminDraw> =>
  refusingClashes(
    perform(services, actor, async ({ tx, now, record }) => {
      await expectFreeSlot(tx, input.date, input.slot);
      const draft = newDraft('entered');
      const after = newDrawRow({
        id: newId(services),
        date: input.date,
        slot: input.slot,
        drawNo: input.drawNo,
        digits: digitsIn(input),
        publication: input.published ? publish(draft, now) : draft,
        now,
      });
      await insertDraws(tx, [after]);
      await record(drawRecord(input.published ? 'Created result' : 'Created draft', { before: null, after }));
      return toAdminDraw(after);
    }),
  );
