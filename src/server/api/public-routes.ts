/** The routes that visitors use. The server loads them when it starts, the others with the first request for them. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from './api-env.ts';
import { docsRoutes } from './docs/docs.ts';
import { createApiApp } from './hono-app.ts';
import { contactRoutes } from './public/contact.ts';
import { drawRoutes } from './public/draws.ts';
import { faqRoutes } from './public/faqs.ts';
import { healthRoutes, readyRoutes } from './public/health.ts';
import { liveRoutes } from './public/live.ts';
import { logRoutes } from './public/log.ts';
import { newsRoutes } from './public/news.ts';
import { pushRoutes } from './public/push.ts';
import { statisticsRoutes } from './public/statistics.ts';
import { todayRoutes } from './public/today.ts';

export const publicApi = createApiApp(addPublicRoutes);

export function addPublicRoutes(routes: OpenAPIHono<ApiEnv>): void {
  routes.route('/', healthRoutes);
  routes.route('/', readyRoutes);
  routes.route('/', todayRoutes);
  routes.route('/', drawRoutes);
  routes.route('/', statisticsRoutes);
  routes.route('/', newsRoutes);
  routes.route('/', faqRoutes);
  routes.route('/', contactRoutes);
  routes.route('/', pushRoutes);
  routes.route('/', liveRoutes);
  routes.route('/', logRoutes);
  routes.route('/', docsRoutes);
}
