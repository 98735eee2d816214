/** The state of the contact form. Typed text is kept until it has been sent. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ContactForm } from '../../../contract/contact.ts';
import { type ContactFaults, type ContactFields, checkContactForm } from '../../../core/contact-form.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { ApiProblem, callServer } from '../../api/call-api.ts';
import { isNoResponse } from '../../api/request-deadline.ts';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { createMessageKey, deleteDraft, restoreDraft, saveDraft } from './contact-storage.ts';
import { readElement } from './form-fields.ts';

export type ContactOutcome = 'sent' | 'faulty' | 'tooMany' | 'unreachable' | 'failed';

/** What the action returned for a form that was sent without scripts. */
export interface ContactResult {
  outcome: ContactOutcome;
  fields?: ContactFields;
  faults?: ContactFaults;
}

/** Long enough to be seen, however fast the response is. */
const SENDING_AT_LEAST = SECOND;
const THANKS_FOR = 5 * SECOND;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isSame = (one: ContactFields, other: ContactFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A message sent twice with the same key is stored once. */
const sendMessage = (form: ContactForm, idempotencyKey: string): Promise<Response> =>
  callServer('/api/contact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(form),
  });

function outcomeOf(error: unknown): ContactOutcome {
  if (isNoResponse(error)) return 'unreachable';
  if (!(error instanceof ApiProblem)) return 'failed';
  if (error.problem.code === 'too-many') return 'tooMany';
  return error.problem.code === 'invalid' ? 'faulty' : 'failed';
}

export function useContactForm(result: ContactResult | undefined) {
  const { holdReload } = useLiveData();
  const form = useRef<HTMLFormElement>(null);
  const [messageKey] = useState(createMessageKey);
  const [faults, setFaults] = useState<ContactFaults>(result?.faults ?? {});
  const [outcome, setOutcome] = useState<ContactOutcome | null>(result?.outcome ?? null);
  const [isSending, setSending] = useState(false);
  const [isStarted, setStarted] = useState(false);

  useEffect(() => {
    if (!form.current) return;
    // From here on the page shows errors itself, in its own language.
    form.current.noValidate = true;
    setStarted(restoreDraft(form.current));
  }, []);

  useEffect(() => (isStarted ? holdReload() : undefined), [isStarted, holdReload]);

  useEffect(() => {
    if (outcome !== 'sent') return;
    const timer = setTimeout(() => setOutcome(null), THANKS_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);

  /** Errors disappear as soon as their field is valid; none appears while the visitor is typing. */
  function onInput(): void {
    if (!form.current) return;
    const { fields } = readElement(form.current);
    saveDraft(fields);
    setStarted(true);
    const current = checkContactForm(fields);
    setFaults((shown) =>
      Object.fromEntries(
        Object.keys(shown).flatMap((name) => {
          const fault = current[name as keyof ContactFields];
          return fault ? [[name, fault]] : [];
        }),
      ),
    );
  }

  async function send(fields: ContactFields, website: string): Promise<ContactOutcome> {
    const sending = sendMessage({ ...fields, consent: true, website }, messageKey.keyFor(fields));
    const [sent] = await Promise.allSettled([sending, wait(SENDING_AT_LEAST)]);
    return sent.status === 'fulfilled' ? 'sent' : outcomeOf(sent.reason);
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
    const sent = await send(fields, website);
    setSending(false);
    setOutcome(sent);
    if (sent !== 'sent') return;
    messageKey.delete();
    // What was typed meanwhile is a new message.
    if (!isSame(readElement(element).fields, fields)) return;
    deleteDraft();
    setStarted(false);
    element.reset();
  }

  return { form, faults, outcome, isSending, onInput, onSubmit };
}
