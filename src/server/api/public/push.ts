/** Subscriptions of devices to the results of slots. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import {
  newPushSubscriptionSchema,
  pushKeySchema,
  pushUnsubscriptionSchema,
  storedPushSubscriptionSchema,
} from '../../../contract/push.ts';
import { subscribe, unsubscribe } from '../../services/push/push-subscriptions.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { json, noContent, openJsonBody, refusals } from '../route-parts.ts';

const tags = ['Push'];

export const pushRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/push/key',
      tags,
      summary: 'The key that a browser subscribes with',
      middleware: cacheFor(5),
      responses: { 200: json(pushKeySchema, 'The key.') },
    }),
    async (c) => c.json({ key: await c.env.readPushKey() }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/push',
      tags,
      summary: 'Have the results of slots pushed to a device',
      description:
        'Replaces the former slots and language of the device. Each result is pushed once, when it is published. ' +
        'The endpoint must be at a push service of a browser. A subscription that is stored already can be replaced ' +
        'with the same key `auth` only. Limited to 60 requests per minute and IP address (IPv6: /64 network), and to ' +
        '2,000 new devices per day and IP address (IPv6: /48 network).',
      request: { body: openJsonBody(newPushSubscriptionSchema) },
      responses: {
        201: json(storedPushSubscriptionSchema, 'The device is subscribed.'),
        ...refusals(
          'bad-json',
          'wrong-auth',
          'too-large',
          'wrong-content-type',
          'invalid',
          'too-many',
          'too-many-devices',
          'busy',
        ),
      },
    }),
    async (c) => {
      const wanted = c.req.valid('json');
      const { services, client, endpointProblem, areDevicesFull } = c.env;
      const { network, wideNetwork } = client;
      await subscribe(services, wanted, { network, wideNetwork, endpointProblem, areDevicesFull });
      return c.json({ slots: wanted.slots, language: wanted.language }, 201);
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/push',
      tags,
      summary: 'Push nothing more to a device',
      request: { body: openJsonBody(pushUnsubscriptionSchema) },
      responses: {
        204: noContent,
        ...refusals('bad-json', 'wrong-auth', 'too-large', 'wrong-content-type', 'invalid', 'busy'),
      },
    }),
    async (c) => {
      await unsubscribe(c.env.services, c.req.valid('json'));
      return c.body(null, 204);
    },
  );
