/** The life of a dialog in which a row is made or changed: opened, filled in, saved, and not closed by mistake. */
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import type { z } from 'zod';
import { ApiProblem } from '../../live/call-api.ts';
import { type FormProblem, findProblem, problemOf } from '../data/form-problem.ts';
import { useDiscardQuestion } from './use-unsaved-guard.ts';

interface EditorRules<Values> {
  schema: z.ZodType<Values>;
  /** Answers false when the person would rather not after all. */
  save(values: Values): Promise<unknown>;
  /** What the product says when the server cannot be reached or fails. */
  failure: string;
}

export interface Editor<Draft> {
  draft: Draft;
  problem: FormProblem | null;
  isSaving: boolean;
  /** For a field whose name is a key of the draft. */
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void;
  onSubmit(event: SubmitEvent<HTMLFormElement>): void;
  /** Asks first if something was typed. */
  close(): Promise<void>;
}

const REPLACE_TEXT = 'Save again to replace their version with yours.';

export function useEditor<Draft extends Record<string, string>, Values>(
  start: Draft,
  { schema, save, failure }: EditorRules<Values>,
  onClosed: () => void,
): Editor<Draft> {
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const mayDiscard = useDiscardQuestion();

  async function send(values: Values): Promise<void> {
    setSaving(true);
    setProblem(null);
    try {
      if ((await save(values)) !== false) onClosed();
    } catch (error) {
      const refusal = problemOf(error, failure);
      const isStale = error instanceof ApiProblem && error.problem.code === 'stale';
      setProblem(isStale ? { ...refusal, text: `${refusal.text} ${REPLACE_TEXT}` } : refusal);
    }
    setSaving(false);
  }

  return {
    draft,
    problem,
    isSaving,
    onChange({ currentTarget: { name, value } }) {
      setDraft((current) => ({ ...current, [name]: value }));
    },
    onSubmit(event) {
      event.preventDefault();
      if (isSaving) return;
      const found = findProblem(schema, draft);
      if (found) {
        setProblem(found);
        const [first] = Object.keys(found.fields);
        event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      } else void send(schema.parse(draft));
    },
    async close() {
      const isDirty = Object.entries(draft).some(([key, value]) => start[key] !== value);
      if (!isDirty || (await mayDiscard())) onClosed();
    },
  };
}
