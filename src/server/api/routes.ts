/** Every route of the API. */
import { accountRoutes } from './accounts.ts';
import { adminActivityRoutes } from './admin/activity.ts';
import { ownAlertRoutes } from './admin/alerts.ts';
import { attentionRoutes } from './admin/attention.ts';
import { adminBackupRoutes } from './admin/backups.ts';
import { adminContactRoutes } from './admin/contacts.ts';
import { dashboardRoutes } from './admin/dashboard.ts';
import { adminDrawRoutes } from './admin/draws.ts';
import { adminFaqRoutes } from './admin/faqs.ts';
import { adminImportRoutes } from './admin/import.ts';
import { adminLiveRoutes } from './admin/live.ts';
import { meRoutes } from './admin/me.ts';
import { adminNewsRoutes } from './admin/news.ts';
import { adminSettingsRoutes } from './admin/settings.ts';
import { adminUserRoutes } from './admin/users.ts';
import { adminWebhookRoutes } from './admin/webhooks.ts';
import { createApiApp } from './hono-app.ts';
import { addPublicRoutes } from './public-routes.ts';

export const wholeApi = createApiApp((all) => {
  addPublicRoutes(all);
  all.route('/', accountRoutes);
  all.route('/', meRoutes);
  all.route('/', ownAlertRoutes);
  all.route('/', dashboardRoutes);
  all.route('/', attentionRoutes);
  all.route('/', adminDrawRoutes);
  all.route('/', adminImportRoutes);
  all.route('/', adminNewsRoutes);
  all.route('/', adminFaqRoutes);
  all.route('/', adminContactRoutes);
  all.route('/', adminUserRoutes);
  all.route('/', adminWebhookRoutes);
  all.route('/', adminSettingsRoutes);
  all.route('/', adminActivityRoutes);
  all.route('/', adminBackupRoutes);
  all.route('/', adminLiveRoutes);
});
