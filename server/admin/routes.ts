import { AdminToday } from '#domain/applications/admin-application.ts';
import type { App } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

/** The operator's first look. */
export function adminRoutes(app: App, { admin }: Pick<Services, 'admin'>) {
  app.get(
    '/api/office/today',
    {
      config: { allow: 'operator' },
      schema: {
        response: { 200: AdminToday },
        tags: ['運営'],
        summary: 'きょうの仕事の件数と、月ごとの寄付',
      },
    },
    () => admin.today(),
  );
}
