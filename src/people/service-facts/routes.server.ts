import type { App } from '#kit/http/app.server.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import { ServiceFactsSchema } from './service-facts-schema.ts';

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
