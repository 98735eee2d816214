/** The life of the contact form: filled in, checked, sent, answered. Nothing typed is lost on the way. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ContactForm } from '../../../contract/contact.ts';
import { type ContactFaults, type ContactFields, checkContactForm } from '../../../core/contact-form.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { ApiProblem, callServer } from '../../live/call-api.ts';
import { isNoAnswer } from '../../live/deadline.ts';
import { useData } from '../../live/live-provider.tsx';
import { forgetDraft, keepDraft, restoreDraft } from './contact-draft.ts';
import { readElement } from './form-fields.ts';
import { forgetKey, keyFor } from './message-key.ts';

export type ContactOutcome = 'sent' | 'faulty' | 'tooMany' | 'unreachable' | 'failed';

/** What the server said to a form that was sent without scripts. */
export interface ContactAnswer {
  outcome: ContactOutcome;
  fields?: ContactFields;
  faults?: ContactFaults;
}

/** Long enough to be seen, however quick the answer. */
const SENDING_AT_LEAST = SECOND;
const THANKS_FOR = 5 * SECOND;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sent again with the same key, it is stored once. */
const sendMessage = (form: ContactForm, idempotencyKey: string): Promise<Response> =>
  callServer('/api/contact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(form),
  });

function outcomeOf(error: unknown): ContactOutcome {
  if (isNoAnswer(error)) return 'unreachable';
  if (!(error instanceof ApiProblem)) return 'failed';
  if (error.problem.code === 'too-many') return 'tooMany';
  return error.problem.code === 'invalid' ? 'faulty' : 'failed';
}

export function useContactForm(answer: ContactAnswer | undefined) {
  const { holdReload } = useData();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<ContactFaults>(answer?.faults ?? {});
  const [outcome, setOutcome] = useState<ContactOutcome | null>(answer?.outcome ?? null);
  const [isSending, setSending] = useState(false);
  const [isBegun, setBegun] = useState(false);

  useEffect(() => {
    if (!form.current) return;
    // From here on we say ourselves what is wrong, in the language of the page.
    form.current.noValidate = true;
    setBegun(restoreDraft(form.current));
  }, []);

  useEffect(() => (isBegun ? holdReload() : undefined), [isBegun, holdReload]);

  useEffect(() => {
    if (outcome !== 'sent') return;
    const timer = setTimeout(() => setOutcome(null), THANKS_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);

  /** A mark goes as soon as its field is right; none appears while one is still typing. */
  function onInput(): void {
    if (!form.current) return;
    const { fields } = readElement(form.current);
    keepDraft(fields);
    setBegun(true);
    const current = checkContactForm(fields);
    setFaults((marked) =>
      Object.fromEntries(
        Object.keys(marked).flatMap((name) => {
          const fault = current[name as keyof ContactFields];
          return fault ? [[name, fault]] : [];
        }),
      ),
    );
  }

  async function send(fields: ContactFields, website: string): Promise<ContactOutcome> {
    const sending = sendMessage({ ...fields, consent: true, website }, keyFor(fields));
    const [result] = await Promise.allSettled([sending, wait(SENDING_AT_LEAST)]);
    return result.status === 'fulfilled' ? 'sent' : outcomeOf(result.reason);
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const element = event.currentTarget;
    const { fields, website } = readElement(element);
    const found = checkContactForm(fields);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) {
      setOutcome('faulty');
      const field = element.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setOutcome(null);
    setSending(true);
    const result = await send(fields, website);
    setSending(false);
    setOutcome(result);
    if (result !== 'sent') return;
    forgetDraft();
    forgetKey();
    setBegun(false);
    element.reset();
  }

  return { form, faults, outcome, isSending, onInput, onSubmit };
}
