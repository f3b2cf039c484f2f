import { accountRoutes } from './accounts/routes.ts';
import { achievementRoutes } from './achievements/routes.ts';
import type { App } from './app.ts';
import { officeApplicationRoutes } from './applications/office-routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { associateRoutes } from './associates/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { challengeRoutes } from './challenges/routes.ts';
import { discoveryRoutes } from './discovery/routes.ts';
import { donationRoutes } from './donations/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { officeInboxRoutes } from './inbox/office-routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { officeRoutes } from './office/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { pledgeRoutes } from './pledges/routes.ts';
import { previewRoutes } from './previews/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { resultRoutes } from './results/routes.ts';
import type { Services } from './services.ts';
import { freshAnswers } from './topics/fresh-answers.ts';

/** Every room's door, mounted under its own prefix. */
export async function mountRoutes(app: App, services: Services) {
  await openApiRoutes(app);
  freshAnswers(app, services);
  authRoutes(app, services);
  accountRoutes(app, services);
  profileRoutes(app, services);
  applicationRoutes(app, services);
  officeApplicationRoutes(app, services);
  associateRoutes(app, services);
  challengeRoutes(app, services);
  donationRoutes(app, services);
  achievementRoutes(app, services);
  pledgeRoutes(app, services);
  imageRoutes(app, services);
  previewRoutes(app, services);
  discoveryRoutes(app, services);
  resultRoutes(app, services);
  healthRoutes(app, services);
  mailRoutes(app, services);
  officeRoutes(app, services);
  inboxRoutes(app, services);
  officeInboxRoutes(app, services);
}
