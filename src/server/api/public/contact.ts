/** The contact form. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { contactFormSchema, contactReceiptSchema } from '../../../contract/contact.ts';
import { receiveContact } from '../../services/content/contacts.ts';
import { newId } from '../../services/context.ts';
import type { ApiEnv } from '../api-env.ts';
import { idempotencyKeyHeader, idempotencyKeyOf } from '../idempotency-key.ts';
import { refuseInvalid, type Validation } from '../refusals.ts';
import { json, openJsonBody, refusals } from '../route-parts.ts';

export const contactRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'post',
    path: '/api/contact',
    tags: ['Contact'],
    summary: 'Send a message to the people who run the site',
    description:
      'Limited to five messages per hour and IP address (IPv6: /64 network), and to 50 per hour and IPv6 /48 network. Rejected messages do not count.',
    request: { headers: idempotencyKeyHeader, body: openJsonBody(contactFormSchema) },
    responses: {
      201: json(contactReceiptSchema, 'The message was sent.'),
      ...refusals('bad-json', 'too-large', 'wrong-content-type', 'key-reused', 'invalid', 'too-many', 'busy'),
    },
  }),
  async (c) => {
    const { services, client, contactMails } = c.env;
    const receipt = await receiveContact(services, c.req.valid('json'), {
      network: client.network,
      wideNetwork: client.wideNetwork,
      mails: contactMails,
      idempotencyKey: idempotencyKeyOf(c.req.valid('header')),
    });
    c.env.auth.accounts.mailQueued();
    return c.json(receipt, 201);
  },
  (result: Validation, c) => {
    // A bot gets the same response as a person, even for an invalid form, and nothing is stored.
    if (result.target === 'json' && hasFilledHoneypot(result.data))
      return c.json({ id: newId(c.env.services) }, 201);
    return refuseInvalid(result);
  },
);

const hasFilledHoneypot = (form: unknown): boolean =>
  typeof form === 'object' && form !== null && 'website' in form && Boolean(form.website);
