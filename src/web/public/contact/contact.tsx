/** The contact page: a form and contact details. */
import { data } from 'react-router';
import { checkContactForm } from '../../../core/contact-form.ts';
import { PageHead } from '../../components/page-head.tsx';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/contact.ts';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import { fieldsOf, isFromBot, readForm } from './form-fields.ts';

export const headers = sharedFor(60);

/** Without scripts the browser sends the form here. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  if (!form) return data({ outcome: 'failed' as const }, { status: 413 });
  const fields = fieldsOf(form);
  // A bot gets the same response as a person, but nothing is stored.
  if (isFromBot(form)) return { outcome: 'sent' as const };
  const faults = checkContactForm(fields);
  if (Object.keys(faults).length > 0) {
    return data({ outcome: 'faulty' as const, fields, faults }, { status: 422 });
  }
  const receipt = await context.get(pageServices).sendContact({ ...fields, consent: true });
  if (receipt.sent) return { outcome: 'sent' as const };
  const retryAfter = String(Math.ceil(receipt.retryAfter));
  return data(
    { outcome: 'tooMany' as const, fields },
    { status: 429, headers: { 'Retry-After': retryAfter } },
  );
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const { contactPage } = usePageMessages();
  return (
    <>
      <PageHead title={contactPage.title} description={contactPage.description} />
      <h1 className="text-3xl sm:text-4xl">{contactPage.heading}</h1>
      <p className="mt-1 mb-6 text-ink-soft">{contactPage.intro}</p>
      <div className="grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
        <ContactForm result={actionData} />
        <ContactDetails />
      </div>
    </>
  );
}
