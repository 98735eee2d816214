import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { SubmitEvent } from 'react';
import { z } from 'zod';
import { closeDocument, openDocument } from '../../../../tests/support/test-document.ts';
import { ConfirmProvider } from '../widgets/confirm.tsx';
import { EditConflict } from './row-saver.ts';
import { UnsavedWorkProvider, useHasUnsavedWork } from './unsaved-work.tsx';
import { type FormOptions, useForm } from './use-form.ts';

type Values = { title: string; body: string };

let library: Awaited<ReturnType<typeof openDocument>>;

beforeAll(async () => {
  library = await openDocument();
});
afterEach(() => library.cleanup());
afterAll(closeDocument);

const schema = z.object({
  title: z.string('Title is required.'),
  body: z.string('Body is required.'),
});

function open(options: Partial<FormOptions<Values, Values>> = {}) {
  const { renderHook } = library;
  return renderHook(
    (saved: Values) => ({
      form: useForm({ saved, schema, failure: 'Not saved.', send: async () => {}, ...options }),
      hasUnsavedWork: useHasUnsavedWork(),
    }),
    {
      initialProps: { title: 'Old', body: 'Old' },
      wrapper: ({ children }) => (
        <ConfirmProvider>
          <UnsavedWorkProvider>{children}</UnsavedWorkProvider>
        </ConfirmProvider>
      ),
    },
  );
}

type Opened = ReturnType<typeof open>;

const type = (opened: Opened, change: Partial<Values>) =>
  library.act(() => opened.result.current.form.change(change));

const submit = (opened: Opened) =>
  library.act(async () =>
    opened.result.current.form.onSubmit({ preventDefault() {} } as SubmitEvent<HTMLFormElement>),
  );

test('valid values are sent once, and then nothing is unsaved', async () => {
  const sent: Values[] = [];
  const closed: string[] = [];
  const sending = Promise.withResolvers<void>();
  const opened = open({
    isGuarded: true,
    send: (values) => {
      sent.push(values);
      return sending.promise;
    },
    onClosed: () => closed.push('closed'),
  });
  type(opened, { title: 'New' });
  expect(opened.result.current.hasUnsavedWork).toBe(true);
  await submit(opened);
  expect(opened.result.current.form.isSending).toBe(true);
  await submit(opened);
  await library.act(async () => sending.resolve());
  expect(sent).toEqual([{ title: 'New', body: 'Old' }]);
  expect(closed).toEqual(['closed']);
  expect(opened.result.current.form).toMatchObject({ isSending: false, isDirty: false });
  expect(opened.result.current.hasUnsavedWork).toBe(false);
});

test('while values are sent the fields are read-only, so that nothing typed is lost when the form closes', async () => {
  const sending = Promise.withResolvers<void>();
  const opened = open({ send: () => sending.promise });
  type(opened, { title: 'New' });
  expect(opened.result.current.form.field('title').readOnly).toBe(false);
  await submit(opened);
  expect(opened.result.current.form.field('title').readOnly).toBe(true);
  type(opened, { title: 'Newer' });
  expect(opened.result.current.form.values.title).toBe('New');
  await library.act(async () => sending.reject(new TypeError('Failed to fetch')));
  type(opened, { title: 'Newer' });
  expect(opened.result.current.form.values.title).toBe('Newer');
});

test('a missing value shows an error until its field is changed, and nothing is sent', async () => {
  const opened = open({ send: () => Promise.reject(new Error('It must not be sent.')) });
  type(opened, { title: '', body: '' });
  await submit(opened);
  const { form } = opened.result.current;
  expect(form.field('title').error).toBe('Title is required.');
  type(opened, { title: 'N' });
  expect(opened.result.current.form.field('title').error).toBeUndefined();
  expect(opened.result.current.form.field('body').error).toBe('Body is required.');
});

test('a failed submit keeps the values and shows the error', async () => {
  const opened = open({ send: () => Promise.reject(new TypeError('Failed to fetch')) });
  type(opened, { title: 'New' });
  await submit(opened);
  const { form } = opened.result.current;
  expect(form).toMatchObject({ problem: { text: 'Not saved.' }, isDirty: true, isSending: false });
  expect(form.values.title).toBe('New');
});

test('a cancelled submit keeps the form open', async () => {
  const closed: string[] = [];
  const opened = open({ send: async () => false, onClosed: () => closed.push('closed') });
  type(opened, { title: 'New' });
  await submit(opened);
  expect(opened.result.current.form).toMatchObject({ isDirty: true, isSending: false, problem: null });
  expect(closed).toEqual([]);
});

test('a conflict returns the saved version', async () => {
  const theirs = { title: 'Theirs', body: 'Old' };
  const opened = open({ send: () => Promise.reject(new EditConflict('Changed meanwhile.', theirs)) });
  type(opened, { title: 'Mine' });
  await submit(opened);
  const { form } = opened.result.current;
  expect(form.theirs).toEqual(theirs);
  expect(form.problem?.text).toBe('Changed meanwhile.');
  expect(form.values.title).toBe('Mine');
});

test('changes of others are shown in unchanged fields and listed; a reset shows all of them', () => {
  const opened = open();
  type(opened, { title: 'Mine' });
  opened.rerender({ title: 'Theirs', body: 'Theirs' });
  expect(opened.result.current.form.values).toEqual({ title: 'Mine', body: 'Theirs' });
  expect(opened.result.current.form.changedElsewhere).toEqual(['title', 'body']);
  library.act(() => opened.result.current.form.reset());
  expect(opened.result.current.form.values).toEqual({ title: 'Theirs', body: 'Theirs' });
  expect(opened.result.current.form.changedElsewhere).toEqual([]);
});

test('an unchanged form closes at once, and an unguarded form is not unsaved work', async () => {
  const closed: string[] = [];
  const opened = open({ onClosed: () => closed.push('closed') });
  await library.act(() => opened.result.current.form.close());
  expect(closed).toEqual(['closed']);
  type(opened, { title: 'New' });
  expect(opened.result.current.hasUnsavedWork).toBe(false);
});
