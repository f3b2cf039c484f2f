import { ServiceFactsSchema } from '#domain/service-facts/service-facts-schema.ts';
import type { App } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';
import { versionRoutes } from '#server/versions/version-routes.ts';

/** Routes of the service's facts: read, draft, publish, restore. */
export function serviceFactsRoutes(app: App, { facts }: Pick<Services, 'facts'>) {
  versionRoutes(app, {
    path: '/api/office/service-facts',
    key: 'service',
    allow: { read: 'settings.read', change: 'settings.change' },
    tags: ['運営'],
    label: 'サービスの情報',
    schema: ServiceFactsSchema,
    versions: facts.versions,
  });
}
