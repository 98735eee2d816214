/** The contacts screen: messages of visitors, to be answered by mail and deleted. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { useDeletions } from '../data/deletions.tsx';
import { useList } from '../data/queries.ts';
import { focusNeighbour } from '../lists/list-row.ts';
import { ListSearch } from '../lists/list-search.tsx';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { MessageCard } from './message-card.tsx';

const DELETION = { done: 'Message deleted.', failure: 'Error deleting message. Please try again.' };

const pathOf = ({ id }: ContactMessage) => `/api/admin/contacts/${id}`;

export default function ContactsScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const list = useList<ContactMessage>('/api/admin/contacts', { q }, ['contact_messages']);
  const { isHidden, remove } = useDeletions();
  return (
    <>
      <ScreenTitle>Contacts</ScreenTitle>
      <p className="-mt-3 mb-5 max-w-prose text-ink-soft">
        Messages stay here until someone deletes them. People agreed to the use of their data for an answer
        and for nothing else: delete a message once it has been answered.
      </p>
      <ListSearch filters={filters} hint="Name, phone, e-mail or message" />
      <ListView
        list={list}
        label="messages"
        isShown={(message) => !isHidden(pathOf(message))}
        empty={
          q
            ? {
                title: 'No contact messages found',
                text: 'No message has these words.',
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
                onDelete={({ currentTarget }) => {
                  focusNeighbour(currentTarget.closest('li'));
                  remove({ path: pathOf(message) }, { ...DELETION, name: message.name });
                }}
              />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}
