/** Articles with states, previews, languages and answered messages over HTTP, on both databases. */
import { expect, test } from 'bun:test';
import { contactMessageSchema } from '../../src/contract/contact.ts';
import { newsArticleSchema } from '../../src/contract/news.ts';
import { create } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({}, (site) => {
  const bodyOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });

  test('only published articles are public, with sanitised HTML', async () => {
    const text = { title: 'T', author: 'Desk', body: '**Bold** <script>x</script> [a](javascript:b)' };
    const draft = await create(site, 'news', { ...text, status: 'draft', language: 'ml' });
    const path = `/api/news/${draft.id}`;
    expect((await site.anonymous('GET', path)).status).toBe(404);
    expect(await (await site.anonymous('GET', '/api/news?q=bold')).json()).toEqual({
      items: [],
      nextCursor: null,
    });
    const drafts = await (await site.editor('GET', '/api/admin/news?status=draft')).json();
    expect(drafts.items).toMatchObject([{ id: draft.id, status: 'draft', publishAt: null, language: 'ml' }]);

    await site.editor('PATCH', `/api/admin/news/${draft.id}`, { body: { status: 'published' } });
    const article = newsArticleSchema.strict().parse(await (await site.anonymous('GET', path)).json());
    expect(article.html).toBe(
      '<p><strong>Bold</strong> &lt;script&gt;x&lt;/script&gt; [a](javascript:b)</p>',
    );
    const withdrawn = await site.editor('PATCH', `/api/admin/news/${draft.id}`, {
      body: { status: 'draft' },
    });
    expect(await bodyOf(withdrawn)).toMatchObject({ status: 'draft' });
    expect((await site.anonymous('GET', path)).status).toBe(404);

    const plain = await create(site, 'news', { title: 'T', author: 'Desk', body: 'x' });
    expect((await site.anonymous('GET', `/api/news/${plain.id}`)).status).toBe(200);
  });

  test('a scheduled article needs a time, and becomes public at it', async () => {
    const text = { title: 'Later', author: 'Desk', body: 'Text', status: 'scheduled' };
    const refused = await site.admin('POST', '/api/admin/news', { body: text });
    expect(await bodyOf(refused)).toMatchObject({
      status: 422,
      errors: { publishAt: 'A scheduled article needs a time.' },
    });
    const { time } = await (await site.anonymous('GET', '/api/health')).json();
    const publishAt = new Date(Date.parse(time) + 1_500).toISOString();
    const { id } = await create(site, 'news', { ...text, publishAt });
    expect((await site.anonymous('GET', `/api/news/${id}`)).status).toBe(404);
    let response: Response;
    do {
      await Bun.sleep(50);
      response = await site.anonymous('GET', `/api/news/${id}`);
    } while (response.status === 404);
    expect(await response.json()).toMatchObject({ id, status: 'published', publishAt });
    const now = await (await site.anonymous('GET', '/api/health')).json();
    expect(Date.parse(now.time)).toBeGreaterThanOrEqual(Date.parse(publishAt));
  });

  test('a preview is what visitors would see, and stores nothing', async () => {
    const call = { body: { body: '# Title\n\nhttps://a.example' } };
    const preview = await site.editor('POST', '/api/admin/news/preview', call);
    expect(await preview.json()).toEqual({
      html: '<h2>Title</h2>\n<p><a href="https://a.example">https://a.example</a></p>',
    });
    const empty = await site.editor('POST', '/api/admin/news/preview', { body: { body: ' ' } });
    expect(empty.status).toBe(422);
  });

  test('a question has a language', async () => {
    const faq = await create(site, 'faqs', { question: 'Q?', answer: 'A.', order: 1, language: 'ml' });
    const patched = await site.editor('PATCH', `/api/admin/faqs/${faq.id}`, { body: { language: null } });
    expect(await bodyOf(patched)).toMatchObject({ status: 200, language: null });
    const wrong = await site.editor('PATCH', `/api/admin/faqs/${faq.id}`, { body: { language: 'fr' } });
    expect(await bodyOf(wrong)).toMatchObject({ status: 422, errors: { language: expect.any(String) } });
  });

  test('a message is marked as answered, and unknown fields are refused', async () => {
    const form = {
      name: 'Anu',
      phone: '0471 123456',
      email: 'anu@example.org',
      message: 'Hello',
      consent: true,
    };
    const { id } = await (await site.anonymous('POST', '/api/contact', { body: form })).json();
    const path = `/api/admin/contacts/${id}`;
    const count = async () => (await site.editor('GET', '/api/admin/contacts/count')).json();
    const before = (await count()).new;
    const patch = async (body: unknown) => bodyOf(await site.editor('PATCH', path, { body }));
    expect(await patch({ answered: true, extra: 1 })).toMatchObject({
      status: 422,
      errors: { extra: 'The field "extra" is not known.' },
    });
    for (const body of [{}, { answered: 'yes' }, { answered: null }]) {
      expect(await patch(body)).toMatchObject({ status: 422, errors: { answered: expect.any(String) } });
    }
    expect(await count()).toEqual({ new: before });
    const { status, ...answered } = await patch({ answered: true });
    expect([status, contactMessageSchema.parse(answered).answeredAt]).toEqual([
      200,
      expect.stringMatching(/Z$/),
    ]);
    expect(await count()).toEqual({ new: before - 1 });
    const listed = await (await site.editor('GET', '/api/admin/contacts?state=answered')).json();
    expect(listed.items.map((item: { id: string }) => item.id)).toEqual([id]);
    expect(await patch({ answered: false })).toMatchObject({ answeredAt: null });
    expect(
      (await site.editor('PATCH', '/api/admin/contacts/none', { body: { answered: true } })).status,
    ).toBe(404);
  });
});
