import { OfficeToday } from '#domain/office-application.ts';
import type { App } from '#server/app.ts';
import type { Services } from '#server/services.ts';

/** The operator's first look. */
export function officeRoutes(app: App, { office }: Pick<Services, 'office'>) {
  app.get(
    '/api/office/today',
    {
      config: { allow: 'operator' },
      schema: {
        response: { 200: OfficeToday },
        tags: ['運営'],
        summary: 'きょうの仕事の件数と、月ごとの寄付',
      },
    },
    () => office.today(),
  );
}
