import { AdminToday } from '#giving/applications/admin-application.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { MenuCounts } from '#kit/lists/menu-counts.ts';
import type { Services } from '#start/services.server.ts';

/** The operator's start page, and the lists without further routes. */
export function adminRoutes(
  app: App,
  { admin, adminLists, menuCounts }: Pick<Services, 'admin' | 'adminLists' | 'menuCounts'>,
) {
  app.get(
    '/api/office/today',
    {
      config: { allow: 'admin.enter' },
      schema: {
        response: { 200: AdminToday },
        tags: ['運営'],
        summary: '今日の仕事の件数と、月ごとの寄付',
      },
    },
    () => admin.today(),
  );
  app.get(
    '/api/office/menu-counts',
    {
      config: { allow: 'admin.enter' },
      schema: {
        response: { 200: MenuCounts },
        tags: ['運営'],
        summary: 'メニューの件数（画面ごとの未対応と期限切れ。見られる画面のものだけ）',
      },
    },
    (request) => menuCounts(personOf(request)),
  );
  for (const list of adminLists) listRoutes(app, list);
}
