/** The rules of the model about changes of a draw: provenance, corrections, and what the public has seen. */
import { isSameResult, type ModelDraw, type ModelResult, resultOf } from './site-model.ts';

export interface ModelPatch extends Partial<ModelResult> {
  published?: boolean;
  reason?: string;
}

/** The draw after an edit, without the new version; `at` is the time of the log. */
export function edited(before: ModelDraw, patch: ModelPatch, at: number): ModelDraw {
  const { published, reason, ...change } = patch;
  const withdrawn = published === false ? withdraw(before) : before;
  const changed = changeResult(withdrawn, { ...resultOf(before), ...change }, reason, at);
  if (published !== true || changed.published) return changed;
  return show({ ...changed, published: true, onHold: false, publishedAt: at }, at);
}

const withdraw = (draw: ModelDraw): ModelDraw =>
  draw.published ? { ...draw, published: false, onHold: true } : draw;

function changeResult(
  draw: ModelDraw,
  result: ModelResult,
  reason: string | undefined,
  at: number,
): ModelDraw {
  const { shown } = draw;
  if (isSameResult(draw, result)) {
    const isPending = shown !== null && !isSameResult(shown, draw);
    return isPending && reason !== undefined ? { ...draw, pendingReason: reason || null } : draw;
  }
  const isShown = shown !== null && isSameResult(shown, result);
  const untouched = draw.provenance === 'generated' ? 'edited' : draw.provenance;
  const changed = {
    ...draw,
    ...result,
    provenance: shown ? 'corrected' : untouched,
    pendingReason: isShown ? null : reason || null,
    seal: draw.published ? null : '',
  };
  return draw.published ? show(changed, at) : changed;
}

/** Makes the result public. */
export function show(draw: ModelDraw, at: number): ModelDraw {
  const { shown } = draw;
  const isCorrection = shown !== null && !isSameResult(shown, draw);
  const correction = isCorrection ? [{ at, digits: shown.digits, reason: draw.pendingReason }] : [];
  const provenance = isCorrection ? 'corrected' : (shown?.provenance ?? firstProvenance(draw));
  return {
    ...draw,
    provenance,
    shown: { ...resultOf(draw), provenance },
    corrections: [...draw.corrections, ...correction],
    pendingReason: null,
  };
}

/** A random draft that a restored log had to seal cannot be shown to be untouched. */
const firstProvenance = ({ provenance, seal }: ModelDraw): string =>
  provenance === 'generated' && seal !== null ? 'entered' : provenance;
