/** The contacts screen: messages of visitors, to be answered by mail, marked as answered and deleted. */
import type { MouseEvent } from 'react';
import type { ContactMessage } from '../../../contract/contact.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useDeletions } from '../data/deletions.tsx';
import { useList } from '../data/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { focusNeighbour } from '../lists/list-row.ts';
import { ListSearch } from '../lists/list-search.tsx';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { useApi } from '../session/session.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { useReport } from '../widgets/use-reported-action.ts';
import { MessageCard } from './message-card.tsx';

const DELETION = { done: 'Message deleted.', failure: 'Error deleting message. Please try again.' };

const pathOf = ({ id }: ContactMessage) => `/api/admin/contacts/${id}`;

export default function ContactsScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const state = filters.of('state');
  const list = useList<ContactMessage>('/api/admin/contacts', { q, state }, ['contact_messages']);
  const mark = useMarking();
  const { isHidden, remove } = useDeletions();
  return (
    <>
      <ScreenTitle>Contacts</ScreenTitle>
      <p className="-mt-3 mb-5 max-w-prose text-ink-soft">
        Messages stay here until someone deletes them. People agreed to the use of their data for an answer
        and for nothing else: delete a message once it has been answered.
      </p>
      <ListSearch filters={filters} hint="Name, phone, e-mail or message">
        <SelectField
          label="Show"
          value={state}
          onChange={({ currentTarget }) => filters.set('state', currentTarget.value)}
        >
          <option value="">All</option>
          <option value="new">New</option>
          <option value="answered">Answered</option>
        </SelectField>
      </ListSearch>
      <ListView
        list={list}
        label="messages"
        isShown={(message) => !isHidden(pathOf(message))}
        empty={
          q || state
            ? {
                title: 'No contact messages found',
                text: q ? 'No such message has these words.' : `No message is ${state}.`,
                action: <ClearFilters onClear={filters.clear} />,
              }
            : { title: 'No contact messages found', text: 'What visitors write appears here at once.' }
        }
      >
        {(messages) => (
          <ul className="space-y-3">
            {messages.map((message) => (
              <MessageCard
                key={message.id}
                message={message}
                onMark={(event) => mark(message, state !== '', event)}
                onDelete={({ currentTarget }) => {
                  focusNeighbour(currentTarget.closest('li'));
                  remove(
                    { path: pathOf(message), table: 'contact_messages' },
                    { ...DELETION, name: message.name },
                  );
                }}
              />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

/** `isLeaving`: with this filter the message is no longer listed afterwards. */
function useMarking() {
  const api = useApi();
  const report = useReport();
  const invalidate = useInvalidation();
  return async (
    message: ContactMessage,
    isLeaving: boolean,
    { currentTarget }: MouseEvent,
  ): Promise<void> => {
    const row = currentTarget.closest('li');
    const answered = message.answeredAt === null;
    const isMarked = await report(() => api.patch(pathOf(message), { body: { answered } }), {
      success: answered ? 'Marked as answered.' : 'Marked as new.',
      failure: 'Error marking message. Please try again.',
    });
    if (isMarked && isLeaving) focusNeighbour(row);
    await invalidate('contact_messages');
  };
}
