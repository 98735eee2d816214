/** The life of the form in which a draw is added or edited. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type AdminDraw, newDrawSchema } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { isIstDate } from '../../../core/ist-time.ts';
import { isSlot, SLOTS } from '../../../core/slots.ts';
import { useToday } from '../../hooks/use-today.ts';
import { useQuery } from '../data/use-query.ts';
import { type FormProblem, findProblem, problemOf } from '../forms/form-problem.ts';
import { useDiscardQuestion, useUnsavedGuard } from '../forms/unsaved-work.tsx';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useEarlyQuestion } from './draw-actions.ts';
import { type DrawValues, fieldsOf, valuesOf } from './draw-values.ts';
import { addDraw } from './saving/add-draw.ts';
import { useDrawSaving } from './saving/draw-saving.tsx';

const FAILURE = 'Error saving result. Please try again.';

/** What was typed or chosen; the rest is filled in from it. */
interface Typed extends Partial<DrawValues> {
  publish?: boolean;
}

const TYPED_NAMES = ['date', 'slot', 'drawNo', 'digits', 'publish'] as const satisfies (keyof Typed)[];

const regularNumber = (date: string, slot: string): string =>
  isIstDate(date) && isSlot(slot) ? drawNumberFor(date, slot) : '';

/** A number that somebody once gave a draw by hand stays; one that was filled in moves along with the draw. */
function startOf(draw: AdminDraw | null): Typed {
  if (!draw) return {};
  const { drawNo, ...values } = valuesOf(draw);
  return drawNo === regularNumber(draw.date, draw.slot) ? values : { ...values, drawNo };
}

export function useDrawEditor(
  draw: AdminDraw | null,
  { onSaved, onClosed }: { onSaved(draw: AdminDraw): void; onClosed(): void },
) {
  const [base] = useState(draw);
  const [start] = useState(() => startOf(base));
  const [typed, setTyped] = useState<Typed>(start);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const today = useToday();
  const api = useApi();
  const toasts = useToasts();
  const save = useDrawSaving();
  const mayPublish = useEarlyQuestion();
  const mayDiscard = useDiscardQuestion();

  const date = typed.date ?? today;
  const others = useOtherDraws(date, base);
  const takenSlots = others.map((each) => each.slot);
  const slot = typed.slot ?? SLOTS.find((each) => !takenSlots.includes(each)) ?? SLOTS[0];
  const filledInNumber = regularNumber(date, slot);
  const values: DrawValues = {
    date,
    slot,
    drawNo: typed.drawNo ?? filledInNumber,
    digits: typed.digits ?? '',
  };
  const publish = typed.publish ?? false;
  const isDirty = TYPED_NAMES.some((name) => typed[name] !== start[name]);
  useUnsavedGuard(isDirty);

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  /** Null when the person chose to go on editing. */
  async function send(): Promise<AdminDraw | null> {
    if (base) return save(base, values);
    const draft = newDrawSchema.parse({ ...fieldsOf(values), published: publish });
    if (publish && !(await mayPublish(draft))) return null;
    const created = await addDraw(api, draft);
    toasts.success(
      created.published ? `${created.drawNo} is published.` : `${created.drawNo} is added as a draft.`,
    );
    return created;
  }

  async function attempt(): Promise<void> {
    setProblem(null);
    setSaving(true);
    try {
      const saved = await send();
      if (saved) return onSaved(saved);
    } catch (error) {
      setProblem(problemOf(error, FAILURE));
    }
    setSaving(false);
  }

  return {
    base,
    values,
    publish,
    takenSlots,
    /** The draw that has the chosen slot already. */
    occupant: others.find((each) => each.slot === slot),
    filledInNumber,
    form,
    problem,
    isSaving,
    /**
     * Whatever is typed is meant for the date and the slot that are shown, so these no longer follow the day's draws;
     * only another date brings its own free slot with it, as long as nothing but the date was typed.
     */
    type(change: Typed) {
      const shown = 'date' in change ? {} : { date, slot };
      setTyped((current) => ({ ...shown, ...current, ...change }));
    },
    /** The number follows date and slot again. */
    fillInNumber: () => setTyped(({ drawNo: _, ...rest }) => rest),
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      if (isSaving) return;
      const found = findProblem(newDrawSchema, { ...fieldsOf(values), published: publish });
      if (found) setProblem(found);
      else void attempt();
    },
    async close() {
      if (!isDirty || (await mayDiscard())) onClosed();
    },
  };
}

/** The draws of a day other than the one that is edited. */
function useOtherDraws(date: string, edited: AdminDraw | null): AdminDraw[] {
  const { data } = useQuery<Page<AdminDraw>>(isIstDate(date) ? `/api/admin/draws?date=${date}` : null, [
    'draws',
  ]);
  return (data?.items ?? []).filter((draw) => draw.date === date && draw.id !== edited?.id);
}
