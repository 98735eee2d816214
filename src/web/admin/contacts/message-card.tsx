/** One visitor's message. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { MailIcon, PhoneIcon } from '../../components/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { ROW_ACTION } from '../ui/row-action.ts';
import { replyLink } from './reply.ts';

export function MessageCard({ message, onDelete }: { message: ContactMessage; onDelete(): void }) {
  const { name, phone, email, message: text, createdAt, consentAt } = message;
  return (
    <li className="thread-edge rounded-card bg-cloth p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{name}</h2>
        <p className="text-sm text-ink-soft">
          <Moment at={createdAt} />
        </p>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-5">
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center gap-2 text-maroon underline">
          <MailIcon />
          <span className="break-all">{email}</span>
        </a>
        <a
          href={`tel:${phone.replaceAll(' ', '')}`}
          className="inline-flex min-h-11 items-center gap-2 text-maroon underline"
        >
          <PhoneIcon />
          {phone}
        </a>
      </p>
      <p className="mt-1 whitespace-pre-line">{text}</p>
      <p className="mt-2 text-sm text-ink-soft">
        Agreed to the use of their data: <Moment at={consentAt} />
      </p>
      <div className="mt-2 -mb-1 -ml-3 flex gap-2">
        <a href={replyLink(message)} className={ROW_ACTION} aria-label={`Reply to ${name}`}>
          Reply by mail
        </a>
        <button
          type="button"
          className={ROW_ACTION}
          onClick={onDelete}
          aria-label={`Delete the message of ${name}`}
        >
          Delete
        </button>
      </div>
    </li>
  );
}
