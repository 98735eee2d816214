/**
 * The life-cycle of a form: values, validation, sending, unsaved work and conflicts. Forms differ in what happens when
 * somebody else changes the same values:
 * - articles, questions, webhooks and accounts are saved with `createRowSaver`: the save is refused once, `theirs` is
 *   shown, and the next save replaces it;
 * - settings are on the screen all the time, so a change shows in the form at once, and `changedElsewhere` names it;
 * - draws are saved by `draws/draw-saving.tsx`, which shows both versions in a dialog: one of them may be public;
 * - what is only added (accounts) and what belongs to one person (passwords, codes) has no conflicts.
 */
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { type FormProblem, findProblem, problemOf, withoutFields } from './form-problem.ts';
import { EditConflict } from './row-saver.ts';
import { changedElsewhere, changeUnsaved, type UnsavedChanges, valuesIn } from './unsaved-changes.ts';
import { useDiscardQuestion, useUnsavedWork } from './unsaved-work.tsx';

export interface FormOptions<Values extends object, Input> {
  /** What is saved, or what an empty form begins with. It may change while the form is open. */
  saved: Values;
  schema: z.ZodType<Input>;
  /** Resolves to false when the person decided not to send it after all. */
  send(input: Input): Promise<unknown>;
  /** The text when the server cannot be reached or fails. */
  failure: string;
  /** Whether to ask before unsaved values are left. */
  isGuarded?: boolean;
  /** Called after it was sent, and by `close`. */
  onClosed?(): void;
}

type Names<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

export interface FormState<Values extends object> {
  ref: RefObject<HTMLFormElement | null>;
  saved: Values;
  values: Values;
  isDirty: boolean;
  isSending: boolean;
  problem: FormProblem | null;
  /** Another person's version, after a save was refused because of it. */
  theirs: Readonly<Record<string, unknown>> | null;
  /** The values that others have saved since the first change here. */
  changedElsewhere: (keyof Values)[];
  field(name: Names<Values, string>): FieldProps;
  change(changes: Partial<Values>): void;
  reset(): void;
  /** Validates and sends the values, or `input` where some of it is derived. */
  onSubmit(event: SubmitEvent<HTMLFormElement>, input?: unknown): void;
  /** Asks first if something was typed. */
  close(): Promise<void>;
}

interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onChange(event: { currentTarget: { value: string } }): void;
}

export function useForm<Values extends object, Input>(
  options: FormOptions<Values, Input>,
): FormState<Values> {
  const { saved, schema, send, failure, isGuarded = false, onClosed } = options;
  const [unsaved, setUnsaved] = useState<UnsavedChanges<Values> | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  /** The fields changed since the problem was found: their errors are no longer shown. */
  const [editedFields, setEditedFields] = useState<ReadonlySet<string>>(new Set());
  const [theirs, setTheirs] = useState<FormState<Values>['theirs']>(null);
  const [isSending, setSending] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const mayDiscard = useDiscardQuestion();
  const isDirty = unsaved !== null;
  useUnsavedWork(isGuarded && isDirty);

  useEffect(() => {
    if (problem) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  const values = valuesIn(saved, unsaved);
  const shownProblem = problem && withoutFields(problem, editedFields);

  function report(found: FormProblem | null): void {
    setEditedFields(new Set());
    setProblem(found);
  }

  function change(changes: Partial<Values>): void {
    // What is typed now would not be sent, and be lost when the form closes.
    if (isSending) return;
    const names = Object.keys(changes).filter(
      (name) => values[name as keyof Values] !== changes[name as keyof Values],
    );
    setEditedFields((known) => new Set([...known, ...names]));
    setUnsaved((current) => changeUnsaved(saved, current, changes));
  }

  function reset(): void {
    setUnsaved(null);
    report(null);
  }

  async function attempt(input: Input): Promise<void> {
    report(null);
    setSending(true);
    try {
      if ((await send(input)) !== false) {
        setUnsaved(null);
        onClosed?.();
      }
    } catch (error) {
      if (error instanceof EditConflict) setTheirs(error.theirs);
      report(problemOf(error, failure));
    }
    setSending(false);
  }

  return {
    ref,
    saved,
    values,
    isDirty,
    isSending,
    problem: shownProblem,
    theirs,
    changedElsewhere: changedElsewhere(saved, unsaved),
    field: (name) => ({
      name,
      value: values[name] as string,
      error: shownProblem?.fields[name],
      readOnly: isSending,
      onChange: ({ currentTarget }) => change({ [name]: currentTarget.value } as Partial<Values>),
    }),
    change,
    reset,
    onSubmit(event, input = filledIn(values)) {
      event.preventDefault();
      if (isSending) return;
      const found = findProblem(schema, input);
      if (found) report(found);
      else void attempt(schema.parse(input));
    },
    async close() {
      if (!isDirty || (await mayDiscard())) onClosed?.();
    },
  };
}

/** Schemas treat a field left empty as missing. */
const filledIn = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
