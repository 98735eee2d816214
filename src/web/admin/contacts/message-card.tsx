/** One contact message. */
import { type MouseEvent, useState } from 'react';
import type { ContactMessage } from '../../../contract/contact.ts';
import { MailIcon } from '../../components/icons.tsx';
import { PhoneIcon } from '../../components/page-icons.tsx';
import { ROW_ACTION } from '../lists/list-row.ts';
import { Badge } from '../widgets/badge.tsx';
import { Moment } from '../widgets/moment.tsx';
import { replyLink } from './reply.ts';

const WAY =
  'inline-flex min-h-11 items-center gap-2 underline decoration-gold underline-offset-4 hover:text-maroon';

interface MessageCardProps {
  message: ContactMessage;
  onMark(event: MouseEvent): void;
  onDelete(event: MouseEvent): void;
}

export function MessageCard({ message, onMark, onDelete }: MessageCardProps) {
  const { name, phone, email, message: text, createdAt, consentAt, answeredAt } = message;
  return (
    <li
      tabIndex={-1}
      className="thread-edge gap-x-4 rounded-card bg-cloth p-4 sm:grid sm:grid-cols-[1fr_auto] sm:items-start"
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 className="text-lg wrap-anywhere">{name}</h2>
          {answeredAt === null && <Badge tone="ember">New</Badge>}
        </div>
        <p className="text-sm text-ink-soft">
          <Moment at={createdAt} />
          {answeredAt !== null && (
            <>
              {' · '}answered <Moment at={answeredAt} />
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-x-6">
          <a href={`mailto:${email}`} className={WAY}>
            <MailIcon />
            <span className="wrap-anywhere">{email}</span>
          </a>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={WAY}>
            <PhoneIcon />
            {phone}
          </a>
        </div>
      </div>
      <div className="mt-1.5 max-w-prose min-w-0 sm:col-span-2">
        <LongText text={text} name={`the message of ${name}`} />
        <p className="mt-1.5 text-sm text-ink-soft">
          Agreed to the use of their data: <Moment at={consentAt} />
        </p>
      </div>
      <div className="mt-1 -mb-2 -ml-3 flex flex-wrap sm:col-start-2 sm:row-start-1 sm:m-0 sm:-mr-2">
        <a href={replyLink(message)} className={`${ROW_ACTION} whitespace-nowrap`}>
          Reply by mail<span className="sr-only"> to {name}</span>
        </a>
        <button type="button" className={`${ROW_ACTION} whitespace-nowrap`} onClick={onMark}>
          {answeredAt === null ? 'Mark as answered' : 'Mark as new'}
          <span className="sr-only"> the message of {name}</span>
        </button>
        <button type="button" className={ROW_ACTION} onClick={onDelete}>
          Delete<span className="sr-only"> the message of {name}</span>
        </button>
      </div>
    </li>
  );
}

const LONG = { characters: 500, lines: 8 };

interface LongTextProps {
  text: string;
  /** Names the text for screen readers. */
  name: string;
}

function LongText({ text, name }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <>
      <p className={`wrap-anywhere whitespace-pre-line ${isLong && !isWhole ? 'line-clamp-5' : ''}`}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={`${ROW_ACTION} -ml-3`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
          <span className="sr-only"> of {name}</span>
        </button>
      )}
    </>
  );
}
