/** The contacts screen: what visitors wrote, to be answered by mail and deleted. */
import { useCallback } from 'react';
import type { ContactMessage } from '../../../contract/contact.ts';
import { ACTION } from '../../components/actions.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { useFilters } from '../data/use-filters.ts';
import { usePages } from '../data/use-pages.ts';
import { useUndoableDelete } from '../data/use-undoable-delete.ts';
import { ListView } from '../ui/list-view.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import { MessageCard } from './message-card.tsx';

const pathOf = (id: string) => `/api/admin/contacts/${id}`;

export default function ContactsScreen() {
  const filters = useFilters();
  const q = filters.of('q');
  const pages = usePages<ContactMessage>('/api/admin/contacts', { q }, ['contact_messages']);
  const { isHidden, remove } = useUndoableDelete(pathOf, {
    done: 'Message deleted.',
    failure: 'Error deleting message. Please try again.',
  });
  const search = useCallback((text: string) => filters.set('q', text), [filters.set]);
  return (
    <>
      <ScreenTitle>Contacts</ScreenTitle>
      <p className="mb-4 max-w-prose text-ink-soft">
        Messages stay here until someone deletes them. People agreed to their data being used to answer them,
        and for nothing else: delete a message once it has been answered.
      </p>
      <div className="mb-6 flex max-w-xl">
        <SearchBox label="Search" hint="Name, phone, e-mail or message" asked={q} onSearch={search} />
      </div>
      <ListView
        pages={pages}
        label="messages"
        isShown={({ id }) => !isHidden(id)}
        empty={
          q
            ? {
                title: 'No contact messages found',
                text: 'No message has these words.',
                action: (
                  <button type="button" className={ACTION} onClick={filters.clear}>
                    Clear search
                  </button>
                ),
              }
            : { title: 'No contact messages found', text: 'What visitors write appears here at once.' }
        }
      >
        {(messages) => (
          <ul className="grid gap-3">
            {messages.map((message) => (
              <MessageCard key={message.id} message={message} onDelete={() => remove(message.id)} />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}
