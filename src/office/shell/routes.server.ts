import { AdminToday } from '#giving/applications/admin-application.ts';
import type { App } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import type { Services } from '#start/services.server.ts';

/** The operator's start page, and the lists without further routes. */
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
        summary: '今日の仕事の件数（申し込み）',
      },
    },
    () => admin.today(),
  );
  for (const list of adminLists) listRoutes(app, list);
}
