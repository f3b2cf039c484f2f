import type { App } from './app.ts';
import { healthRoutes } from './health/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import type { Services } from './services.ts';

/** Every room's door, mounted under its own prefix. */
export async function mountRoutes(app: App, services: Services) {
  healthRoutes(app, services);
  mailRoutes(app, services);
}
