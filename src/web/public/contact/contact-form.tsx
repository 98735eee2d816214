/** The contact form. It works without scripts; with them, errors and thanks appear without a page load. */
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { CheckIcon } from '../../components/icons.tsx';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { ContactField, errorAttributes, FieldError, MessageField, RequiredMark } from './contact-field.tsx';
import { type ContactOutcome, type ContactResult, useContactForm } from './use-contact-form.ts';

/** People do not see or hear this field, so only bots fill it in. */
function Honeypot() {
  const { website } = usePageMessages().contactPage;
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {website}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** Both live regions exist from the start: screen readers announce only what is added to them later. */
function Outcome({ outcome }: { outcome: ContactOutcome | null }) {
  const { contactPage } = usePageMessages();
  const problem = {
    faulty: contactPage.checkFields,
    tooMany: contactPage.tooMany,
    unreachable: contactPage.unreachable,
    failed: contactPage.failed,
  };
  return (
    <>
      <div role="status">
        {outcome === 'sent' && (
          <p className="mb-5 flex items-start gap-2 rounded-control border-2 border-palm bg-ground p-4 font-semibold text-palm">
            <CheckIcon />
            {contactPage.sent}
          </p>
        )}
      </div>
      <div role="alert">
        {outcome !== null && outcome !== 'sent' && (
          <p className="mb-5 rounded-control border-2 border-ember bg-ground p-4 font-semibold text-ember">
            {problem[outcome]}
          </p>
        )}
      </div>
    </>
  );
}

export function ContactForm({ result }: { result: ContactResult | undefined }) {
  const { contactPage } = usePageMessages();
  const { form, faults, outcome, isSending, onInput, onSubmit } = useContactForm(result);
  const errorOf = (name: keyof typeof faults) => {
    const fault = faults[name];
    return fault && contactPage.faults[fault];
  };
  const fields = result?.fields;
  return (
    <form
      ref={form}
      method="post"
      aria-labelledby="form"
      onInput={onInput}
      onSubmit={onSubmit}
      className="thread-edge grid gap-5 overflow-clip rounded-card bg-cloth p-5 sm:p-8"
    >
      <div>
        <h2 id="form" className="text-2xl">
          {contactPage.form}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{contactPage.required}</p>
      </div>
      <ContactField
        name="name"
        type="text"
        autoComplete="name"
        label={contactPage.name}
        error={errorOf('name')}
        defaultValue={fields?.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <ContactField
          name="phone"
          type="tel"
          autoComplete="tel"
          label={contactPage.phone}
          error={errorOf('phone')}
          defaultValue={fields?.phone}
        />
        <ContactField
          name="email"
          type="email"
          autoComplete="email"
          label={contactPage.email}
          error={errorOf('email')}
          defaultValue={fields?.email}
        />
      </div>
      <MessageField label={contactPage.message} error={errorOf('message')} defaultValue={fields?.message} />
      <div>
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            name="consent"
            value="yes"
            required
            defaultChecked={fields?.consent}
            {...errorAttributes('consent', errorOf('consent'))}
            className="mt-0.5 size-6 shrink-0 accent-maroon"
          />
          <span>
            {contactPage.consent}
            <RequiredMark />
          </span>
        </label>
        <FieldError name="consent" text={errorOf('consent')} />
      </div>
      <Honeypot />
      <div>
        <Outcome outcome={outcome} />
        <button
          type="submit"
          aria-disabled={isSending}
          className={`${MAIN_ACTION} w-full aria-disabled:opacity-70`}
        >
          {isSending ? contactPage.sending : contactPage.send}
        </button>
      </div>
    </form>
  );
}
