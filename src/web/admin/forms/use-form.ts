/** The life of a form: checked before it is sent, sent once at a time, and the first field with a fault in focus. */
import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { type FormProblem, findProblem, problemOf, withoutFields } from './form-problem.ts';

export interface FormState {
  problem: FormProblem | null;
  isSending: boolean;
  onInput(event: FormEvent<HTMLFormElement>): void;
  onSubmit(event: SubmitEvent<HTMLFormElement>): void;
}

export interface FormRules<Values> {
  schema: z.ZodType<Values>;
  send(values: Values): Promise<unknown>;
  /** What the product says when the server cannot be reached or fails. */
  failure: string;
}

export function useForm<Values>({ schema, send, failure }: FormRules<Values>): FormState {
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  function tell(found: FormProblem | null): void {
    setChanged(new Set());
    setProblem(found);
  }

  async function attempt(values: Values): Promise<void> {
    tell(null);
    setSending(true);
    try {
      await send(values);
    } catch (error) {
      tell(problemOf(error, failure));
    }
    setSending(false);
  }

  return {
    problem: problem && withoutFields(problem, changed),
    isSending,
    onInput({ target }) {
      const { name } = target as HTMLInputElement;
      setChanged((names) => (names.has(name) ? names : new Set([...names, name])));
    },
    onSubmit(event) {
      event.preventDefault();
      if (isSending) return;
      form.current = event.currentTarget;
      const values = filledIn(new FormData(event.currentTarget));
      const found = findProblem(schema, values);
      if (found) tell(found);
      else void attempt(schema.parse(values));
    },
  };
}

/** A field left empty was not given. */
const filledIn = (data: FormData): Record<string, FormDataEntryValue> =>
  Object.fromEntries([...data].filter(([, value]) => value !== ''));
