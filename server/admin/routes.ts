import { AdminToday } from '#domain/applications/admin-application.ts';
import type { App } from '#server/http/app.ts';
import { listRoutes } from '#server/http/paging.ts';
import type { Services } from '#server/services.ts';

/** The operator's first look, and their lists that are nothing but lists. */
export function adminRoutes(
  app: App,
  { admin, adminLists }: Pick<Services, 'admin' | 'adminLists'>,
) {
  app.get(
    '/api/office/today',
    {
      config: { allow: 'admin.enter' },
      schema: {
        response: { 200: AdminToday },
        tags: ['運営'],
        summary: 'きょうの仕事の件数と、月ごとの寄付',
      },
    },
    () => admin.today(),
  );
  for (const list of adminLists) listRoutes(app, list);
}
