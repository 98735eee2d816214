/** What staff do with draws, and the expected results. */
import type { DrawPatch } from '../../../src/contract/draws.ts';
import { ADMIN_CSV_HEADER } from '../../../src/core/csv.ts';
import type { Slot } from '../../../src/core/slots.ts';
import { createDraw, deleteDraw, editDraw } from '../../../src/server/services/draws/draws.ts';
import { importCsv } from '../../../src/server/services/draws/import-csv.ts';
import {
  holdDraft,
  publishDraw,
  releaseDraft,
  unpublishDraw,
} from '../../../src/server/services/draws/publish-draw.ts';
import { EDITOR } from '../../server/services-context.ts';
import type { Act, Situation } from './acts.ts';
import { edited, type ModelPatch } from './draw-changes.ts';
import {
  chooseNewDraw,
  chooseNumber,
  chooseTarget,
  digitFields,
  nearDate,
  randomDigits,
} from './draw-choices.ts';
import {
  type Expectation,
  expectRecord,
  type NewModelDraw,
  NOTHING,
  newEnteredDraw,
  newImportedDraw,
  recordOf,
  refuse,
  revise,
} from './expectation.ts';
import { isSameResult, type ModelDraw, regularNumber, type SiteModel, SLOT_TIMES } from './site-model.ts';

function findTarget(
  model: SiteModel,
  { id, expectedEtag = '*' }: { id: string; expectedEtag?: string },
): ModelDraw | { refusal: string } {
  const draw = model.draws.get(id);
  if (!draw) return { refusal: 'not-found' };
  return expectedEtag === '*' || expectedEtag === `"${draw.version}"` ? draw : { refusal: 'stale' };
}

export function create(situation: Situation): Act {
  const draw = chooseNewDraw(situation);
  const { digits, ...fields } = draw;
  const isBroken = situation.random.chance(0.03);
  const input = { ...fields, slot: draw.slot as Slot, ...digitFields(isBroken ? 'x2345' : digits) };
  return {
    name: draw.published ? 'create result' : 'create draft',
    text: `${draw.drawNo} for ${draw.date} ${draw.slot}${isBroken ? ' with a letter' : ''}`,
    run: (services) => createDraw(services, input, EDITOR),
    expect(model, now) {
      if (model.at(draw.date, draw.slot)) return refuse('draw-exists');
      if (isBroken) return refuse('invalid');
      if (model.byNumber(draw.drawNo)) return refuse('draw-number-taken');
      const after = newEnteredDraw(draw, now, model.logTimeAt(now));
      return expectRecord(
        recordOf(draw.published ? 'Created result' : 'Created draft', { before: null, after }),
      );
    },
  };
}

export function edit(situation: Situation): Act {
  const { random } = situation;
  const { text, ...target } = chooseTarget(situation);
  const digits = random.chance(0.7) ? randomDigits(random) : null;
  const place = random.chance(0.25) ? { date: nearDate(situation), slot: random.pick(SLOT_TIMES) } : {};
  const number = random.chance(0.1)
    ? { drawNo: chooseNumber(situation, nearDate(situation), random.pick(SLOT_TIMES)) }
    : {};
  const state = random.chance(0.25) ? { published: random.chance(0.5) } : {};
  const reason = random.chance(0.3) ? { reason: random.pick(['', 'A typing error', 'Checked again']) } : {};
  const change = { ...place, ...number, ...state, ...reason };
  const patch = { ...change, ...(digits && digitFields(digits)) } as DrawPatch;
  return {
    name: 'edit draw',
    text: `${text} to ${JSON.stringify({ digits, ...change })}`,
    run: (services) => editDraw(services, { ...target, patch }, EDITOR),
    expect: (model, now) => expectEdit(model, target, { ...change, ...(digits && { digits }) }, now),
  };
}

function expectEdit(
  model: SiteModel,
  target: { id: string; expectedEtag?: string },
  patch: ModelPatch,
  now: number,
): Expectation {
  const before = findTarget(model, target);
  if ('refusal' in before) return before;
  const after = edited(before, patch, model.logTimeAt(now));
  if (Bun.deepEquals(before, after)) return NOTHING;
  const isMoved = after.date !== before.date || after.slot !== before.slot;
  if (isMoved && model.at(after.date, after.slot)) return refuse('draw-exists');
  if ((model.byNumber(after.drawNo)?.id ?? before.id) !== before.id) return refuse('draw-number-taken');
  return expectRecord(recordOf(actionOf(before, after), { before, after: revise(after, now) }));
}

function actionOf(before: ModelDraw, after: ModelDraw): string {
  if (!isSameResult(before, after) && after.provenance === 'corrected') return 'Corrected result';
  if (before.published !== after.published)
    return after.published ? 'Published result' : 'Unpublished result';
  return after.published ? 'Edited result' : 'Edited draft';
}

export function publish(situation: Situation): Act {
  const { text, ...target } = chooseTarget(situation);
  return {
    name: 'publish',
    text,
    run: (services) => publishDraw(services, target, EDITOR),
    expect: (model, now) => expectEdit(model, target, { published: true }, now),
  };
}

export function withdraw(situation: Situation): Act {
  const { text, ...target } = chooseTarget(situation);
  return {
    name: 'withdraw',
    text,
    run: (services) => unpublishDraw(services, target, EDITOR),
    expect: (model, now) => expectEdit(model, target, { published: false }, now),
  };
}

export function hold(situation: Situation): Act {
  const { text, ...target } = chooseTarget(situation);
  return {
    name: 'hold',
    text,
    run: (services) => holdDraft(services, target, EDITOR),
    expect: (model, now) => expectHold(model, target, true, now),
  };
}

export function release(situation: Situation): Act {
  const { text, ...target } = chooseTarget(situation);
  return {
    name: 'release',
    text,
    run: (services) => releaseDraft(services, target, EDITOR),
    expect: (model, now) => expectHold(model, target, false, now),
  };
}

function expectHold(
  model: SiteModel,
  target: { id: string; expectedEtag?: string },
  onHold: boolean,
  now: number,
): Expectation {
  const before = findTarget(model, target);
  if ('refusal' in before) return before;
  if (before.published) return refuse('draw-published');
  if (before.onHold === onHold) return NOTHING;
  const after = revise({ ...before, onHold }, now);
  return expectRecord(recordOf(onHold ? 'Held draft' : 'Released draft', { before, after }));
}

export function remove(situation: Situation): Act {
  const { text, ...target } = chooseTarget(situation);
  return removal(target, text);
}

/** Deletes a random draft, as somebody would who hopes for other digits. */
export function discard(situation: Situation): Act {
  const { random, today, model } = situation;
  const [first, ...others] = model
    .list()
    .filter((draw) => draw.date >= today && !draw.published && draw.provenance === 'generated');
  if (!first) return remove(situation);
  const { id, drawNo } = random.pick([first, ...others]);
  return removal({ id }, drawNo);
}

function removal(target: { id: string; expectedEtag?: string }, text: string): Act {
  return {
    name: 'delete',
    text,
    run: (services) => deleteDraw(services, target, EDITOR),
    expect(model) {
      const before = findTarget(model, target);
      if ('refusal' in before) return before;
      const action = before.published ? 'Deleted result' : 'Deleted draft';
      return expectRecord(recordOf(action, { before, after: null }));
    },
  };
}

export function importFile(situation: Situation): Act {
  const { random } = situation;
  const draws = new Map<string, NewModelDraw>();
  for (let row = random.integer(1, 6); row > 0; row -= 1) {
    const draw = chooseNewDraw(situation);
    const drawNo = regularNumber(draw.date, draw.slot);
    draws.set(drawNo, { ...draw, drawNo });
  }
  const rows = [...draws.values()];
  const header = random.chance(0.05) ? 'Date;Time' : ADMIN_CSV_HEADER;
  const lines = rows.map(({ date, slot, drawNo, digits, published }) =>
    [date, slot, drawNo, ...digits, published ? 'Published' : 'Draft'].join(','),
  );
  return {
    name: 'import',
    text: `${rows.map(({ drawNo }) => drawNo).join(' ')}${header === ADMIN_CSV_HEADER ? '' : ' with a wrong header'}`,
    run: (services) => importCsv(services, [header, ...lines].join('\n'), EDITOR),
    expect(model, now) {
      const isTaken = rows.some(({ date, slot, drawNo }) => model.at(date, slot) || model.byNumber(drawNo));
      if (isTaken || header !== ADMIN_CSV_HEADER) return refuse('invalid');
      return expectRecord({
        action: 'Imported results',
        target: rows.length === 1 ? '1 draw' : `${rows.length} draws`,
        draws: rows.map((draw) => ({
          before: null,
          after: newImportedDraw(draw, now, model.logTimeAt(now)),
        })),
        isImport: true,
      });
    },
  };
}
