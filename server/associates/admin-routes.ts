import { AssociateContent } from '#domain/associates/associate-content.ts';
import type { App } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';
import { versionRoutes } from '#server/versions/version-routes.ts';

const tags = ['運営'];

/** Organisations for the operator: their pages in versions. */
export function adminAssociateRoutes(
  app: App,
  { associatePages }: Pick<Services, 'associatePages'>,
) {
  versionRoutes(app, {
    path: '/api/office/associates/:key/page',
    allow: { read: 'associates.read', change: 'associates.edit' },
    tags,
    label: '団体のページ',
    schema: AssociateContent,
    versions: associatePages,
  });
}
